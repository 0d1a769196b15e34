-- Keys with which programs call the integration API. The secret is 256 random bits: its SHA-256 is enough.
CREATE TABLE api_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The visible part, by which people and logs know the key.
  prefix text NOT NULL UNIQUE CHECK (prefix ~ '^[0-9A-Za-z]{8}$'),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Networks that may use it; none listed: all.
  addresses cidr[] NOT NULL DEFAULT '{}',
  requests_per_minute integer NOT NULL CHECK (requests_per_minute BETWEEN 1 AND 100000),
  expires_at timestamptz,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  revoked_by integer REFERENCES users,
  last_used_at timestamptz,
  last_used_from inet,
  -- Requests in the current minute, over all processes.
  window_started_at timestamptz NOT NULL DEFAULT now(),
  window_requests integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

ALTER TABLE audit_log ADD COLUMN key_id integer REFERENCES api_keys;
