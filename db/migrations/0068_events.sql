-- What happened to orders, payments and other records, for the integration API and webhooks. Triggers write the rows, so
-- an event exists exactly if its change was committed.

CREATE SEQUENCE event_seq AS bigint;

-- `seq` is given after the commit, in ascending order under a lock: whoever has read up to a number misses nothing that
-- is committed later. `subject_id` is the id of the record that the type names.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seq bigint UNIQUE,
  type text NOT NULL,
  subject_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_without_number ON events (id) WHERE seq IS NULL;
CREATE INDEX events_of_type ON events (type, seq) WHERE seq IS NOT NULL;
CREATE INDEX events_age ON events (at);

-- The highest number that was removed for its age.
CREATE TABLE event_horizon (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  removed_seq bigint NOT NULL DEFAULT 0
);
INSERT INTO event_horizon DEFAULT VALUES;

-- Under which number the ERP has booked a record. One number each: a second booking shows as a conflict.
CREATE TABLE erp_documents (
  kind text NOT NULL CHECK (kind IN ('order', 'cancellation', 'payment', 'refund')),
  subject_id bigint NOT NULL,
  document_no text NOT NULL CHECK (length(document_no) BETWEEN 1 AND 100),
  -- Whose key acknowledged it. NULL: a connection that runs within the shop.
  key_id integer,
  acknowledged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, subject_id)
);

-- The type is the trigger's argument.
CREATE FUNCTION record_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (type, subject_id) VALUES (TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER orders_created AFTER INSERT ON orders
  FOR EACH ROW EXECUTE FUNCTION record_event('order.created');
CREATE TRIGGER orders_cancelled AFTER UPDATE OF is_cancel ON orders
  FOR EACH ROW WHEN (NEW.is_cancel AND NOT OLD.is_cancel) EXECUTE FUNCTION record_event('order.cancelled');

CREATE TRIGGER payments_captured AFTER UPDATE OF state ON payments
  FOR EACH ROW WHEN (NEW.state = 'captured' AND OLD.state <> 'captured')
  EXECUTE FUNCTION record_event('payment.captured');
CREATE TRIGGER payments_unknown AFTER UPDATE OF state ON payments
  FOR EACH ROW WHEN (NEW.state = 'unknown' AND OLD.state <> 'unknown') EXECUTE FUNCTION record_event('payment.unknown');
CREATE TRIGGER refunds_done AFTER UPDATE OF state ON payment_refunds
  FOR EACH ROW WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION record_event('payment.refunded');

CREATE TRIGGER offers_created AFTER INSERT ON offers
  FOR EACH ROW EXECUTE FUNCTION record_event('offer.created');
CREATE TRIGGER offers_cancelled AFTER UPDATE OF is_cancel ON offers
  FOR EACH ROW WHEN (NEW.is_cancel AND NOT OLD.is_cancel) EXECUTE FUNCTION record_event('offer.cancelled');

CREATE TRIGGER dealers_created AFTER INSERT ON dealers
  FOR EACH ROW EXECUTE FUNCTION record_event('dealer.created');
-- Balances have calls of their own.
CREATE TRIGGER dealers_changed AFTER UPDATE ON dealers
  FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.phone, OLD.address, OLD.district, OLD.city, OLD.tax_office, OLD.tax_number,
                      OLD.price_list_id, OLD.discount, OLD.risk_limit, OLD.risk_mode, OLD.disabled_at, OLD.contact_name,
                      OLD.email)
    IS DISTINCT FROM (NEW.code, NEW.name, NEW.phone, NEW.address, NEW.district, NEW.city, NEW.tax_office,
                      NEW.tax_number, NEW.price_list_id, NEW.discount, NEW.risk_limit, NEW.risk_mode, NEW.disabled_at,
                      NEW.contact_name, NEW.email))
  EXECUTE FUNCTION record_event('dealer.changed');

CREATE TRIGGER fault_reports_created AFTER INSERT ON fault_reports
  FOR EACH ROW EXECUTE FUNCTION record_event('fault_report.created');
CREATE TRIGGER fault_reports_changed AFTER UPDATE OF state, note ON fault_reports
  FOR EACH ROW WHEN ((OLD.state, OLD.note) IS DISTINCT FROM (NEW.state, NEW.note))
  EXECUTE FUNCTION record_event('fault_report.changed');

CREATE TRIGGER imports_finished AFTER UPDATE OF state ON imports
  FOR EACH ROW WHEN (NEW.state IN ('applied', 'failed') AND OLD.state = 'applying')
  EXECUTE FUNCTION record_event('import.finished');

CREATE FUNCTION record_negative_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (type, subject_id) VALUES ('stock.below_zero', NEW.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER inventory_created_below_zero AFTER INSERT ON inventory
  FOR EACH ROW WHEN (NEW.quantity < 0) EXECUTE FUNCTION record_negative_stock();
CREATE TRIGGER inventory_fell_below_zero AFTER UPDATE OF quantity ON inventory
  FOR EACH ROW WHEN (NEW.quantity < 0 AND OLD.quantity >= 0) EXECUTE FUNCTION record_negative_stock();

-- What happened before this migration, in its order.
INSERT INTO events (type, subject_id, at)
SELECT type, subject_id, at FROM (
  SELECT 'order.created' AS type, id AS subject_id, created_at AS at FROM orders
  UNION ALL
  SELECT 'order.cancelled', id, coalesce(cancelled_at, created_at) FROM orders WHERE is_cancel
  UNION ALL
  SELECT 'payment.captured', id, captured_at FROM payments WHERE captured_at IS NOT NULL
  UNION ALL
  SELECT 'payment.refunded', id, coalesce(ended_at, created_at) FROM payment_refunds WHERE state = 'done'
  UNION ALL
  SELECT 'offer.created', id, created_at FROM offers
  UNION ALL
  SELECT 'offer.cancelled', id, coalesce(cancelled_at, created_at) FROM offers WHERE is_cancel
  UNION ALL
  SELECT 'dealer.created', id, created_at FROM dealers
  UNION ALL
  SELECT 'fault_report.created', id, created_at FROM fault_reports) past
ORDER BY at, type DESC, subject_id;
