-- The products whose pages a user opened last, one of each family.
CREATE TABLE seen_products (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, product_id)
);
CREATE INDEX seen_products_product ON seen_products (product_id);
