-- What a bank keeps of a card payment, by card program, class of card, number of installments and day. Rows of one
-- account, program, class and count do not overlap in time; the account's row is locked while they change.
CREATE TABLE bank_rates (
  -- A payer's choice names a plan or a rate, so both are numbered together.
  id integer PRIMARY KEY DEFAULT nextval('pos_plans_id_seq'),
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  -- NULL = any
  family text CHECK (family <> ''),
  card_class text CHECK (card_class IN ('personal', 'commercial')),
  installment integer NOT NULL CHECK (installment BETWEEN 1 AND 12),
  -- Percent of the charged total.
  percent numeric(6, 3) NOT NULL CHECK (percent >= 0 AND percent < 100),
  -- Installments that the bank's campaign adds.
  extra_installments integer NOT NULL DEFAULT 0 CHECK (extra_installments BETWEEN 0 AND 12),
  -- plan: the payer is charged the percent of the account's plan
  bearer text NOT NULL CHECK (bearer IN ('store', 'payer', 'plan')),
  -- Calendar days from the capture until the bank pays out.
  pay_out_days integer CHECK (pay_out_days BETWEEN 0 AND 400),
  valid_from date NOT NULL,
  valid_until date CHECK (valid_until >= valid_from),
  CHECK (extra_installments = 0 OR installment > 1),
  -- No fee on the single payment (law 5464, article 17); of an installment at most the amount itself.
  CHECK (bearer <> 'payer' OR (installment > 1 AND percent <= 50))
);
CREATE UNIQUE INDEX bank_rates_from ON bank_rates (pos_account_id, family, card_class, installment, valid_from)
  NULLS NOT DISTINCT;
CREATE UNIQUE INDEX bank_rates_one_open ON bank_rates (pos_account_id, family, card_class, installment)
  NULLS NOT DISTINCT WHERE valid_until IS NULL;

-- What the bank keeps of a payment as of its capture, and when it pays out; NULL = not known.
ALTER TABLE payments
  ADD COLUMN card_is_commercial boolean,
  ADD COLUMN extra_installments integer NOT NULL DEFAULT 0 CHECK (extra_installments BETWEEN 0 AND 12),
  ADD COLUMN cost_percent numeric(6, 3) CHECK (cost_percent >= 0),
  ADD COLUMN cost numeric(18, 2) CHECK (cost >= 0),
  ADD COLUMN pay_out_day date,
  ADD CONSTRAINT payments_cost_both CHECK ((cost IS NULL) = (cost_percent IS NULL));
