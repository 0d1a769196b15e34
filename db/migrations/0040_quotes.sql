-- What a quote says besides its lines: how long it is valid, its terms, and the tax data of both sides.
ALTER TABLE offers
  ADD COLUMN valid_until date,
  ADD COLUMN terms text NOT NULL DEFAULT '',
  ADD COLUMN customer_tax_office text NOT NULL DEFAULT '',
  ADD COLUMN customer_tax_number text NOT NULL DEFAULT '';

-- NULL = what the dealer's own row has.
ALTER TABLE dealers
  ADD COLUMN seller_tax_office text,
  ADD COLUMN seller_tax_number text;

-- The price before discount or mark-up that the dealer typed, in the offer's currency. NULL = the dealer's own price.
ALTER TABLE offer_items ADD COLUMN base_price numeric(18, 4) CHECK (base_price >= 0);
