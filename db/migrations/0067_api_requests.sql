-- Requests of programs that may arrive more than once: the answer to the first one is the answer to all.
CREATE TABLE api_requests (
  key_id integer NOT NULL REFERENCES api_keys,
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL,
  -- NULL while the first one is running.
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key_id, idempotency_key)
);
CREATE INDEX api_requests_age ON api_requests (created_at);
