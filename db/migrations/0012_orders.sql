-- A dealer's orders by date: the order list, its filters and its pages.
CREATE INDEX orders_dealer_date ON orders (dealer_id, created_at DESC, id DESC);

ALTER TABLE orders ADD COLUMN cancelled_by integer REFERENCES users;
ALTER TABLE orders ADD CHECK (cancelled_by IS NULL OR is_cancel);

-- What has to follow a transaction (letters), written within it. The job queue takes the rows over and works them off, so
-- neither an order nor anything else ever waits for the queue, or fails because of it.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (name <> ''),
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
