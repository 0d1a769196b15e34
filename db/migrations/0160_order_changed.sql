-- Programs learn of each step of an order, and of changed lines. Steps that have an event of their own are left out, and
-- so are those of an order that waits, or waited, for approval: it does not exist for programs yet.
CREATE FUNCTION record_order_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events (type, subject_id)
  SELECT 'order.changed', o.id FROM orders o WHERE o.id = NEW.order_id AND o.state NOT IN ('awaiting_approval', 'rejected');
  RETURN NULL;
END $$;

CREATE TRIGGER order_history_changed AFTER INSERT ON order_history
  FOR EACH ROW WHEN (NEW.from_state IS DISTINCT FROM 'awaiting_approval'
    AND NEW.step NOT IN ('cancelled', 'rejected', 'sent_to_erp', 'recalled'))
  EXECUTE FUNCTION record_order_step();
