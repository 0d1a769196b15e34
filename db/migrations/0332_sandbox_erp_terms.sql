-- What an account, or a group of accounts, pays for an item: a price or discounts.
CREATE TABLE sandbox_erp_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id integer NOT NULL REFERENCES sandbox_erp_items ON DELETE CASCADE,
  account_id integer REFERENCES sandbox_erp_accounts ON DELETE CASCADE,
  group_code text NOT NULL DEFAULT '',
  price numeric(18, 4),
  currency text NOT NULL DEFAULT 'TRY',
  -- Percent, one after the other.
  discounts numeric(5, 2)[] NOT NULL DEFAULT '{}',
  starts_on date NOT NULL DEFAULT '2020-01-01',
  ends_on date NOT NULL DEFAULT '2099-12-31',
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((account_id IS NULL) = (group_code <> ''))
);
COMMENT ON TABLE sandbox_erp_terms IS 'Sandbox ERP: prices and discounts of accounts and groups';
CREATE INDEX sandbox_erp_terms_item ON sandbox_erp_terms (item_id);
CREATE INDEX sandbox_erp_terms_account ON sandbox_erp_terms (account_id);
