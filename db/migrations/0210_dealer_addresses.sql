-- Delivery addresses of dealers, the users that are bound to some of them, and where and how an order is delivered.

CREATE TABLE dealer_addresses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  -- How the dealer calls it, e.g. “Şantiye Gebze”.
  name text COLLATE "tr-x-icu" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 200),
  phone text NOT NULL DEFAULT '' CHECK (char_length(phone) <= 40),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 500),
  district text NOT NULL CHECK (char_length(district) BETWEEN 1 AND 100),
  -- A province of domain/text/provinces.ts.
  city text NOT NULL CHECK (char_length(city) BETWEEN 1 AND 100),
  postal_code text NOT NULL DEFAULT '' CHECK (postal_code ~ '^(\d{5})?$'),
  -- Under which code the ERP has it; empty: unknown.
  erp_code text NOT NULL DEFAULT '' CHECK (char_length(erp_code) <= 50),
  is_default boolean NOT NULL DEFAULT false,
  is_disabled boolean NOT NULL DEFAULT false,
  -- A removed address stays for the orders that went there.
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (dealer_id, id),
  CHECK (NOT is_default OR (NOT is_disabled AND removed_at IS NULL))
);
COMMENT ON TABLE dealer_addresses IS 'Where goods of a dealer are delivered to';
CREATE UNIQUE INDEX dealer_addresses_default ON dealer_addresses (dealer_id) WHERE is_default;
CREATE UNIQUE INDEX dealer_addresses_erp_code ON dealer_addresses (dealer_id, erp_code)
  WHERE erp_code <> '' AND removed_at IS NULL;

-- Users who order for, and see the orders of, these addresses only. A user without a row here is not bound.
ALTER TABLE users ADD CONSTRAINT users_of_dealer UNIQUE (dealer_id, id);
CREATE TABLE user_addresses (
  user_id integer NOT NULL,
  dealer_id integer NOT NULL,
  address_id integer NOT NULL,
  PRIMARY KEY (user_id, address_id),
  -- Both belong to the same dealer.
  FOREIGN KEY (dealer_id, user_id) REFERENCES users (dealer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (dealer_id, address_id) REFERENCES dealer_addresses (dealer_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE user_addresses IS 'The delivery addresses that users of dealers are bound to';
CREATE INDEX user_addresses_address ON user_addresses (dealer_id, address_id);
CREATE INDEX user_addresses_user ON user_addresses (dealer_id, user_id);

ALTER TABLE orders
  -- The address that was chosen; null: the dealer's own one, or one for this order only.
  ADD COLUMN delivery_address_id integer,
  -- A copy of the address, and the wishes of the buyer (domain/orders/delivery.ts). Null: nothing was chosen.
  ADD COLUMN delivery jsonb CHECK (jsonb_typeof(delivery) = 'object'),
  ADD CONSTRAINT orders_delivery_address FOREIGN KEY (dealer_id, delivery_address_id)
    REFERENCES dealer_addresses (dealer_id, id),
  ADD CONSTRAINT orders_delivery_copied CHECK (delivery_address_id IS NULL OR delivery IS NOT NULL);
COMMENT ON COLUMN orders.delivery_address_id IS 'The delivery address that was chosen; null: none of the stored ones';
COMMENT ON COLUMN orders.delivery IS 'Copy of the delivery address, and the wishes of the buyer';
CREATE INDEX orders_by_delivery_address ON orders (delivery_address_id, created_at DESC, id DESC)
  WHERE delivery_address_id IS NOT NULL;
