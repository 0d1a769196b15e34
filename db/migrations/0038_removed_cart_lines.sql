-- Lines that were removed from a cart, for as long as the removal can be undone. `undo_key` is chosen by the page that
-- removed them; the other columns are those of the line. Products have no foreign key: a line whose unit no longer exists
-- is not restored.
CREATE TABLE removed_cart_lines (
  cart_id integer NOT NULL REFERENCES carts ON DELETE CASCADE,
  undo_key text NOT NULL CHECK (undo_key ~ '^[0-9a-f]{32}$'),
  line_id bigint NOT NULL,
  product_id integer NOT NULL,
  unit_id integer NOT NULL,
  quantity integer NOT NULL,
  seen_value numeric(18, 4),
  seen_currency text,
  created_at timestamptz NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart_id, undo_key, line_id)
);
