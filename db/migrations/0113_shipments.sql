-- Shipments of ordered goods: what was sent to a dealer, by whom, and where to follow it.

CREATE SEQUENCE shipment_number;

CREATE TABLE shipments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shipment_no text NOT NULL UNIQUE,
  dealer_id integer NOT NULL REFERENCES dealers,
  -- Chosen by the sender of the request: the same request makes one shipment.
  request_key text UNIQUE CHECK (char_length(request_key) BETWEEN 8 AND 200),
  -- A carrier of domain/orders/carriers.ts, or the name of another one.
  carrier text NOT NULL CHECK (char_length(carrier) BETWEEN 1 AND 60),
  tracking_no text NOT NULL DEFAULT '' CHECK (char_length(tracking_no) <= 60),
  -- Where to follow it; empty: as the carrier's numbers are followed.
  tracking_url text NOT NULL DEFAULT '' CHECK (tracking_url = '' OR tracking_url LIKE 'https://%'),
  -- Number of the delivery note (irsaliye).
  delivery_note_no text NOT NULL DEFAULT '' CHECK (char_length(delivery_note_no) <= 40),
  recipient text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  district text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: a program made it.
  created_by integer REFERENCES users,
  withdrawn_at timestamptz,
  withdrawn_by integer REFERENCES users,
  withdraw_reason text NOT NULL DEFAULT '' CHECK (char_length(withdraw_reason) <= 500)
);
CREATE INDEX shipments_created ON shipments (created_at, id);
CREATE INDEX shipments_dealer ON shipments (dealer_id, created_at, id);
CREATE INDEX shipments_tracking ON shipments (upper(tracking_no)) WHERE tracking_no <> '';
CREATE INDEX shipments_created_by ON shipments (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX shipments_withdrawn_by ON shipments (withdrawn_by) WHERE withdrawn_by IS NOT NULL;

-- Quantities in the unit that was ordered.
CREATE TABLE shipment_lines (
  shipment_id bigint NOT NULL REFERENCES shipments ON DELETE CASCADE,
  order_id bigint NOT NULL,
  line_no integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (shipment_id, order_id, line_no),
  FOREIGN KEY (order_id, line_no) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX shipment_lines_order ON shipment_lines (order_id, line_no);

CREATE TABLE parcels (
  shipment_id bigint NOT NULL REFERENCES shipments ON DELETE CASCADE,
  parcel_no integer NOT NULL CHECK (parcel_no > 0),
  -- In kilograms; null where it is unknown.
  weight numeric(10, 3) CHECK (weight > 0),
  PRIMARY KEY (shipment_id, parcel_no)
);
