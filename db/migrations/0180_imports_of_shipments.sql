-- The day on which goods left: files and people enter shipments later.
ALTER TABLE shipments ADD COLUMN shipped_on date;
UPDATE shipments SET shipped_on = (created_at AT TIME ZONE 'Europe/Istanbul')::date;
ALTER TABLE shipments ALTER COLUMN shipped_on SET NOT NULL,
  ALTER COLUMN shipped_on SET DEFAULT (now() AT TIME ZONE 'Europe/Istanbul')::date;

-- Shipments come from files too.
ALTER TABLE file_imports DROP CONSTRAINT file_imports_kind_check;
ALTER TABLE file_imports ADD CONSTRAINT file_imports_kind_check
  CHECK (kind IN ('movements', 'balances', 'serials', 'costs', 'shipments', 'pictures'));
ALTER TABLE import_profiles DROP CONSTRAINT import_profiles_kind_check;
ALTER TABLE import_profiles ADD CONSTRAINT import_profiles_kind_check
  CHECK (kind IN ('products', 'movements', 'balances', 'serials', 'costs', 'shipments'));

-- Shipments of a file: what a preview would ship, or an import has shipped.
CREATE TABLE file_import_shipments (
  import_id integer NOT NULL REFERENCES file_imports ON DELETE CASCADE,
  id integer GENERATED ALWAYS AS IDENTITY,
  lines integer[] NOT NULL,
  order_nos text[] NOT NULL,
  carrier text NOT NULL,
  tracking_no text NOT NULL,
  delivery_note_no text NOT NULL,
  quantity integer NOT NULL,
  -- Empty: a preview would make it.
  shipment_no text NOT NULL,
  -- The shipment was made before.
  is_existing boolean NOT NULL,
  PRIMARY KEY (import_id, id)
);
