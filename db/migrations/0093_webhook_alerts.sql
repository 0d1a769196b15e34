-- When administrators were last told that events did not reach a webhook.
ALTER TABLE webhook_targets ADD COLUMN alerted_at timestamptz;
CREATE INDEX webhook_deliveries_dead_of ON webhook_deliveries (target_id, ended_at) WHERE state = 'dead';
