-- Invoices of dealers, from UBL-TR documents, PDF files and the ERP.

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers,
  invoice_no text NOT NULL CHECK (length(invoice_no) BETWEEN 1 AND 40),
  -- The UUID of the e-document (ETTN). NULL: known by its number only.
  ettn uuid UNIQUE,
  -- Which side of the dealer's account: an invoice that a dealer issues for returned goods is a credit.
  side text NOT NULL CHECK (side IN ('debit', 'credit')),
  -- As in the document: SATIS, IADE, TEVKIFAT …
  type_code text NOT NULL DEFAULT 'SATIS' CHECK (length(type_code) BETWEEN 1 AND 30),
  issued_on date NOT NULL,
  due_on date,
  currency text NOT NULL,
  net numeric(18, 2) NOT NULL,
  tax numeric(18, 2) NOT NULL,
  -- What has to be paid.
  total numeric(18, 2) NOT NULL CHECK (total > 0),
  -- The readable part of the XML document; NULL without one.
  document jsonb,
  -- Sums of the document that do not add up.
  differences jsonb NOT NULL DEFAULT '[]',
  -- As the document names it.
  order_ref text NOT NULL DEFAULT '' CHECK (length(order_ref) <= 200),
  order_id bigint REFERENCES orders,
  movement_id bigint REFERENCES account_movements ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- NULL: a program or the command line.
  created_by integer REFERENCES users,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(invoice_no || ' ' || order_ref)) STORED,
  UNIQUE (dealer_id, invoice_no)
);
CREATE INDEX invoices_of_dealer ON invoices (dealer_id, issued_on DESC, id DESC);
CREATE INDEX invoices_by_day ON invoices (issued_on DESC, id DESC);
CREATE INDEX invoices_order ON invoices (order_id);
CREATE INDEX invoices_movement ON invoices (movement_id);
CREATE INDEX invoices_number ON invoices (invoice_no);
CREATE INDEX invoices_created_by ON invoices (created_by);

-- The files as they were received. `hash` (SHA-256 of the content) names the file in the data folder.
CREATE TABLE invoice_files (
  invoice_id bigint NOT NULL REFERENCES invoices ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('xml', 'pdf')),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invoice_id, kind)
);
CREATE INDEX invoice_files_hash ON invoice_files (hash);

-- An invoice and its account movement have the same number, whichever of the two comes first.
CREATE FUNCTION movement_of_invoice(dealer integer, number text, on_side text, code text, amount numeric) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT m.id FROM account_movements m
   WHERE m.dealer_id = dealer AND (m.document_no <> '' AND m.document_no = number OR m.reference = number)
     AND m.kind NOT IN ('payment', 'opening') AND (m.debit > 0) = (on_side = 'debit')
     AND NOT EXISTS (SELECT FROM invoices i WHERE i.movement_id = m.id)
   ORDER BY m.currency <> code, m.debit + m.credit <> amount, m.id LIMIT 1
$$;

CREATE FUNCTION find_movement_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.movement_id IS NULL THEN
    NEW.movement_id := movement_of_invoice(NEW.dealer_id, NEW.invoice_no, NEW.side, NEW.currency, NEW.total);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_find_movement BEFORE INSERT ON invoices
  FOR EACH ROW EXECUTE FUNCTION find_movement_of_invoice();

-- Whoever inserts an invoice has locked its dealer, so one of the two sees the other.
CREATE FUNCTION find_invoices_of_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM dealers WHERE id IN (SELECT dealer_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE invoices i SET movement_id = movement_of_invoice(i.dealer_id, i.invoice_no, i.side, i.currency, i.total)
   WHERE i.movement_id IS NULL AND i.id IN (
     SELECT o.id FROM changed m JOIN invoices o ON o.dealer_id = m.dealer_id AND o.invoice_no = m.document_no
     UNION
     SELECT o.id FROM changed m JOIN invoices o ON o.dealer_id = m.dealer_id AND o.invoice_no = m.reference);
  RETURN NULL;
END $$;
CREATE TRIGGER account_movements_find_invoices AFTER INSERT ON account_movements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION find_invoices_of_movements();

CREATE FUNCTION find_invoice_of_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices i SET movement_id = movement_of_invoice(i.dealer_id, i.invoice_no, i.side, i.currency, i.total)
   WHERE i.movement_id IS NULL AND i.dealer_id = NEW.dealer_id AND i.invoice_no IN (NEW.document_no, NEW.reference);
  RETURN NULL;
END $$;
CREATE TRIGGER account_movements_renamed AFTER UPDATE OF document_no, reference ON account_movements
  FOR EACH ROW WHEN ((OLD.document_no, OLD.reference) IS DISTINCT FROM (NEW.document_no, NEW.reference))
  EXECUTE FUNCTION find_invoice_of_movement();
