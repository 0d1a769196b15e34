-- Sales by day and dealer are summed from the index alone.
CREATE INDEX orders_sales ON orders (created_at) INCLUDE (dealer_id, total_try) WHERE NOT is_cancel;
