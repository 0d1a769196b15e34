-- The cards that the sandbox bank keeps for its merchants, by the order number that stored them. No numbers, only masks.
CREATE TABLE sandbox_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL,
  oid text NOT NULL,
  user_key text NOT NULL,
  token text NOT NULL,
  card text NOT NULL,
  -- MM/YY
  expires text NOT NULL CHECK (expires ~ '^\d\d/\d\d$'),
  is_removed boolean NOT NULL DEFAULT false,
  UNIQUE (client_id, oid)
);
CREATE INDEX sandbox_cards_user ON sandbox_cards (client_id, user_key);
