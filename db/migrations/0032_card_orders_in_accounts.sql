-- The card payment of an order makes an account movement like every other one. Payments that were captured before have none,
-- and get none: what the ERP booked for them is not known here. A movement imported as KART-<reference> is theirs.
ALTER TABLE payments DROP CONSTRAINT payments_check5;

-- Which debits are newer than the payment of an order: its invoice may be among them.
CREATE INDEX account_movements_debits ON account_movements (dealer_id, id) WHERE debit > 0;
