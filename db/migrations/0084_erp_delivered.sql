-- A document that the ERP has, but has not numbered yet: files and staging tables are read later. Its number is looked up.
ALTER TABLE erp_outgoing DROP CONSTRAINT erp_outgoing_state_check;
ALTER TABLE erp_outgoing ADD CONSTRAINT erp_outgoing_state_check
  CHECK (state IN ('waiting', 'sending', 'unknown', 'delivered', 'refused', 'booked', 'skipped'));
DROP INDEX erp_outgoing_due;
CREATE INDEX erp_outgoing_due ON erp_outgoing (connection_id, next_at)
  WHERE state IN ('waiting', 'sending', 'unknown', 'delivered');
DROP INDEX erp_outgoing_once;
CREATE UNIQUE INDEX erp_outgoing_once ON erp_outgoing (kind, subject_id)
  WHERE state IN ('sending', 'unknown', 'delivered', 'booked');
