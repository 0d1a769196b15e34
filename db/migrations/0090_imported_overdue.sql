-- An ERP may provide balances without what is overdue; then it is calculated from the movements. Overdue amounts of earlier
-- imports stay until the next one.
ALTER TABLE dealer_balances ADD COLUMN is_overdue_imported boolean NOT NULL DEFAULT false;
UPDATE dealer_balances SET is_overdue_imported = true WHERE is_imported;
