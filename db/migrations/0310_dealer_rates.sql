-- Which exchange rate counts for a dealer: of the day of the order, agreed ones (TRY for one unit by currency, until a day), or of
-- the day of the invoice.
ALTER TABLE dealers
  ADD COLUMN rate_policy text NOT NULL DEFAULT 'order_day' CHECK (rate_policy IN ('order_day', 'fixed', 'invoice_day')),
  ADD COLUMN fixed_rates jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(fixed_rates) = 'object'),
  ADD COLUMN rates_until date;
CREATE INDEX dealers_own_rates ON dealers (id) WHERE rate_policy <> 'order_day';

-- Who typed a rate. NULL: a bulletin, a program or the command line.
ALTER TABLE exchange_rates ADD COLUMN created_by integer REFERENCES users ON DELETE SET NULL;
CREATE INDEX exchange_rates_created_by ON exchange_rates (created_by);

-- Where the rates of an order and of an offer are from, by currency: {"USD": {"source": "tcmb", "day": "2026-11-27"}}.
ALTER TABLE orders
  ADD COLUMN rate_sources jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN rate_policy text NOT NULL DEFAULT 'order_day' CHECK (rate_policy IN ('order_day', 'fixed', 'invoice_day'));
ALTER TABLE offers
  ADD COLUMN rate_sources jsonb NOT NULL DEFAULT '{}',
  -- Until when an order from this offer keeps its rates. NULL: it never did.
  ADD COLUMN rates_locked_until timestamptz,
  -- The order that it became.
  ADD COLUMN order_id bigint REFERENCES orders;
CREATE INDEX offers_order ON offers (order_id);

-- The rates of the invoice's day, for an invoice that is not in lira or whose order is in prices of other currencies:
-- {"USD": {"rate": "41.25", "source": "tcmb", "day": "2026-11-27"}}.
ALTER TABLE invoices ADD COLUMN rates jsonb NOT NULL DEFAULT '{}';
