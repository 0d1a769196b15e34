-- Approval within a dealer's company: limits of its users, orders that wait for an approver, deputies.

ALTER TABLE users
  DROP CONSTRAINT users_known_role,
  DROP CONSTRAINT users_role_of_kind,
  ADD CONSTRAINT users_known_role CHECK (user_role IS NULL OR user_role IN (
    'owner', 'buyer', 'approver', 'accountant', 'viewer',
    'full', 'orders', 'catalog', 'prices', 'payments', 'refunds', 'people', 'settings', 'reports', 'readOnly')),
  ADD CONSTRAINT users_role_of_kind CHECK (user_role IS NULL OR
    (role = 'dealer') = (user_role IN ('owner', 'buyer', 'approver', 'accountant', 'viewer')));

-- Rules of a dealer for the orders of all its users. No row: the defaults.
CREATE TABLE purchase_rules (
  dealer_id integer PRIMARY KEY REFERENCES dealers ON DELETE CASCADE,
  -- Orders with products of these categories, or of categories below them, need approval; not those of owners.
  category_ids integer[] NOT NULL DEFAULT '{}',
  -- In lira, with tax: larger orders need two approvers. NULL: one is enough.
  second_step_over numeric(18, 2) CHECK (second_step_over >= 0),
  -- After so many days a request ends without a decision.
  expiry_days integer NOT NULL DEFAULT 7 CHECK (expiry_days BETWEEN 1 AND 90)
);

-- What a user may order without approval. In lira, with tax; NULL: any amount; 0: every order needs approval.
CREATE TABLE purchase_limits (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  per_order numeric(18, 2) CHECK (per_order >= 0),
  -- In a calendar month of Turkey, with what waits for approval.
  per_month numeric(18, 2) CHECK (per_month >= 0),
  -- In addition to the categories of the dealer.
  category_ids integer[] NOT NULL DEFAULT '{}'
);

-- Orders that wait, or waited, for an approver of the dealer. Stock is taken when the order is placed.
CREATE TABLE purchase_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  -- Grows with each change of the lines and each approval.
  revision integer NOT NULL DEFAULT 1,
  -- Why it waits, and the limits and categories at that time.
  reasons text[] NOT NULL CHECK (cardinality(reasons) > 0),
  facts jsonb NOT NULL,
  -- What the order is placed with besides its lines: note, payment plan, branch.
  terms jsonb NOT NULL,
  -- As the buyer sent it.
  currency text NOT NULL,
  total numeric(18, 2) NOT NULL,
  -- Of the lines as they are now, at the prices of the day on which it was sent or changed: it counts to the month.
  total_try numeric(18, 2) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  reminded_at timestamptz,
  ended_at timestamptz,
  order_id bigint UNIQUE REFERENCES orders ON DELETE SET NULL,
  -- When the lines of a request that became no order went back to the buyer's cart.
  returned_at timestamptz,
  UNIQUE (id, user_id),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK (order_id IS NULL OR state = 'approved')
);
CREATE INDEX purchase_requests_dealer ON purchase_requests (dealer_id, id DESC);
CREATE INDEX purchase_requests_user ON purchase_requests (user_id, id DESC);
CREATE INDEX purchase_requests_waiting ON purchase_requests (expires_at) WHERE state = 'waiting';

-- The lines with the prices that the buyer saw. Products and units may be removed while it waits.
CREATE TABLE purchase_request_lines (
  request_id bigint NOT NULL REFERENCES purchase_requests ON DELETE CASCADE,
  line_no integer NOT NULL,
  product_id integer NOT NULL,
  unit_id integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  image text,
  unit text NOT NULL,
  multiplier numeric(12, 3) NOT NULL,
  -- What the buyer asked for, and what is left of it after an approver changed it; 0: the line was removed.
  quantity_before integer NOT NULL CHECK (quantity_before > 0),
  quantity integer NOT NULL CHECK (quantity >= 0),
  price_value numeric(18, 4) NOT NULL,
  price_currency text NOT NULL,
  tax_rate numeric(5, 2) NOT NULL,
  -- Of the quantity that the buyer asked for, in the currency of the request.
  amount numeric(18, 2) NOT NULL,
  PRIMARY KEY (request_id, line_no),
  UNIQUE (request_id, unit_id)
);

-- The approvals of a request as it is now. Nobody approves an own request, or gives two approvals.
CREATE TABLE purchase_approvals (
  request_id bigint NOT NULL,
  requester_id integer NOT NULL,
  step integer NOT NULL CHECK (step IN (1, 2)),
  user_id integer NOT NULL REFERENCES users,
  -- Whose right it was: the user's own, or that of the colleague for whom the user stands in.
  authority_id integer NOT NULL REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, step),
  UNIQUE (request_id, user_id),
  UNIQUE (request_id, authority_id),
  FOREIGN KEY (request_id, requester_id) REFERENCES purchase_requests (id, user_id) ON DELETE CASCADE,
  CHECK (requester_id NOT IN (user_id, authority_id))
);

-- What happened to a request.
CREATE TABLE purchase_request_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint NOT NULL REFERENCES purchase_requests ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  step text NOT NULL CHECK (step IN (
    'sent', 'changed', 'approved', 'ordered', 'refused', 'withdrawn', 'expired', 'reminded')),
  -- NULL: the shop itself.
  user_id integer REFERENCES users,
  -- The colleague for whom the user stood in.
  for_user_id integer REFERENCES users,
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 500),
  -- Of changed lines.
  lines jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX purchase_request_events_request ON purchase_request_events (request_id, id);

-- Who stands in for an approver, from the first to the last day, in Turkey.
CREATE TABLE approval_deputies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  deputy_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  from_day date NOT NULL,
  to_day date NOT NULL,
  CHECK (user_id <> deputy_id),
  CHECK (from_day <= to_day),
  UNIQUE (user_id, deputy_id, from_day)
);
CREATE INDEX approval_deputies_deputy ON approval_deputies (deputy_id);

-- A repeated click returns the request that the first one made.
ALTER TABLE idempotency_keys
  ADD COLUMN purchase_request_id bigint REFERENCES purchase_requests ON DELETE CASCADE,
  DROP CONSTRAINT idempotency_keys_one_result,
  ADD CONSTRAINT idempotency_keys_one_result
    CHECK (num_nonnulls(order_id, offer_id, fault_report_id, cart_id, purchase_request_id) <= 1);

-- What a user has ordered in a month.
CREATE INDEX orders_user_date ON orders (user_id, created_at) INCLUDE (total_try) WHERE NOT is_cancel;

-- Programs learn of the order itself: the approval before it is no change of it.
DROP TRIGGER order_history_changed ON order_history;
CREATE TRIGGER order_history_changed AFTER INSERT ON order_history
  FOR EACH ROW WHEN (NEW.from_state IS DISTINCT FROM 'awaiting_approval'
    AND NEW.step NOT IN ('cancelled', 'rejected', 'sent_to_erp', 'recalled', 'purchase_approved'))
  EXECUTE FUNCTION record_order_step();
