-- The comparison of a day with the books of one bank. `unanswered`: payments that the bank has not answered for yet; they
-- are inquired again every hour.
CREATE TABLE payment_reconciliations (
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  day date NOT NULL,
  unanswered bigint[] NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (pos_account_id, day)
);
