-- An administrator links a finding without a payment to the captured payment that it is. A payment takes one finding of
-- each kind.
ALTER TABLE bank_findings
  DROP CONSTRAINT bank_findings_settled_as_check,
  ADD CONSTRAINT bank_findings_settled_as_check CHECK (settled_as IN ('explained', 'booked', 'returned', 'linked')),
  ADD CONSTRAINT bank_findings_linked_check
    CHECK (settled_as <> 'linked' OR (payment_id IS NOT NULL AND settled_by IS NOT NULL));
CREATE UNIQUE INDEX bank_findings_linked ON bank_findings (payment_id, kind) WHERE settled_as = 'linked';
