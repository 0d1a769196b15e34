-- Keys of dealers read prices and stock by scopes of their own; keys that exist keep what they could do.
UPDATE api_keys SET scopes = scopes || '{prices:read,stock:read}'
 WHERE dealer_id IS NOT NULL AND 'catalog:read' = ANY (scopes) AND NOT scopes && '{prices:read,stock:read}';

-- A program adds lines to its user's cart once. The cart to which a request with this key has added them.
ALTER TABLE idempotency_keys
  ADD COLUMN cart_id integer,
  DROP CONSTRAINT idempotency_keys_one_result,
  ADD CONSTRAINT idempotency_keys_one_result CHECK (num_nonnulls(order_id, offer_id, fault_report_id, cart_id) <= 1);

-- A dealer's invoices, newest first.
CREATE INDEX account_movements_invoices ON account_movements (dealer_id, posted_on, id) WHERE kind = 'invoice';
