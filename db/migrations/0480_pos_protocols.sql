-- The program knows its protocols and currencies: a new one needs no migration.
ALTER TABLE pos_accounts DROP CONSTRAINT pos_accounts_adapter_check;
ALTER TABLE pos_accounts DROP CONSTRAINT pos_accounts_currency_check;
ALTER TABLE pos_accounts ADD CONSTRAINT pos_accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$');
