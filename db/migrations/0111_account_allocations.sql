-- Which debits a payment was made for. What a payment has left, and credits without a choice, pay the oldest due first.

CREATE TABLE account_allocations (
  credit_id bigint NOT NULL REFERENCES account_movements ON DELETE CASCADE,
  debit_id bigint NOT NULL REFERENCES account_movements ON DELETE CASCADE,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (credit_id, debit_id)
);
CREATE INDEX account_allocations_debit ON account_allocations (debit_id);

-- Never more than the credit has or the debit needs, within one account. Whoever allocates has locked the account.
CREATE FUNCTION check_account_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM account_movements c JOIN account_movements d ON d.id = NEW.debit_id
     WHERE c.id = NEW.credit_id AND (c.dealer_id, c.currency) = (d.dealer_id, d.currency)
       AND c.credit >= (SELECT sum(amount) FROM account_allocations WHERE credit_id = NEW.credit_id)
       AND d.debit >= (SELECT sum(amount) FROM account_allocations WHERE debit_id = NEW.debit_id))
  THEN
    RAISE EXCEPTION 'Movement % cannot pay % of movement %.', NEW.credit_id, NEW.amount, NEW.debit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_allocations_sums';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER account_allocations_sums AFTER INSERT OR UPDATE ON account_allocations
  FOR EACH ROW EXECUTE FUNCTION check_account_allocation();

-- The debits that a link was made for.
ALTER TABLE payment_links ADD COLUMN debts bigint[] NOT NULL DEFAULT '{}';
