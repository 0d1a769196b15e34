-- Users receive their personal data, and can have it erased.

ALTER TABLE users
  -- Name, email address and everything that is the person's own was removed; records of the company keep the id.
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT users_erased_removed CHECK (erased_at IS NULL OR removed_at IS NOT NULL);
COMMENT ON COLUMN users.erased_at IS 'When the personal data of the user was erased';

CREATE TABLE erasure_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'withdrawn', 'refused', 'done')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'open')),
  ended_by integer REFERENCES users,
  -- Why it was refused.
  answer text NOT NULL DEFAULT '' CHECK (char_length(answer) <= 1000)
);
CREATE UNIQUE INDEX erasure_requests_open ON erasure_requests (user_id) WHERE state = 'open';
CREATE INDEX erasure_requests_user ON erasure_requests (user_id, id DESC);
CREATE INDEX erasure_requests_ended_by ON erasure_requests (ended_by) WHERE ended_by IS NOT NULL;
COMMENT ON TABLE erasure_requests IS 'Requests of users to erase their personal data';

-- Files with personal data that users have downloaded, for limits.
CREATE TABLE personal_data_downloads (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX personal_data_downloads_user ON personal_data_downloads (user_id, at);
COMMENT ON TABLE personal_data_downloads IS 'When users downloaded their personal data, for a day';

-- The audit log is only added to. An erasure alone replaces how the erased user is named in it: what happened, when and by
-- whom stays.
CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('toptan.erases_user', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'The audit log is only ever added to.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION keep_audit_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.at, NEW.action, NEW.noun, NEW.address, NEW.key_id)
     IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.at, OLD.action, OLD.noun, OLD.address, OLD.key_id) THEN
    RAISE EXCEPTION 'The facts of an audit entry do not change.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_facts_kept BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_facts();
