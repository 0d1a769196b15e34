-- The list of all orders counts and sums them from this index alone.
CREATE INDEX orders_sums ON orders (is_cancel) INCLUDE (total_try);
