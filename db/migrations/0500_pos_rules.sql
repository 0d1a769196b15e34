-- Which POS account takes which payment. The first rule in the list that is for a payment, and has an account that takes it,
-- decides. Empty lists and NULL do not restrict a rule.
CREATE TABLE pos_rules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position integer NOT NULL,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  bins text[] NOT NULL DEFAULT '{}',
  card_families text[] NOT NULL DEFAULT '{}',
  bank_codes text[] NOT NULL DEFAULT '{}',
  card_types text[] NOT NULL DEFAULT '{}' CHECK (card_types <@ ARRAY['credit', 'debit', 'prepaid', 'unknown']),
  card_class text CHECK (card_class IN ('personal', 'commercial')),
  min_amount numeric(18, 2) CHECK (min_amount >= 0),
  max_amount numeric(18, 2) CHECK (max_amount >= 0),
  installments integer[] NOT NULL DEFAULT '{}',
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- ordered: the first account that takes the payment; shares: the one furthest behind its share; cheapest: at the lowest cost.
  target text NOT NULL CHECK (target IN ('ordered', 'shares', 'cheapest')),
  share_by text NOT NULL DEFAULT 'amount' CHECK (share_by IN ('amount', 'count')),
  -- Payments before it do not count: the shares were others.
  counted_from timestamptz NOT NULL DEFAULT now(),
  CHECK (min_amount <= max_amount),
  CHECK (currency IS NOT NULL OR (min_amount IS NULL AND max_amount IS NULL))
);

-- An account that a rule names cannot be removed.
CREATE TABLE pos_rule_accounts (
  rule_id integer NOT NULL REFERENCES pos_rules ON DELETE CASCADE,
  pos_account_id integer NOT NULL REFERENCES pos_accounts,
  position integer NOT NULL,
  share numeric(5, 2) CHECK (share > 0 AND share <= 100),
  PRIMARY KEY (rule_id, pos_account_id)
);
CREATE INDEX pos_rule_accounts_account ON pos_rule_accounts (pos_account_id);

-- The rule that chose the account. NULL: none did.
ALTER TABLE payments ADD COLUMN pos_rule_id integer REFERENCES pos_rules ON DELETE SET NULL;
CREATE INDEX payments_rule ON payments (pos_rule_id, created_at) WHERE pos_rule_id IS NOT NULL;
