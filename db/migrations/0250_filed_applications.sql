-- Representatives file applications for companies that they visit.

ALTER TABLE applications
  -- The representative who filed it; NULL: the applicant.
  ADD COLUMN filed_by integer REFERENCES users,
  -- The applicant has yet to accept the texts, by the link.
  ADD COLUMN texts_pending boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT applications_pending_filed CHECK (NOT texts_pending OR filed_by IS NOT NULL),
  ADD CONSTRAINT applications_approved_texts CHECK (NOT (texts_pending AND state = 'approved'));
CREATE INDEX applications_filed_by ON applications (filed_by) WHERE filed_by IS NOT NULL;
COMMENT ON COLUMN applications.filed_by IS 'The representative who filed it; NULL: the applicant';
COMMENT ON COLUMN applications.texts_pending IS 'The applicant has yet to accept the texts';
