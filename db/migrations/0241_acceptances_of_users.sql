-- Users of dealers accept versions of texts that the store marks so.

ALTER TABLE text_versions
  -- Dealers accept this version, or a later one, before they go on ordering.
  ADD COLUMN must_accept boolean NOT NULL DEFAULT false,
  -- What is new, for those who accept it; '' = nothing is said.
  ADD COLUMN summary text NOT NULL DEFAULT '' CHECK (char_length(summary) <= 1000),
  ADD COLUMN summary_en text NOT NULL DEFAULT '' CHECK (char_length(summary_en) <= 1000),
  -- From when on those who have not accepted it cannot order.
  ADD COLUMN accept_until timestamptz,
  ADD CONSTRAINT text_versions_accept CHECK (must_accept = (accept_until IS NOT NULL) AND NOT (must_accept AND kind = 'cookies'));
COMMENT ON COLUMN text_versions.must_accept IS 'Dealers have to accept it';

-- Which user accepted which version. The contract is accepted by the owner, for the dealer.
CREATE TABLE text_user_acceptances (
  text_id integer NOT NULL REFERENCES text_versions,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The dealer of the user at that time.
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  address text NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (text_id, user_id)
);
CREATE INDEX text_user_acceptances_user ON text_user_acceptances (user_id);
CREATE INDEX text_user_acceptances_dealer ON text_user_acceptances (dealer_id, text_id);
CREATE INDEX text_user_acceptances_at ON text_user_acceptances (text_id, accepted_at DESC);
COMMENT ON TABLE text_user_acceptances IS 'Versions of texts that users of dealers have accepted';
