-- One-time links, who looks at the shop as somebody else, and what administrators keep of a dealer.

-- A letter's way to a new password. Only the hash is kept: a stolen backup opens nothing.
CREATE TABLE one_time_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('invite', 'reset')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_links_user ON one_time_links (user_id, kind);
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);

-- Who asked for a new password of late: of an e-mail address (its hash: it may be anybody's), from a network address.
CREATE TABLE password_requests (
  email_hash bytea NOT NULL CHECK (length(email_hash) = 32),
  address text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_requests_email ON password_requests (email_hash, asked_at);
CREATE INDEX password_requests_address ON password_requests (address, asked_at);
CREATE INDEX password_requests_expiry ON password_requests (asked_at);

-- An administrator's session that sees the shop as this dealer's user does, without changing anything.
ALTER TABLE sessions ADD COLUMN viewed_user_id integer REFERENCES users ON DELETE SET NULL;
CREATE INDEX sessions_viewed ON sessions (viewed_user_id) WHERE viewed_user_id IS NOT NULL;

ALTER TABLE dealers
  ADD COLUMN contact_name text NOT NULL DEFAULT '',
  ADD COLUMN email text NOT NULL DEFAULT '',
  -- Lists search pieces of words: at the size of a dealer list, reading this column is quicker than any index.
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(code || ' ' || name || ' ' || coalesce(city, ''))) STORED;
ALTER TABLE users
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(name || ' ' || email)) STORED;
CREATE INDEX orders_on_branch ON orders (branch_id) WHERE branch_id IS NOT NULL;
