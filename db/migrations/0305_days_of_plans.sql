-- Days from the order until a payment plan is due; null: not stated.

ALTER TABLE payment_plans ADD COLUMN due_days integer CHECK (due_days BETWEEN 0 AND 720);
