-- Public addresses of quotes, by which a dealer's customer reads, accepts or declines them (docs/decisions/090).
CREATE TABLE quote_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id bigint NOT NULL REFERENCES offers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users,
  -- SHA-256 of the token. The seed and the secret of the process give the token; the seed alone gives no access.
  token_hash bytea NOT NULL UNIQUE,
  seed text NOT NULL,
  -- The language of its emails.
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- Whether the customer gets one email if it has not answered shortly before the end, and when it was enqueued.
  has_reminder boolean NOT NULL,
  reminded_at timestamptz,
  answer text CHECK (answer IN ('accepted', 'declined')),
  answered_at timestamptz,
  -- As the customer typed them.
  answer_name text NOT NULL DEFAULT '',
  answer_note text NOT NULL DEFAULT '',
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX quote_links_offer ON quote_links (offer_id, id);
CREATE INDEX quote_links_user ON quote_links (user_id);
-- An offer has one link that can be answered.
CREATE UNIQUE INDEX quote_links_open ON quote_links (offer_id) WHERE withdrawn_at IS NULL AND answer IS NULL;
CREATE INDEX quote_links_reminders ON quote_links (expires_at)
  WHERE has_reminder AND reminded_at IS NULL AND withdrawn_at IS NULL AND answer IS NULL;
