-- Users who want to know when a product is back in stock. A watch ends with its email.
CREATE TABLE stock_watches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  notified_at timestamptz
);
CREATE UNIQUE INDEX stock_watches_waiting ON stock_watches (product_id, user_id) WHERE notified_at IS NULL;
CREATE INDEX stock_watches_user ON stock_watches (user_id);
