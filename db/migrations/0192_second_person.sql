-- A refund above the store's limit waits until a second person approves it.
ALTER TABLE payment_refunds DROP CONSTRAINT payment_refunds_state_check;
ALTER TABLE payment_refunds ADD CONSTRAINT payment_refunds_state_check
  CHECK (state IN ('waiting', 'requested', 'sending', 'done', 'refused', 'unknown', 'declined'));
ALTER TABLE payment_refunds ADD COLUMN decided_by integer REFERENCES users;
COMMENT ON COLUMN payment_refunds.decided_by IS 'Who approved or declined it, or withdrew it; NULL: no second person was needed.';
ALTER TABLE payment_refunds ADD CONSTRAINT payment_refunds_second_person
  CHECK (state = 'declined' OR decided_by IS NULL OR decided_by <> requested_by);
DROP INDEX payment_refunds_one_under_way;
CREATE UNIQUE INDEX payment_refunds_one_under_way ON payment_refunds (payment_id)
  WHERE state IN ('waiting', 'requested', 'sending', 'unknown');
CREATE INDEX payment_refunds_waiting ON payment_refunds (payment_id) WHERE state = 'waiting';

-- A change of prices above the store's limit waits until a second person approves it.
CREATE TABLE price_proposals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price_list_id integer NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('raise', 'price')),
  -- The request as it was made; it runs again when it is approved.
  request jsonb NOT NULL,
  -- What the list of proposals shows: product and prices, or rule and number of prices.
  facts jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'declined')),
  requested_by integer NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL DEFAULT now(),
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  CHECK ((state = 'waiting') = (decided_by IS NULL)),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK (state <> 'applied' OR decided_by <> requested_by)
);
COMMENT ON TABLE price_proposals IS 'Changes of price lists that wait for a second person, and what became of them.';
CREATE INDEX price_proposals_waiting ON price_proposals (price_list_id) WHERE state = 'waiting';
