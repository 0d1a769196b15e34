-- Payments in the currency of their POS account. The program knows its currencies: a new one needs no migration.
ALTER TABLE payments DROP CONSTRAINT payments_currency_check;
ALTER TABLE payments ADD CONSTRAINT payments_currency_check CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE payment_links DROP CONSTRAINT payment_links_currency_check;
ALTER TABLE payment_links ADD CONSTRAINT payment_links_currency_check CHECK (currency ~ '^[A-Z]{3}$');
-- Each currency has an account of its own that takes the cards of no other account.
DROP INDEX pos_accounts_one_default;
CREATE UNIQUE INDEX pos_accounts_one_default ON pos_accounts (currency) WHERE is_default AND is_active;
