-- What happened to single things that carry a serial number, as the ERP keeps it; it comes by import.
CREATE TABLE serial_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As the ERP writes it.
  serial_no text NOT NULL,
  -- As it is compared: domain/serial-number.ts.
  serial_key text NOT NULL CHECK (serial_key <> '' AND length(serial_key) <= 60 AND serial_key !~ '[a-z[:space:]-]'),
  product_id integer REFERENCES products ON DELETE SET NULL,
  product_code text NOT NULL DEFAULT '',
  product_name text NOT NULL DEFAULT '',
  -- Who bought it or gave it back; NULL where it is no dealer of the shop, and then administrators alone see it.
  dealer_id integer REFERENCES dealers ON DELETE SET NULL,
  moved_on date NOT NULL,
  -- SATIŞ, İADE, SERVİS or any other word of the ERP.
  status text NOT NULL CHECK (status <> ''),
  document_no text NOT NULL DEFAULT '',
  -- The last day of the warranty that began with this movement.
  warranty_until date,
  -- The ERP's own name of the movement: a file that comes again changes it and adds nothing.
  reference text NOT NULL UNIQUE CHECK (reference <> '')
);
CREATE INDEX serial_movements_key ON serial_movements (serial_key, moved_on, id);
-- Deleting a product or dealer looks for its rows.
CREATE INDEX serial_movements_product ON serial_movements (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX serial_movements_dealer ON serial_movements (dealer_id) WHERE dealer_id IS NOT NULL;
