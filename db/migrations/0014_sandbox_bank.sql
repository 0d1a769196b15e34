-- The sandbox bank's own books. Nothing of the shop refers to them, and in production they stay empty.

-- One visit of a cardholder: from the form that a shop sends until the return to the shop. `fields` is what the shop sent
-- without the card's; of the card nothing but first six and last four digits stands here.
CREATE TABLE sandbox_sessions (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  oid text NOT NULL,
  store_type text NOT NULL CHECK (store_type IN ('3d', '3d_pay', '3d_host', '3d_pay_hosting')),
  amount numeric(18, 2) NOT NULL,
  installment integer NOT NULL CHECK (installment BETWEEN 1 AND 12),
  lang text NOT NULL CHECK (lang IN ('tr', 'en')),
  ok_url text NOT NULL,
  fail_url text NOT NULL,
  fields jsonb NOT NULL,
  card text CHECK (card ~ '^\d{6}\*+\d{4}$'),
  -- A result that the card's data alone decides (expired, not a card of this bank).
  result_code text,
  state text NOT NULL CHECK (state IN ('card', 'challenge', 'done')),
  md_status text,
  md_error text NOT NULL DEFAULT '',
  proof text NOT NULL UNIQUE,
  tries integer NOT NULL DEFAULT 0,
  codes_sent integer NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  queries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_sessions_oid ON sandbox_sessions (client_id, oid, created_at DESC);

-- What moved money, and what was asked for and refused.
CREATE TABLE sandbox_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL,
  oid text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'void', 'refund')),
  approved boolean NOT NULL,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  installment integer NOT NULL,
  card text NOT NULL CHECK (card ~ '^\d{6}\*+\d{4}$'),
  code text NOT NULL,
  auth_code text NOT NULL DEFAULT '',
  host_ref text NOT NULL DEFAULT '',
  trans_id text NOT NULL,
  at timestamptz NOT NULL
);
-- An order number pays once.
CREATE UNIQUE INDEX sandbox_transactions_one_sale ON sandbox_transactions (client_id, oid) WHERE kind = 'sale' AND approved;
CREATE UNIQUE INDEX sandbox_transactions_one_void ON sandbox_transactions (client_id, oid) WHERE kind = 'void' AND approved;
CREATE INDEX sandbox_transactions_oid ON sandbox_transactions (client_id, oid, id);

-- Faults that are switched on for the next `remaining` times, of one order number or of any.
CREATE TABLE sandbox_faults (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fault text NOT NULL,
  oid text,
  remaining integer NOT NULL CHECK (remaining >= 0)
);
