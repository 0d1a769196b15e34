-- Lines of a cart, an offer or a draft, passed on by a link to colleagues, who open a copy on the order pad.
CREATE TABLE shared_drafts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  -- [{code, quantity, unit}] as on the order pad.
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  -- SHA-256 of the token of the link.
  link_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shared_drafts_dealer ON shared_drafts (dealer_id);
CREATE INDEX shared_drafts_user ON shared_drafts (user_id, created_at);
CREATE INDEX shared_drafts_created ON shared_drafts (created_at);
