-- Goods that dealers send back: what was requested, what the store accepts of it, and where it went.

CREATE SEQUENCE return_number;

CREATE TABLE returns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_no text NOT NULL UNIQUE,
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  -- Chosen by the sender of the request: the same request makes one return.
  request_key text UNIQUE CHECK (char_length(request_key) BETWEEN 8 AND 200),
  -- domain/after-sales/goods-return.ts
  state text NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'accepted', 'refused', 'received', 'closed', 'withdrawn')),
  reason text NOT NULL CHECK (reason ~ '^[a-z_]{3,40}$'),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 2000),
  -- Number of the dealer's return invoice (iade faturası).
  invoice_no text NOT NULL DEFAULT '' CHECK (char_length(invoice_no) <= 40),
  fault_report_id bigint REFERENCES fault_reports ON DELETE SET NULL,
  -- The language of the emails about it.
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX returns_created ON returns (created_at, id);
CREATE INDEX returns_dealer ON returns (dealer_id, id DESC);
CREATE INDEX returns_order ON returns (order_id);
CREATE INDEX returns_user ON returns (user_id);
CREATE INDEX returns_state ON returns (state, id DESC);
CREATE INDEX returns_fault_report ON returns (fault_report_id) WHERE fault_report_id IS NOT NULL;

-- Quantities in the unit that was ordered. `accepted` is null before the decision, `received` before the receipt.
CREATE TABLE return_lines (
  return_id bigint NOT NULL REFERENCES returns ON DELETE CASCADE,
  order_id bigint NOT NULL,
  line_no integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  accepted integer CHECK (accepted BETWEEN 0 AND quantity),
  received integer CHECK (received BETWEEN 0 AND accepted),
  -- Where received goods went; null: they are scrap.
  warehouse_id integer REFERENCES warehouses,
  PRIMARY KEY (return_id, line_no),
  FOREIGN KEY (order_id, line_no) REFERENCES order_lines ON DELETE CASCADE,
  CHECK (received IS NULL OR accepted IS NOT NULL),
  CHECK (warehouse_id IS NULL OR received > 0)
);
CREATE INDEX return_lines_order ON return_lines (order_id, line_no);
CREATE INDEX return_lines_warehouse ON return_lines (warehouse_id) WHERE warehouse_id IS NOT NULL;

-- Every step of a return: who, when and why.
CREATE TABLE return_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_id bigint NOT NULL REFERENCES returns ON DELETE CASCADE,
  state text NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- A return has each state once.
CREATE UNIQUE INDEX return_events_once ON return_events (return_id, state);
CREATE INDEX return_events_user ON return_events (user_id);

-- Photos belong to a fault report or to a return.
ALTER TABLE fault_report_photos
  ADD COLUMN return_id bigint REFERENCES returns ON DELETE CASCADE,
  DROP CONSTRAINT fault_report_photos_check,
  ADD CONSTRAINT fault_report_photos_subject
    CHECK (num_nonnulls(report_id, return_id) = CASE WHEN position IS NULL THEN 0 ELSE 1 END),
  ADD CONSTRAINT fault_report_photos_return UNIQUE (return_id, position);

ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_reason_check;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_reason_check
  CHECK (reason IN ('import', 'order', 'cancel', 'correction', 'reserve', 'release', 'transfer', 'return'));
