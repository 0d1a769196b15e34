-- Account movements (cari hesap hareketleri), as the ERP keeps them; they come by import.
CREATE TABLE account_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  posted_on date NOT NULL,
  -- NULL: due on the day it was posted.
  due_on date,
  document_no text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('invoice', 'payment', 'return', 'debit', 'credit', 'opening')),
  description text NOT NULL DEFAULT '',
  debit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (debit >= 0),
  credit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (credit >= 0),
  currency text NOT NULL,
  -- The ERP's own name of the movement: a file that comes again changes it and adds nothing.
  reference text NOT NULL,
  -- What payments have not covered yet of a debit, the oldest due being paid first; kept by every import.
  unpaid numeric(18, 2) NOT NULL DEFAULT 0 CHECK (unpaid BETWEEN 0 AND debit),
  folded text GENERATED ALWAYS AS (fold(document_no || ' ' || description)) STORED,
  UNIQUE (dealer_id, reference),
  CHECK ((debit > 0) <> (credit > 0))
);
-- A statement's running balance is read from this index alone.
CREATE INDEX account_movements_statement ON account_movements (dealer_id, currency, posted_on, id)
  INCLUDE (debit, credit);
CREATE INDEX account_movements_unpaid ON account_movements (dealer_id, currency, coalesce(due_on, posted_on))
  INCLUDE (unpaid) WHERE unpaid > 0;

-- A dealer's figures in each of its currencies: as the ERP gave them (is_imported), else reckoned from the movements. What
-- is overdue of the latter changes by the day and is asked of the movements.
CREATE TABLE dealer_balances (
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  currency text NOT NULL,
  balance numeric(18, 2) NOT NULL,
  overdue_balance numeric(18, 2) NOT NULL DEFAULT 0 CHECK (overdue_balance >= 0),
  overdue_since date,
  as_of date NOT NULL,
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (dealer_id, currency)
);

-- What the second mode of the risk limit adds up: few rows, however many orders a dealer has had.
CREATE INDEX orders_open ON orders (dealer_id) INCLUDE (total_try) WHERE NOT is_cancel AND sent_to_erp_at IS NULL;
