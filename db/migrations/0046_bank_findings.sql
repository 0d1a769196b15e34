-- Whether the bank's own list of the day was read: not asked for yet or not answered (open), read, or not part of the
-- protocol (none).
ALTER TABLE payment_reconciliations
  ADD COLUMN list text NOT NULL DEFAULT 'none' CHECK (list IN ('open', 'read', 'none'));

-- A refund is matched with one transaction of the bank's lists, so that a second one of the same amount is found.
ALTER TABLE payment_refunds ADD COLUMN listed_as text;

-- Transactions of the banks' lists that the books lack or have with another amount. `transaction_id` is the bank's, so a
-- list that is read again adds nothing. `notified_at`: when the email about it was written.
CREATE TABLE bank_findings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  transaction_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale_missing', 'refund_missing', 'amount_differs')),
  day date NOT NULL,
  occurred_at timestamptz,
  reference text NOT NULL,
  amount numeric(18, 2) NOT NULL,
  ours numeric(18, 2),
  currency text NOT NULL,
  auth_code text,
  bank_reference text,
  bank_transaction text,
  card_first6 text CHECK (length(card_first6) = 6),
  card_last4 text CHECK (length(card_last4) = 4),
  payment_id bigint REFERENCES payments,
  found_at timestamptz NOT NULL,
  notified_at timestamptz,
  -- The return of the money of a sale that is not ours; a lost answer is 'unknown' until the bank is asked.
  return_state text CHECK (return_state IN ('sending', 'done', 'refused', 'unknown')),
  return_text text,
  return_at timestamptz,
  settled_as text CHECK (settled_as IN ('explained', 'booked', 'returned')),
  settled_at timestamptz,
  -- NULL: settled by a later list.
  settled_by integer REFERENCES users,
  note text NOT NULL DEFAULT '',
  UNIQUE (pos_account_id, transaction_id),
  CHECK ((settled_as IS NULL) = (settled_at IS NULL))
);
CREATE INDEX bank_findings_open ON bank_findings (pos_account_id, reference) WHERE settled_at IS NULL;
CREATE INDEX bank_findings_payment ON bank_findings (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_findings_unnotified ON bank_findings (id) WHERE notified_at IS NULL;
