-- Picking: lists of ordered goods that are taken from their shelves, counted one by one (domain/orders/picking.ts).

-- Where a warehouse has a product.
CREATE TABLE shelves (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  warehouse_id integer NOT NULL REFERENCES warehouses ON DELETE CASCADE,
  shelf text NOT NULL CHECK (char_length(shelf) BETWEEN 1 AND 40),
  PRIMARY KEY (product_id, warehouse_id)
);
CREATE INDEX shelves_warehouse ON shelves (warehouse_id);

CREATE TABLE pickings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Chosen by the sender of the request: the same request makes one list, and ends it once.
  request_key text NOT NULL UNIQUE CHECK (char_length(request_key) BETWEEN 8 AND 200),
  end_key text CHECK (char_length(end_key) BETWEEN 8 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES users,
  ended_at timestamptz,
  ended_by integer REFERENCES users,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_key IS NULL))
);
CREATE INDEX pickings_created ON pickings (created_at, id);
CREATE INDEX pickings_created_by ON pickings (created_by);
CREATE INDEX pickings_ended_by ON pickings (ended_by) WHERE ended_by IS NOT NULL;

-- Quantities in the unit that was ordered.
CREATE TABLE picking_lines (
  picking_id bigint NOT NULL REFERENCES pickings ON DELETE CASCADE,
  order_id bigint NOT NULL,
  line_no integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  picked integer NOT NULL DEFAULT 0 CHECK (picked BETWEEN 0 AND quantity),
  -- What was shipped of the line when the list was made.
  shipped_before integer NOT NULL CHECK (shipped_before >= 0),
  -- What became of the goods that were not found.
  rest text CHECK (rest IN ('open', 'back_order', 'cancel')),
  PRIMARY KEY (picking_id, order_id, line_no),
  FOREIGN KEY (order_id, line_no) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX picking_lines_order ON picking_lines (order_id, line_no, picking_id);

-- The counts that were taken over: a request that arrives twice counts once.
CREATE TABLE picking_counts (
  picking_id bigint NOT NULL REFERENCES pickings ON DELETE CASCADE,
  request_key text NOT NULL CHECK (char_length(request_key) BETWEEN 8 AND 100),
  PRIMARY KEY (picking_id, request_key)
);
