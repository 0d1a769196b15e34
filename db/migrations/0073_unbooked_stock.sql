-- Stock figures of the ERP lack what it has not booked yet: orders that it has since received, and stock that payments hold.
CREATE INDEX orders_sent ON orders (sent_to_erp_at) WHERE sent_to_erp_at IS NOT NULL AND NOT is_cancel;
CREATE INDEX payments_holding_stock ON payments (id) WHERE stock_state = 'held';
