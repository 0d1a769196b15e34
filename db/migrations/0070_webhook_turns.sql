-- Deliveries are claimed in this order: without the id, those that became due together would be sorted for every claim.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (target_id, next_at, id) WHERE state = 'waiting';
