-- Webhooks of dealers: events of the dealer's own orders and payments, as its user sees them (decision 054).
ALTER TABLE webhook_targets
  ADD COLUMN dealer_id integer REFERENCES dealers,
  ADD COLUMN user_id integer REFERENCES users,
  ADD CONSTRAINT webhook_targets_dealer_user CHECK ((dealer_id IS NULL) = (user_id IS NULL));
CREATE INDEX webhook_targets_dealer ON webhook_targets (dealer_id) WHERE dealer_id IS NOT NULL;
CREATE INDEX webhook_targets_user ON webhook_targets (user_id) WHERE user_id IS NOT NULL;

-- An order is also acknowledged when an administrator marks it as sent to the ERP.
CREATE TRIGGER orders_sent AFTER UPDATE OF sent_to_erp_at ON orders
  FOR EACH ROW WHEN (NEW.sent_to_erp_at IS NOT NULL AND OLD.sent_to_erp_at IS NULL)
  EXECUTE FUNCTION record_event('order.acknowledged');
