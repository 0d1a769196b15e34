-- Discounts for paying invoices early: "within N days, P %". The steps of a dealer apply in place of those of its group,
-- and these in place of the ones for everyone.

CREATE TABLE early_payment_steps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  group_id integer REFERENCES dealer_groups ON DELETE CASCADE,
  days integer NOT NULL CHECK (days BETWEEN 1 AND 365),
  percent numeric(5, 2) NOT NULL CHECK (percent > 0 AND percent <= 50),
  CHECK (num_nonnulls(dealer_id, group_id) <= 1)
);
CREATE UNIQUE INDEX early_payment_steps_day
  ON early_payment_steps (dealer_id, group_id, days) NULLS NOT DISTINCT;
CREATE INDEX early_payment_steps_group ON early_payment_steps (group_id);

-- The steps that applied when the order was placed: [{"days": 10, "percent": "3"}, …]; null: none.
ALTER TABLE orders ADD COLUMN early_payment jsonb;
CREATE INDEX orders_early_payment ON orders (dealer_id) WHERE early_payment IS NOT NULL;
