-- Card payments: POS accounts with their plans, BINs, payments with their moves, refunds, payment links.

-- A contract with a bank or payment company. `settings` holds addresses and merchant numbers, `secrets` keys and passwords
-- (AES-256-GCM with a key derived from the process's secret); neither leaves the server.
CREATE TABLE pos_accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9-]{2,40}$'),
  name text COLLATE "tr-x-icu" NOT NULL,
  adapter text NOT NULL CHECK (adapter IN ('nestpay', 'iyzico', 'paytr', 'garanti')),
  -- 'own_form': the card is typed on our page; 'hosted': on the provider's.
  mode text NOT NULL CHECK (mode IN ('own_form', 'hosted')),
  environment text NOT NULL DEFAULT 'sandbox' CHECK (environment IN ('sandbox', 'test', 'live')),
  -- Whose own cards it takes (EFT code), and which card programs.
  bank_code text CHECK (bank_code ~ '^\d{4}$'),
  card_families text[] NOT NULL DEFAULT '{}',
  logo text,
  image text,
  currency text NOT NULL DEFAULT 'TRY' CHECK (currency = 'TRY'),
  settings jsonb NOT NULL DEFAULT '{}',
  secrets bytea,
  min_amount numeric(18, 2) CHECK (min_amount >= 0),
  max_amount numeric(18, 2) CHECK (max_amount >= 0),
  -- Takes single payments of cards that no other account takes.
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  CHECK (min_amount IS NULL OR max_amount IS NULL OR min_amount <= max_amount)
);
CREATE UNIQUE INDEX pos_accounts_one_default ON pos_accounts (is_default) WHERE is_default AND is_active;
-- Every page knows whether cards can be paid with.
CREATE TRIGGER pos_accounts_version AFTER INSERT OR UPDATE OR DELETE ON pos_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');

-- A row of the installment table. Installment 1 is the single payment, which every account has.
CREATE TABLE pos_plans (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  installment integer NOT NULL CHECK (installment BETWEEN 1 AND 12),
  -- Percent on the amount.
  commission numeric(6, 3) NOT NULL DEFAULT 0 CHECK (commission BETWEEN 0 AND 100),
  is_default boolean NOT NULL DEFAULT false,
  -- From which amount on it is offered.
  min_amount numeric(18, 2) CHECK (min_amount >= 0),
  UNIQUE (pos_account_id, installment)
);
CREATE UNIQUE INDEX pos_plans_one_default ON pos_plans (pos_account_id) WHERE is_default;

-- How many installments the law allows, by class of card, category of goods (with all below it) and day. NULL = all.
CREATE TABLE installment_limits (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  card_class text CHECK (card_class IN ('personal', 'commercial')),
  category_id integer REFERENCES categories ON DELETE CASCADE,
  most integer NOT NULL CHECK (most BETWEEN 1 AND 12),
  valid_from date,
  valid_until date,
  note text NOT NULL DEFAULT ''
);

-- The first six or eight digits of card numbers.
CREATE TABLE card_bins (
  bin text PRIMARY KEY CHECK (bin ~ '^\d{6}(\d{2})?$'),
  bank text NOT NULL,
  bank_code text,
  scheme text NOT NULL,
  type text NOT NULL CHECK (type IN ('credit', 'debit', 'prepaid')),
  family text,
  is_commercial boolean NOT NULL DEFAULT false
);
-- The program of a bank's credit cards whose rows name none.
CREATE TABLE bank_card_families (
  bank_code text PRIMARY KEY,
  family text NOT NULL
);

-- A way to pay into a dealer's account that can be handed on. The address holds the token, the row its SHA-256.
CREATE TABLE payment_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  currency text NOT NULL DEFAULT 'TRY' CHECK (currency = 'TRY'),
  email text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  paid_at timestamptz
);
CREATE INDEX payment_links_dealer ON payment_links (dealer_id, id DESC);
CREATE INDEX payment_links_user ON payment_links (user_id, created_at);

-- One attempt to pay by card. `reference` is its order number at the bank: random, never used twice. `intent` names what is
-- paid for (one cart, one account page, one link), of which at most one attempt is under way. Amounts are in lira.
CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text NOT NULL UNIQUE CHECK (reference ~ '^[A-Z0-9]{20}$'),
  kind text NOT NULL CHECK (kind IN ('order', 'account', 'link')),
  intent text NOT NULL,
  -- The client's name of this attempt: the same key, the same attempt.
  start_key text,
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'redirected', 'authenticated', 'capturing',
    'captured', 'declined', 'unknown', 'cancelled', 'expired', 'voided', 'partially_refunded', 'refunded')),
  dealer_id integer NOT NULL REFERENCES dealers,
  -- NULL: whoever had the link.
  user_id integer REFERENCES users,
  payment_link_id bigint REFERENCES payment_links,
  pos_account_id integer NOT NULL REFERENCES pos_accounts,
  installment integer NOT NULL CHECK (installment BETWEEN 1 AND 12),
  base_amount numeric(18, 2) NOT NULL CHECK (base_amount > 0),
  fee_percent numeric(6, 3) NOT NULL DEFAULT 0 CHECK (fee_percent >= 0),
  fee numeric(18, 2) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  amount numeric(18, 2) NOT NULL,
  currency text NOT NULL DEFAULT 'TRY' CHECK (currency = 'TRY'),
  refunded numeric(18, 2) NOT NULL DEFAULT 0,
  description text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'tr',
  -- What was charged: the lines, prices, rates and totals that the order is made of.
  snapshot jsonb,
  -- Who pays, as the bank is told with each of its calls.
  buyer jsonb NOT NULL DEFAULT '{}',
  -- Base units of stock that it holds: 'held' until it ends, then 'used' by the order or 'released'.
  stock_state text NOT NULL DEFAULT 'none' CHECK (stock_state IN ('none', 'held', 'used', 'released')),
  -- What it was for has been ordered or paid otherwise meanwhile: money that still arrives goes back.
  is_replaced boolean NOT NULL DEFAULT false,
  -- Of the card nothing but this is ever written down; in hosted mode only what the provider tells.
  card_first6 text CHECK (card_first6 ~ '^\d{6}$'),
  card_last4 text CHECK (card_last4 ~ '^\d{4}$'),
  card_holder text NOT NULL DEFAULT '',
  card_bank text NOT NULL DEFAULT '',
  card_scheme text NOT NULL DEFAULT '',
  card_family text,
  address text NOT NULL DEFAULT '',
  -- What the bank said.
  auth_code text,
  bank_reference text,
  bank_transaction text,
  result_code text,
  result_text text,
  created_at timestamptz NOT NULL DEFAULT now(),
  redirected_at timestamptz,
  captured_at timestamptz,
  closed_at timestamptz,
  -- When the bank is asked next, and how often it was.
  inquire_at timestamptz,
  inquiries integer NOT NULL DEFAULT 0,
  order_id bigint UNIQUE REFERENCES orders,
  movement_id bigint UNIQUE REFERENCES account_movements,
  -- Why a person has to look at it, until one has.
  attention text,
  attention_settled_at timestamptz,
  CHECK (amount = base_amount + fee),
  CHECK (refunded BETWEEN 0 AND amount),
  CHECK ((kind = 'link') = (payment_link_id IS NOT NULL)),
  CHECK (kind = 'link' OR user_id IS NOT NULL),
  CHECK (order_id IS NULL OR kind = 'order'),
  CHECK (movement_id IS NULL OR kind <> 'order'),
  -- Money that was taken has its counterpart, and nothing else has one.
  CHECK ((order_id IS NOT NULL OR movement_id IS NOT NULL OR attention IS NOT NULL)
         OR state NOT IN ('captured', 'partially_refunded')),
  UNIQUE (intent, start_key)
);
CREATE UNIQUE INDEX payments_one_under_way ON payments (intent)
  WHERE state IN ('redirected', 'authenticated', 'capturing', 'unknown');
CREATE INDEX payments_dealer ON payments (dealer_id, id DESC);
CREATE INDEX payments_link ON payments (payment_link_id) WHERE payment_link_id IS NOT NULL;
CREATE INDEX payments_to_inquire ON payments (inquire_at) WHERE inquire_at IS NOT NULL;
CREATE INDEX payments_attention ON payments (id) WHERE attention IS NOT NULL AND attention_settled_at IS NULL;
-- What limits attempts: by person, address and card, of the last minutes.
CREATE INDEX payments_user_recent ON payments (user_id, created_at);
CREATE INDEX payments_address_recent ON payments (address, created_at);
CREATE INDEX payments_card_recent ON payments (card_first6, created_at);
CREATE INDEX payments_created ON payments (created_at);

-- Every move of a payment, with its cause. Rows are only ever added.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments ON DELETE CASCADE,
  -- NULL on both sides: something that moved nothing, such as a forged callback.
  from_state text,
  to_state text,
  cause text NOT NULL,
  detail text NOT NULL DEFAULT '',
  user_id integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_events_payment ON payment_events (payment_id, id);

-- Money on its way back. A void takes the whole amount back on the day of its capture.
CREATE TABLE payment_refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  request_key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('void', 'refund')),
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'sending', 'done', 'refused', 'unknown')),
  cause text NOT NULL DEFAULT '',
  -- NULL: the program itself, for money that no order or account entry may keep.
  requested_by integer REFERENCES users,
  result_code text,
  result_text text,
  inquire_at timestamptz,
  inquiries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  movement_id bigint UNIQUE REFERENCES account_movements,
  UNIQUE (payment_id, request_key)
);
CREATE UNIQUE INDEX payment_refunds_one_under_way ON payment_refunds (payment_id)
  WHERE state IN ('requested', 'sending', 'unknown');
CREATE INDEX payment_refunds_to_inquire ON payment_refunds (inquire_at) WHERE inquire_at IS NOT NULL;

-- Where the bank's books and ours differed when they were compared; a person settles it.
CREATE TABLE payment_differences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments ON DELETE CASCADE,
  day date NOT NULL,
  ours text NOT NULL,
  theirs text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  settled_by integer REFERENCES users,
  note text NOT NULL DEFAULT '',
  UNIQUE (payment_id, day)
);

-- Stock that a payment holds is taken by movements of its own, which become the order's.
ALTER TABLE stock_movements
  ADD COLUMN payment_id bigint REFERENCES payments,
  DROP CONSTRAINT stock_movements_reason_check,
  ADD CONSTRAINT stock_movements_reason_check
    CHECK (reason IN ('import', 'order', 'cancel', 'correction', 'reserve', 'release'));
CREATE INDEX stock_movements_payment ON stock_movements (payment_id) WHERE payment_id IS NOT NULL;
