-- The life of an order: its state, what became of each line, and its history (domain/orders/order-life.ts).

ALTER TABLE orders
  ADD COLUMN state text NOT NULL DEFAULT 'received',
  -- Why it waits, or waited, for approval.
  ADD COLUMN approval_reasons text[] NOT NULL DEFAULT '{}',
  -- Until when the dealer may refuse the latest change of its lines; null without one, or once it is answered.
  ADD COLUMN objection_until timestamptz;

-- An order that was handed to the ERP was accepted by the store.
UPDATE orders SET state = CASE WHEN is_cancel THEN 'cancelled' ELSE 'confirmed' END
 WHERE is_cancel OR sent_to_erp_at IS NOT NULL;

ALTER TABLE orders
  ADD CONSTRAINT orders_state CHECK (state IN ('received', 'awaiting_approval', 'confirmed', 'picking', 'partly_shipped',
    'shipped', 'delivered', 'closed', 'rejected', 'cancelled')),
  ADD CONSTRAINT orders_cancelled_state CHECK (is_cancel = (state IN ('cancelled', 'rejected')));
CREATE INDEX orders_in_work ON orders (state, created_at, id) WHERE state NOT IN ('closed', 'cancelled', 'rejected');

-- Quantities in the unit that was ordered. `back_order` is in base units: what stock did not cover.
ALTER TABLE order_lines
  ADD COLUMN confirmed integer NOT NULL DEFAULT 0,
  ADD COLUMN shipped integer NOT NULL DEFAULT 0 CHECK (shipped >= 0),
  ADD COLUMN cancelled integer NOT NULL DEFAULT 0 CHECK (cancelled >= 0),
  ADD COLUMN returned integer NOT NULL DEFAULT 0,
  ADD COLUMN back_ordered integer NOT NULL GENERATED ALWAYS AS (ceil(back_order / multiplier)::integer) STORED,
  -- The line that this one replaces by an equivalent product.
  ADD COLUMN replaces_line integer;

UPDATE order_lines l
   SET cancelled = CASE WHEN o.is_cancel THEN l.quantity ELSE 0 END,
       back_order = CASE WHEN o.is_cancel THEN 0 ELSE l.back_order END,
       confirmed = CASE WHEN o.is_cancel THEN 0 ELSE l.quantity - ceil(l.back_order / l.multiplier)::integer END
  FROM orders o WHERE o.id = l.order_id AND o.state <> 'received';

-- What was ordered is open, shipped, cancelled or back-ordered; what is confirmed is all that is not cancelled or
-- back-ordered, once the order is confirmed.
ALTER TABLE order_lines
  ADD CONSTRAINT order_lines_add_up CHECK (cancelled + back_ordered + shipped <= quantity),
  ADD CONSTRAINT order_lines_confirmed CHECK (confirmed IN (0, quantity - cancelled - back_ordered) AND shipped <= confirmed),
  ADD CONSTRAINT order_lines_returned CHECK (returned BETWEEN 0 AND shipped);
CREATE INDEX order_lines_back_ordered ON order_lines (product_id, order_id) WHERE back_order > 0;

-- What happened to an order after it was placed: who, when and why. `facts` has the details of the step.
CREATE TABLE order_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  step text NOT NULL CHECK (step ~ '^[a-z_]{3,40}$'),
  from_state text,
  to_state text,
  actor text NOT NULL CHECK (actor IN ('dealer', 'staff', 'erp', 'system')),
  user_id integer REFERENCES users,
  -- The program that made the step; null for a connection within the shop.
  key_id integer,
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 500),
  facts jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor IN ('dealer', 'staff')) = (user_id IS NOT NULL))
);
CREATE INDEX order_history_order ON order_history (order_id, id);
CREATE INDEX order_history_user ON order_history (user_id) WHERE user_id IS NOT NULL;

INSERT INTO order_history (order_id, at, step, from_state, to_state, actor, user_id, reason)
SELECT o.id, coalesce(o.cancelled_at, o.created_at), 'cancelled', 'received', 'cancelled',
       CASE WHEN c.id IS NULL THEN 'system' WHEN c.dealer_id IS NULL THEN 'staff' ELSE 'dealer' END, c.id, o.cancel_reason
  FROM orders o LEFT JOIN users c ON c.id = o.cancelled_by WHERE o.is_cancel
UNION ALL
SELECT o.id, o.sent_to_erp_at, 'confirmed', 'received', 'confirmed', 'erp', NULL, ''
  FROM orders o WHERE NOT o.is_cancel AND o.sent_to_erp_at IS NOT NULL
ORDER BY 2, 1;

-- An order that waits for approval does not exist for other programs: they learn of it when it is approved, and never of
-- one that is not.
DROP TRIGGER orders_created ON orders;
CREATE TRIGGER orders_created AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.state <> 'awaiting_approval') EXECUTE FUNCTION record_event('order.created');
CREATE TRIGGER orders_approved AFTER UPDATE OF state ON orders
  FOR EACH ROW WHEN (OLD.state = 'awaiting_approval' AND NEW.state = 'confirmed')
  EXECUTE FUNCTION record_event('order.created');
DROP TRIGGER orders_cancelled ON orders;
CREATE TRIGGER orders_cancelled AFTER UPDATE OF is_cancel ON orders
  FOR EACH ROW WHEN (NEW.is_cancel AND NOT OLD.is_cancel AND OLD.state <> 'awaiting_approval')
  EXECUTE FUNCTION record_event('order.cancelled');

-- Cost of a base unit before tax, as the store imports it. Never shown to dealers.
CREATE TABLE product_costs (
  product_id integer PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  cost numeric(18, 4) NOT NULL CHECK (cost >= 0),
  currency text NOT NULL REFERENCES currencies (code),
  changed_at timestamptz NOT NULL DEFAULT now()
);
