-- Every administrative change: who, when, what, from where, and what it was before and after. Never a secret.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL = the command line of the machine that the shop runs on.
  user_id integer REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL CHECK (action ~ '^[a-z_]{1,40}$'),
  noun text NOT NULL CHECK (noun ~ '^[a-z_]{1,40}$'),
  -- What people know it by: a key, a code, a reference.
  noun_id text NOT NULL DEFAULT '' CHECK (length(noun_id) <= 200),
  -- Only what differs; NULL where there was or is nothing.
  before jsonb CHECK (jsonb_typeof(before) = 'object'),
  after jsonb CHECK (jsonb_typeof(after) = 'object'),
  address text,
  -- Folded words of what it is about and of its values. Signs count as spaces, so that the parser makes no e-mail
  -- addresses or file names of them.
  words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(
    fold(left(noun_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 20000)),
    '[^a-z0-9]+', ' ', 'g'))) STORED
);
-- The order of every list; with a filter before it, one index answers both.
CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_user ON audit_log (user_id, at DESC, id DESC);
CREATE INDEX audit_log_action ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_noun ON audit_log (noun, at DESC, id DESC);
CREATE INDEX audit_log_noun_id ON audit_log (noun, noun_id, at DESC, id DESC);
CREATE INDEX audit_log_words ON audit_log USING gin (words);

CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
