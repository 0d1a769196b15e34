-- Payments by bank transfer: what dealers report, lines of bank statements, and what lines were booked as.

-- A dealer reports a transfer to an account of the store. IBANs are without spaces.
CREATE TABLE transfer_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  -- The same key reports one transfer.
  request_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  sent_on date NOT NULL,
  bank text NOT NULL,
  iban text NOT NULL,
  sender text NOT NULL CHECK (length(sender) <= 120),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  order_id bigint REFERENCES orders,
  -- The debits that it was made for.
  debts bigint[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'matched', 'rejected', 'withdrawn')),
  -- Why it was rejected.
  reason text NOT NULL DEFAULT '',
  settled_at timestamptz,
  settled_by integer REFERENCES users,
  UNIQUE (user_id, request_key),
  CHECK ((state = 'waiting') = (settled_at IS NULL)),
  CHECK ((state = 'rejected') = (reason <> ''))
);
CREATE INDEX transfer_notices_dealer ON transfer_notices (dealer_id, id DESC);
CREATE INDEX transfer_notices_waiting ON transfer_notices (amount) WHERE state = 'waiting';
CREATE INDEX transfer_notices_order ON transfer_notices (order_id) WHERE order_id IS NOT NULL;

-- A receipt is uploaded before its notice. What no notice uses is removed after a day.
CREATE TABLE transfer_receipts (
  -- Name of the stored file; nobody can guess it.
  file text PRIMARY KEY CHECK (file ~ '^[0-9a-f]{32}$'),
  notice_id bigint UNIQUE REFERENCES transfer_notices ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('picture', 'pdf')),
  -- As the user named it, without a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  bytes integer NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX transfer_receipts_user ON transfer_receipts (user_id, created_at);
CREATE INDEX transfer_receipts_waiting ON transfer_receipts (created_at) WHERE notice_id IS NULL;

-- A file that was imported. `new_lines`: how many of its lines were not stored before.
CREATE TABLE bank_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) <= 300),
  format text NOT NULL CHECK (format IN ('mt940', 'table')),
  iban text NOT NULL,
  lines integer NOT NULL,
  new_lines integer NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- NULL: came with the demo store.
  imported_by integer REFERENCES users
);

-- A line of a statement in lira, stored once however often its file is imported: `fingerprint` is a digest of account, day,
-- amount, reference and text, and `occurrence` counts lines that are equal in all of these.
CREATE TABLE bank_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES bank_statements,
  iban text NOT NULL,
  booked_on date NOT NULL,
  -- Positive: money came in.
  amount numeric(18, 2) NOT NULL CHECK (amount <> 0),
  -- Of the account, after the line; NULL if the file has none.
  balance numeric(18, 2),
  reference text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  sender text NOT NULL DEFAULT '',
  sender_iban text NOT NULL DEFAULT '',
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  occurrence integer NOT NULL CHECK (occurrence > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'ignored')),
  -- Why it is ignored.
  reason text NOT NULL DEFAULT '',
  settled_at timestamptz,
  settled_by integer REFERENCES users,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(description || ' ' || sender || ' ' || sender_iban || ' ' || reference)) STORED,
  UNIQUE (fingerprint, occurrence),
  CHECK (state = 'open' OR amount > 0),
  CHECK ((state = 'open') = (settled_at IS NULL)),
  CHECK ((state = 'ignored') = (reason <> ''))
);
CREATE INDEX bank_lines_by_day ON bank_lines (booked_on DESC, id DESC);
CREATE INDEX bank_lines_open ON bank_lines (booked_on DESC, id DESC) WHERE state = 'open' AND amount > 0;
CREATE INDEX bank_lines_amount ON bank_lines (iban, booked_on, amount);
CREATE INDEX bank_lines_sender ON bank_lines (sender_iban) WHERE sender_iban <> '';
CREATE INDEX bank_lines_statement ON bank_lines (statement_id);

-- What a line was booked as: one row for each dealer that it pays. An undone booking stays, with its counter-movement.
CREATE TABLE bank_line_bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id bigint NOT NULL REFERENCES bank_lines,
  dealer_id integer NOT NULL REFERENCES dealers,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  notice_id bigint REFERENCES transfer_notices,
  movement_id bigint UNIQUE REFERENCES account_movements ON DELETE SET NULL,
  booked_at timestamptz NOT NULL DEFAULT now(),
  booked_by integer REFERENCES users,
  reversal_id bigint UNIQUE REFERENCES account_movements ON DELETE SET NULL,
  reversed_at timestamptz,
  reversed_by integer REFERENCES users
);
-- A line pays a dealer once, and a notice is matched with one line.
CREATE UNIQUE INDEX bank_line_bookings_line ON bank_line_bookings (line_id, dealer_id) WHERE reversed_at IS NULL;
CREATE UNIQUE INDEX bank_line_bookings_notice ON bank_line_bookings (notice_id) WHERE reversed_at IS NULL;
CREATE INDEX bank_line_bookings_all ON bank_line_bookings (line_id, id);
CREATE INDEX bank_line_bookings_dealer ON bank_line_bookings (dealer_id);
