-- Orders by month: without it the planner expects as many months as orders, and sorts all their lines.
CREATE STATISTICS orders_months ON (date_trunc('month', created_at AT TIME ZONE 'Europe/Istanbul')) FROM orders;
ANALYZE orders;
