-- The protocol that a session speaks, and the currency of sessions and transactions. Rows from before are NestPay's.
ALTER TABLE sandbox_sessions ADD COLUMN dialect text NOT NULL DEFAULT 'nestpay';
ALTER TABLE sandbox_sessions ADD COLUMN currency text NOT NULL DEFAULT 'TRY' CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE sandbox_transactions ADD COLUMN currency text NOT NULL DEFAULT 'TRY' CHECK (currency ~ '^[A-Z]{3}$');
