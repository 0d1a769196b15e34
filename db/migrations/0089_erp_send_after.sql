-- Minutes that an order waits before it is sent to the ERP: until then its buyer can cancel it.
ALTER TABLE erp_connections
  ADD COLUMN send_after_minutes integer NOT NULL DEFAULT 0 CHECK (send_after_minutes BETWEEN 0 AND 1440);
