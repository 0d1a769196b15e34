-- Keys with which a dealer's programs call the shop as one of its users (decision 054).
ALTER TABLE api_keys
  ADD COLUMN dealer_id integer REFERENCES dealers,
  ADD COLUMN user_id integer REFERENCES users,
  ADD CONSTRAINT api_keys_dealer_user CHECK ((dealer_id IS NULL) = (user_id IS NULL));
CREATE INDEX api_keys_dealer ON api_keys (dealer_id) WHERE dealer_id IS NOT NULL;
CREATE INDEX api_keys_user ON api_keys (user_id) WHERE user_id IS NOT NULL;

-- The number that a dealer's program has given an order. It is used once, until the order is cancelled.
ALTER TABLE orders ADD COLUMN dealer_order_no text CHECK (length(dealer_order_no) BETWEEN 1 AND 50);
CREATE UNIQUE INDEX orders_dealer_order_no ON orders (dealer_id, dealer_order_no)
  WHERE dealer_order_no IS NOT NULL AND NOT is_cancel;
