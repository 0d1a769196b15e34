-- A hash chain over the audit log (decision 099). Entries are sealed by a job shortly after their transaction, in batches and
-- in the order in which the job finds them, so that no change waits for another one.
CREATE TABLE audit_unsealed (
  audit_id bigint PRIMARY KEY
);
COMMENT ON TABLE audit_unsealed IS 'Entries of the audit log that wait for their seal';

CREATE TABLE audit_seals (
  -- Without gaps: 1, 2, 3 …
  seq bigint PRIMARY KEY CHECK (seq > 0),
  -- No foreign key: a removed entry has to be found, not prevented.
  audit_id bigint NOT NULL,
  -- An erasure of personal data replaces names in an entry; its new content gets a seal of its own.
  kind text NOT NULL CHECK (kind IN ('entry', 'erasure')),
  -- SHA-256 of the entry's content.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  -- SHA-256 of this seal and of the hash before it.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_seals_entry ON audit_seals (audit_id, seq);
COMMENT ON TABLE audit_seals IS 'The hash chain of the audit log';

CREATE FUNCTION await_audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed SELECT id FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_added AFTER INSERT ON audit_log REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION await_audit_seal();

CREATE FUNCTION keep_audit_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Seals of the audit log are only ever added.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_seals_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_seals();

INSERT INTO audit_unsealed SELECT id FROM audit_log;
