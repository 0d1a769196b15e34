-- Orders that are paid in advance by bank transfer. `booking_id`: the booked transfer that paid the order; NULL: it waits, unless
-- the order was cancelled.
CREATE TABLE awaited_transfers (
  order_id bigint PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers,
  -- The last day; after it the order is cancelled, unless the store has confirmed it.
  due_on date NOT NULL,
  reminded_at timestamptz,
  booking_id bigint REFERENCES bank_line_bookings
);
CREATE INDEX awaited_transfers_open ON awaited_transfers (due_on) WHERE booking_id IS NULL;
CREATE INDEX awaited_transfers_dealer ON awaited_transfers (dealer_id) WHERE booking_id IS NULL;
CREATE INDEX awaited_transfers_booking ON awaited_transfers (booking_id) WHERE booking_id IS NOT NULL;
