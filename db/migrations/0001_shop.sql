-- Text columns compare as bytes ("C") unless they say otherwise; names sort by the Turkish alphabet.

-- Folds case and accents the Turkish way, for searching. Its twin is fold() in domain/text.ts; a test compares both.
CREATE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(translate(normalize(value, NFC),
    'İIıŞşĞğÜüÖöÇçÂâÎîÛûÀàÁáÄäÃãÅåÈèÉéÊêËëÌìÍíÏïÑñÒòÓóÔôÕõØøÙùÚúÝýÿ',
    'iiissgguuooccaaiiuuaaaaaaaaaaeeeeeeeeiiiiiinnoooooooooouuuuyyy'));

-- Settings -----------------------------------------------------------------------------------------------------------

-- Only what differs from the default in contract/settings.ts has a row.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer
);

-- What a process caches is stamped with these; NOTIFY only speeds up what a re-read would find.
CREATE TABLE cache_versions (
  name text PRIMARY KEY CHECK (name IN ('settings', 'catalog')),
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO cache_versions (name) VALUES ('settings'), ('catalog');

CREATE FUNCTION bump_cache_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cache_versions SET version = version + 1 WHERE name = TG_ARGV[0];
  PERFORM pg_notify('cache_version', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TABLE currencies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z]{3}$'),
  symbol text NOT NULL,
  name text COLLATE "tr-x-icu" NOT NULL,
  -- TRY for one unit of the currency; NULL or 0 = unknown, which makes a price 'ask for it'.
  exchange_rate numeric(18, 8) CHECK (exchange_rate >= 0),
  is_default boolean NOT NULL DEFAULT false,
  position integer NOT NULL DEFAULT 0,
  CHECK (code <> 'TRY' OR exchange_rate = 1)
);
CREATE UNIQUE INDEX currencies_one_default ON currencies (is_default) WHERE is_default;

CREATE TABLE exchange_rates (
  currency_id integer NOT NULL REFERENCES currencies,
  rate numeric(18, 8) NOT NULL CHECK (rate >= 0),
  source text NOT NULL,
  valid_from timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (currency_id, valid_from)
);

CREATE TABLE payment_plans (
  key text PRIMARY KEY CHECK (key IN ('advencePrice1', 'advencePrice2', 'advencePrice3', 'advencePrice4', 'advencePrice5')),
  name text NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  is_default boolean NOT NULL DEFAULT false,
  is_virtual boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX payment_plans_one_default ON payment_plans (is_default) WHERE is_default;

CREATE TABLE price_lists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text COLLATE "tr-x-icu" NOT NULL,
  is_default boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX price_lists_one_default ON price_lists (is_default) WHERE is_default;

-- Dealers and people -------------------------------------------------------------------------------------------------

CREATE TABLE dealers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text COLLATE "tr-x-icu" NOT NULL,
  phone text,
  address text,
  district text,
  city text,
  tax_office text,
  tax_number text,
  price_list_id integer REFERENCES price_lists,
  discount numeric(6, 3) NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND 100),
  risk_limit numeric(18, 2) NOT NULL DEFAULT 0 CHECK (risk_limit >= 0),
  -- 'order': each order alone against limit minus overdue balance; 'balance': balance plus open orders.
  risk_mode text NOT NULL DEFAULT 'order' CHECK (risk_mode IN ('order', 'balance')),
  balance numeric(18, 2) NOT NULL DEFAULT 0,
  overdue_balance numeric(18, 2) NOT NULL DEFAULT 0,
  overdue_since date,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A branch belongs to one dealer, or (without one) is offered to all of them.
CREATE TABLE branches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer REFERENCES dealers,
  name text COLLATE "tr-x-icu" NOT NULL,
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX branches_dealer ON branches (dealer_id);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer REFERENCES dealers,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text COLLATE "tr-x-icu" NOT NULL,
  role text NOT NULL CHECK (role IN ('dealer', 'admin')),
  password_hash text,
  can_order boolean NOT NULL DEFAULT true,
  -- The visitor's own choices (the five keys of the settings call).
  choices jsonb NOT NULL DEFAULT '{}',
  disabled_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((role = 'dealer') = (dealer_id IS NOT NULL))
);
CREATE INDEX users_dealer ON users (dealer_id);

CREATE TABLE sessions (
  -- SHA-256 of the cookie's value: a stolen backup opens no session.
  id bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Wrong passwords, counted per account and address.
CREATE TABLE login_failures (
  account text NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_failures_account ON login_failures (account, failed_at);
CREATE INDEX login_failures_expiry ON login_failures (failed_at);

-- Catalog ------------------------------------------------------------------------------------------------------------

CREATE TABLE brands (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text COLLATE "tr-x-icu" NOT NULL,
  slug text NOT NULL UNIQUE
);

CREATE TABLE models (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand_id integer REFERENCES brands,
  name text COLLATE "tr-x-icu" NOT NULL,
  UNIQUE NULLS NOT DISTINCT (brand_id, name)
);

CREATE TABLE categories (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parent_id integer REFERENCES categories,
  name text COLLATE "tr-x-icu" NOT NULL,
  slug text NOT NULL UNIQUE,
  position integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (parent_id, name),
  CHECK (parent_id <> id)
);

CREATE TABLE products (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A parent's children are its variants. A parent has variant_names, a child as many variant_values; at most three.
  parent_id integer REFERENCES products ON DELETE CASCADE,
  code text NOT NULL CHECK (code <> ''),
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> ''),
  seo text NOT NULL,
  brand_id integer REFERENCES brands,
  model_id integer REFERENCES models,
  category_id integer REFERENCES categories,
  default_unit_id integer,
  -- Percent. NULL = the store's own rate (setting defaultTaxRate).
  tax_rate numeric(5, 2) CHECK (tax_rate BETWEEN 0 AND 100),
  description text,
  -- Ordered [label, value] pairs shown as technical data.
  attributes jsonb NOT NULL DEFAULT '[]',
  meta_title text,
  meta_description text,
  meta_keywords text,
  equivalent_code text,
  variant_names text[] CHECK (cardinality(variant_names) BETWEEN 1 AND 3),
  variant_values text[] CHECK (cardinality(variant_values) BETWEEN 1 AND 3),
  ozelkod text,
  ozelkod2 text,
  ozelkod3 text,
  ozelkod4 text,
  ozelkod5 text,
  -- File names under /images/, the main one first.
  images text[] NOT NULL DEFAULT '{}',
  -- What an import with --key <column> knows the product by.
  external_key text UNIQUE,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (parent_id <> id),
  CHECK ((parent_id IS NULL) OR (variant_values IS NOT NULL AND variant_names IS NULL))
);
CREATE INDEX products_parent ON products (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX products_code ON products (code);
CREATE INDEX products_brand ON products (brand_id);
CREATE INDEX products_model ON products (model_id);
CREATE INDEX products_category ON products (category_id);
CREATE INDEX products_ozelkod2 ON products (ozelkod2) WHERE ozelkod2 IS NOT NULL;
CREATE INDEX products_equivalent ON products (equivalent_code) WHERE equivalent_code IS NOT NULL;
CREATE UNIQUE INDEX products_variant ON products (parent_id, variant_values) WHERE parent_id IS NOT NULL;

CREATE TABLE product_units (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  multiplier numeric(12, 3) NOT NULL DEFAULT 1 CHECK (multiplier > 0),
  barcode text,
  position integer NOT NULL DEFAULT 0,
  UNIQUE (product_id, name),
  UNIQUE (product_id, id)
);
CREATE INDEX product_units_barcode ON product_units (barcode) WHERE barcode IS NOT NULL;
ALTER TABLE products ADD CONSTRAINT products_default_unit
  FOREIGN KEY (id, default_unit_id) REFERENCES product_units (product_id, id) ON DELETE SET NULL (default_unit_id)
  DEFERRABLE INITIALLY DEFERRED;

-- A unit without a row here costs default unit × multiplier. A list without a row falls back to the default list.
CREATE TABLE unit_prices (
  price_list_id integer NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  unit_id integer NOT NULL REFERENCES product_units ON DELETE CASCADE,
  sale_value numeric(18, 4) NOT NULL CHECK (sale_value >= 0),
  sale_currency text NOT NULL REFERENCES currencies (code),
  list_value numeric(18, 4) CHECK (list_value >= 0),
  list_currency text REFERENCES currencies (code),
  plan1_value numeric(18, 4) CHECK (plan1_value >= 0),
  plan1_currency text REFERENCES currencies (code),
  plan2_value numeric(18, 4) CHECK (plan2_value >= 0),
  plan2_currency text REFERENCES currencies (code),
  plan3_value numeric(18, 4) CHECK (plan3_value >= 0),
  plan3_currency text REFERENCES currencies (code),
  plan4_value numeric(18, 4) CHECK (plan4_value >= 0),
  plan4_currency text REFERENCES currencies (code),
  plan5_value numeric(18, 4) CHECK (plan5_value >= 0),
  plan5_currency text REFERENCES currencies (code),
  PRIMARY KEY (unit_id, price_list_id),
  CHECK ((list_value IS NULL) = (list_currency IS NULL)),
  CHECK ((plan1_value IS NULL) = (plan1_currency IS NULL)),
  CHECK ((plan2_value IS NULL) = (plan2_currency IS NULL)),
  CHECK ((plan3_value IS NULL) = (plan3_currency IS NULL)),
  CHECK ((plan4_value IS NULL) = (plan4_currency IS NULL)),
  CHECK ((plan5_value IS NULL) = (plan5_currency IS NULL))
);

-- TRY price of the default unit, for sorting and ranges: a parent has its cheapest child's. No row = no known price.
CREATE TABLE product_sort_prices (
  price_list_id integer NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  price_try numeric(20, 4) NOT NULL,
  PRIMARY KEY (product_id, price_list_id)
);

-- Stock --------------------------------------------------------------------------------------------------------------

CREATE TABLE warehouses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text COLLATE "tr-x-icu" NOT NULL,
  position integer NOT NULL DEFAULT 0
);

CREATE TABLE branch_warehouses (
  branch_id integer NOT NULL REFERENCES branches ON DELETE CASCADE,
  warehouse_id integer NOT NULL REFERENCES warehouses ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (branch_id, warehouse_id)
);

-- Negative figures come from imports only; the program's own writes are conditional and never go below zero.
CREATE TABLE inventory (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  warehouse_id integer NOT NULL REFERENCES warehouses,
  quantity numeric(14, 3) NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, warehouse_id)
) WITH (fillfactor = 80);

-- Their sum per product and warehouse is the inventory.
CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  warehouse_id integer NOT NULL REFERENCES warehouses,
  quantity numeric(14, 3) NOT NULL CHECK (quantity <> 0),
  reason text NOT NULL CHECK (reason IN ('import', 'order', 'cancel', 'correction')),
  order_id bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stock_movements_product ON stock_movements (product_id, warehouse_id);
CREATE INDEX stock_movements_order ON stock_movements (order_id) WHERE order_id IS NOT NULL;

-- What each process's catalog index still has to take over. NULL product = everything.
CREATE TABLE catalog_changes (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  product_id integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX catalog_changes_transaction ON catalog_changes (transaction_id);

-- Carts and orders ---------------------------------------------------------------------------------------------------

CREATE TABLE carts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE cart_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cart_id integer NOT NULL REFERENCES carts ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  unit_id integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  -- The price last shown to the user, so that a change is said once.
  seen_value numeric(18, 4),
  seen_currency text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (cart_id, unit_id),
  FOREIGN KEY (product_id, unit_id) REFERENCES product_units (product_id, id) ON DELETE CASCADE
);
CREATE INDEX cart_lines_product ON cart_lines (product_id);
CREATE INDEX cart_lines_unit ON cart_lines (product_id, unit_id);

CREATE SEQUENCE order_number AS bigint START 1;

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_no text NOT NULL UNIQUE,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  is_cancel boolean NOT NULL DEFAULT false,
  cancelled_at timestamptz,
  sent_to_erp_at timestamptz,
  description text NOT NULL,
  plan_key text REFERENCES payment_plans (key),
  branch_id integer REFERENCES branches,
  currency text NOT NULL,
  -- {"USD": "41.20000000", …}: TRY for one unit, every rate the order used.
  rates jsonb NOT NULL,
  subtotal numeric(18, 2) NOT NULL CHECK (subtotal >= 0),
  tax numeric(18, 2) NOT NULL CHECK (tax >= 0),
  total numeric(18, 2) NOT NULL,
  total_try numeric(18, 2) NOT NULL,
  CHECK (total = subtotal + tax),
  CHECK (is_cancel = (cancelled_at IS NOT NULL))
);
CREATE INDEX orders_dealer ON orders (dealer_id, id DESC);

-- A copy of everything the order was made of: later changes of the product do not touch it.
CREATE TABLE order_lines (
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  line_no integer NOT NULL,
  product_id integer REFERENCES products ON DELETE SET NULL,
  code text NOT NULL,
  name text NOT NULL,
  brand text,
  model text,
  image text,
  unit_id integer,
  unit text NOT NULL,
  multiplier numeric(12, 3) NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- Base units that stock did not cover.
  back_order numeric(14, 3) NOT NULL DEFAULT 0 CHECK (back_order >= 0),
  -- Price of one unit before tax, in its own currency.
  price_value numeric(18, 4) NOT NULL CHECK (price_value >= 0),
  price_currency text NOT NULL,
  tax_rate numeric(5, 2) NOT NULL,
  -- In the order's currency, rounded for display.
  amount numeric(18, 2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
CREATE INDEX order_lines_product ON order_lines (product_id);

-- Same key and body: the same answer. Same key, another body: refused.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 100),
  request_hash bytea NOT NULL,
  order_id bigint REFERENCES orders ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (created_at);
