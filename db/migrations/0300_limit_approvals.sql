-- Orders over a dealer's risk limit that the dealer asks the store to let pass, once and for a cart as it was.
CREATE TABLE limit_approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  -- A request that waits or was approved ends by itself at `expires_at`.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn', 'used')),
  -- SHA-256 of the lines' units and quantities.
  cart_hash text NOT NULL CHECK (cart_hash ~ '^[0-9a-f]{64}$'),
  -- The lines as the store sees them, with prices before tax.
  lines jsonb NOT NULL,
  currency text NOT NULL,
  total numeric(18, 2) NOT NULL,
  -- In lira, with tax: an order above it needs a new request.
  total_try numeric(18, 2) NOT NULL,
  -- The limit when it was asked for, in lira: limit, what was left of it, whether the account was closed for orders.
  facts jsonb NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES users,
  -- To the dealer; needed for a refusal.
  reason text NOT NULL DEFAULT '',
  order_id bigint UNIQUE REFERENCES orders ON DELETE SET NULL,
  CHECK (order_id IS NULL OR state = 'used'),
  CHECK (state NOT IN ('approved', 'refused') OR (decided_at IS NOT NULL AND decided_by IS NOT NULL)),
  CHECK (state <> 'refused' OR reason <> '')
);
CREATE UNIQUE INDEX limit_approvals_open ON limit_approvals (user_id) WHERE state IN ('waiting', 'approved');
CREATE INDEX limit_approvals_waiting ON limit_approvals (expires_at) WHERE state = 'waiting';
CREATE INDEX limit_approvals_dealer ON limit_approvals (dealer_id, id DESC);
CREATE INDEX limit_approvals_user ON limit_approvals (user_id, id DESC);
