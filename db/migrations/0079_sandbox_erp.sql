-- The sandbox ERP's own books. Nothing of the shop refers to them, and in production they stay empty.

CREATE TABLE sandbox_erp_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> ''),
  name text NOT NULL,
  brand text NOT NULL DEFAULT '',
  group_code text NOT NULL DEFAULT '',
  -- Percent.
  tax_rate numeric(5, 2) NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Unit 1 is the base unit.
CREATE TABLE sandbox_erp_units (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id integer NOT NULL REFERENCES sandbox_erp_items ON DELETE CASCADE,
  unit_no integer NOT NULL CHECK (unit_no BETWEEN 1 AND 4),
  name text NOT NULL,
  multiplier numeric(12, 3) NOT NULL CHECK (multiplier > 0),
  barcode text,
  UNIQUE (item_id, unit_no)
);

-- Of one unit, in the currency of the price. List 1 is the default list.
CREATE TABLE sandbox_erp_prices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id integer NOT NULL REFERENCES sandbox_erp_items ON DELETE CASCADE,
  unit_no integer NOT NULL,
  list_no integer NOT NULL CHECK (list_no BETWEEN 1 AND 4),
  price numeric(18, 4) NOT NULL CHECK (price >= 0),
  currency text NOT NULL,
  has_vat boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (item_id, unit_no, list_no)
);

-- Base units.
CREATE TABLE sandbox_erp_stock (
  item_id integer NOT NULL REFERENCES sandbox_erp_items ON DELETE CASCADE,
  warehouse_no integer NOT NULL,
  quantity numeric(14, 3) NOT NULL,
  PRIMARY KEY (item_id, warehouse_no)
);

CREATE TABLE sandbox_erp_accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> ''),
  name text NOT NULL,
  address text NOT NULL DEFAULT '',
  district text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  tax_office text NOT NULL DEFAULT '',
  tax_number text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Orders, and slips of card payments and refunds. Deleted ones are gone, as in the ERPs.
CREATE TABLE sandbox_erp_documents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('order', 'payment', 'refund')),
  dialect text NOT NULL CHECK (dialect IN ('logo', 'netsis', 'mikro')),
  -- What people in the ERP see.
  document_no text NOT NULL,
  series text NOT NULL DEFAULT '',
  sequence integer NOT NULL,
  -- The number that the sender has given. No index makes it unique: that is the sender's task.
  sender_no text NOT NULL,
  channel text NOT NULL DEFAULT '',
  account_id integer NOT NULL REFERENCES sandbox_erp_accounts,
  document_date date NOT NULL,
  currency text NOT NULL,
  rate numeric(18, 8) NOT NULL,
  -- In TRY, with VAT.
  total numeric(18, 2) NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'invoiced')),
  -- [{itemId, unitNo, quantity, price, vat, warehouseNo}]; quantities in that unit, prices in TRY before VAT.
  lines jsonb NOT NULL DEFAULT '[]',
  notes text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (dialect, kind, document_no)
);
CREATE INDEX sandbox_erp_documents_sender ON sandbox_erp_documents (kind, sender_no);

CREATE TABLE sandbox_erp_ledger (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  guid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  account_id integer NOT NULL REFERENCES sandbox_erp_accounts ON DELETE CASCADE,
  document_id integer REFERENCES sandbox_erp_documents,
  posted_on date NOT NULL,
  due_on date NOT NULL,
  document_no text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('opening', 'invoice', 'payment', 'return', 'other')),
  description text NOT NULL DEFAULT '',
  debit numeric(18, 2) NOT NULL DEFAULT 0,
  credit numeric(18, 2) NOT NULL DEFAULT 0,
  is_cancelled boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((debit > 0) <> (credit > 0))
);
CREATE INDEX sandbox_erp_ledger_account ON sandbox_erp_ledger (account_id);

CREATE TABLE sandbox_erp_rates (
  currency text NOT NULL,
  day date NOT NULL,
  buying numeric(18, 8) NOT NULL,
  selling numeric(18, 8) NOT NULL,
  PRIMARY KEY (currency, day)
);

-- Tokens of the dialects that have them. A session that was not revoked holds a seat until it expires.
CREATE TABLE sandbox_erp_sessions (
  token text PRIMARY KEY,
  dialect text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Faults that are switched on for the next `remaining` times, of one dialect or of all, of one document or of any.
CREATE TABLE sandbox_erp_faults (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fault text NOT NULL,
  dialect text,
  sender_no text,
  remaining integer NOT NULL CHECK (remaining >= 0)
);
