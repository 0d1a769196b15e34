-- A cart reads what its own card payment holds of each promotion and coupon with a limit. Few uses are held at a time; without
-- this index the query reads all uses of the promotion.
CREATE INDEX promotion_uses_held ON promotion_uses (promotion_id, coupon_id) WHERE order_id IS NULL;
