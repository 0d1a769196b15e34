-- Promotions: free goods, basket steps and bundles (docs/decisions/076).

CREATE TABLE promotions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> '' AND char_length(code) <= 60),
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> '' AND char_length(name) <= 100),
  -- Empty: the Turkish name.
  name_en text NOT NULL DEFAULT '' CHECK (char_length(name_en) <= 100),
  kind text NOT NULL CHECK (kind IN ('bundle', 'free_goods', 'basket_step')),
  -- For whom; none: everyone.
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  group_id integer REFERENCES dealer_groups ON DELETE CASCADE,
  -- Folded name of a region of dealers.
  region text CHECK (region <> '' AND char_length(region) <= 80),
  CHECK (num_nonnulls(dealer_id, group_id, region) <= 1),
  -- What counts; none: all products.
  product_id integer REFERENCES products ON DELETE CASCADE,
  brand_id integer REFERENCES brands ON DELETE CASCADE,
  category_id integer REFERENCES categories ON DELETE CASCADE,
  CHECK (num_nonnulls(product_id, brand_id, category_id) <= 1),
  CHECK (kind <> 'bundle' OR num_nonnulls(product_id, brand_id, category_id) = 0),
  -- Free goods, in default units. Without a free product they are of the product that is bought.
  buy_quantity numeric(14, 3) CHECK (buy_quantity > 0),
  free_quantity integer CHECK (free_quantity BETWEEN 1 AND 100000),
  free_product_id integer REFERENCES products ON DELETE CASCADE,
  CHECK ((kind = 'free_goods') = (buy_quantity IS NOT NULL)),
  CHECK ((kind = 'free_goods') = (free_quantity IS NOT NULL)),
  CHECK (free_product_id IS NULL OR kind = 'free_goods'),
  -- The price of one set before tax.
  bundle_price numeric(18, 4) CHECK (bundle_price > 0),
  CHECK ((kind = 'bundle') = (bundle_price IS NOT NULL)),
  -- Of a set's price, and of the amounts of basket steps.
  currency text REFERENCES currencies (code),
  CHECK ((kind = 'free_goods') = (currency IS NULL)),
  starts_on date,
  ends_on date,
  CHECK (starts_on <= ends_on),
  priority integer NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1000 AND 1000),
  combines boolean NOT NULL DEFAULT false,
  needs_coupon boolean NOT NULL DEFAULT false,
  -- In uses: sets, times free goods are given, or orders with a basket step.
  total_quota integer CHECK (total_quota > 0),
  dealer_quota integer CHECK (dealer_quota > 0),
  order_limit integer CHECK (order_limit > 0),
  is_active boolean NOT NULL DEFAULT true,
  -- Changes with the terms. An order of a process that does not know the change yet is refused.
  revision integer NOT NULL DEFAULT 1,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE promotions IS 'Free goods, basket steps and bundles (docs/decisions/076)';
CREATE INDEX promotions_dealer ON promotions (dealer_id) WHERE dealer_id IS NOT NULL;
CREATE INDEX promotions_group ON promotions (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX promotions_product ON promotions (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX promotions_free_product ON promotions (free_product_id) WHERE free_product_id IS NOT NULL;
CREATE INDEX promotions_brand ON promotions (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX promotions_category ON promotions (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX promotions_created_by ON promotions (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE promotion_steps (
  promotion_id integer NOT NULL REFERENCES promotions ON DELETE CASCADE,
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  percent numeric(5, 2) CHECK (percent > 0 AND percent < 100),
  free_delivery boolean NOT NULL DEFAULT false,
  CHECK (percent IS NOT NULL OR free_delivery),
  PRIMARY KEY (promotion_id, amount)
);
COMMENT ON TABLE promotion_steps IS 'What a basket gets from an amount before tax';

CREATE TABLE promotion_parts (
  promotion_id integer NOT NULL REFERENCES promotions ON DELETE CASCADE,
  place integer NOT NULL CHECK (place > 0),
  -- A part whose unit was removed keeps the set from being made.
  unit_id integer REFERENCES product_units ON DELETE SET NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 100000),
  PRIMARY KEY (promotion_id, place),
  UNIQUE (promotion_id, unit_id)
);
COMMENT ON TABLE promotion_parts IS 'Whole units of products that make a set';
CREATE INDEX promotion_parts_unit ON promotion_parts (unit_id);

CREATE TABLE promotion_coupons (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  promotion_id integer NOT NULL REFERENCES promotions ON DELETE CASCADE,
  -- Upper case, without spaces.
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{3,40}$'),
  -- Whose it is; none: whoever may use the promotion.
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  -- Orders that it may be used in; null: any number.
  max_orders integer CHECK (max_orders > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  ends_on date,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE promotion_coupons IS 'Codes that open a promotion';
CREATE INDEX promotion_coupons_promotion ON promotion_coupons (promotion_id, id);
CREATE INDEX promotion_coupons_dealer ON promotion_coupons (dealer_id) WHERE dealer_id IS NOT NULL;

CREATE TABLE cart_coupons (
  cart_id integer NOT NULL REFERENCES carts ON DELETE CASCADE,
  coupon_id integer NOT NULL REFERENCES promotion_coupons ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart_id, coupon_id)
);
COMMENT ON TABLE cart_coupons IS 'Coupons that were typed for a cart';
CREATE INDEX cart_coupons_coupon ON cart_coupons (coupon_id);

-- Uses are counted by dealer, and for promotions with a quota in total in one row as well.
CREATE TABLE promotion_dealers (
  promotion_id integer NOT NULL REFERENCES promotions ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  PRIMARY KEY (promotion_id, dealer_id)
);
COMMENT ON TABLE promotion_dealers IS 'Uses of a promotion by each dealer';
CREATE INDEX promotion_dealers_dealer ON promotion_dealers (dealer_id);

CREATE TABLE promotion_totals (
  promotion_id integer PRIMARY KEY REFERENCES promotions ON DELETE CASCADE,
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0)
);
COMMENT ON TABLE promotion_totals IS 'Uses of a promotion that has a quota in total';

CREATE TABLE promotion_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  promotion_id integer NOT NULL REFERENCES promotions ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  coupon_id integer REFERENCES promotion_coupons ON DELETE SET NULL,
  uses integer NOT NULL CHECK (uses > 0),
  -- What holds them: a card payment, and then its order.
  payment_id bigint REFERENCES payments ON DELETE CASCADE,
  order_id bigint REFERENCES orders ON DELETE CASCADE,
  CHECK (num_nonnulls(payment_id, order_id) >= 1),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE promotion_uses IS 'Uses of promotions by orders, and held for card payments; cancelling removes them';
CREATE INDEX promotion_uses_promotion ON promotion_uses (promotion_id, dealer_id);
CREATE INDEX promotion_uses_order ON promotion_uses (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX promotion_uses_payment ON promotion_uses (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX promotion_uses_dealer ON promotion_uses (dealer_id);
CREATE INDEX promotion_uses_coupon ON promotion_uses (coupon_id) WHERE coupon_id IS NOT NULL;

-- Goods for nothing.
ALTER TABLE order_lines ADD COLUMN is_free boolean NOT NULL DEFAULT false;

-- Processes keep the promotions in memory and read them again when this version changes.
ALTER TABLE cache_versions DROP CONSTRAINT cache_versions_name_check;
ALTER TABLE cache_versions ADD CONSTRAINT cache_versions_name_check
  CHECK (name IN ('settings', 'catalog', 'campaigns', 'search_rules', 'price_rules', 'promotions'));
INSERT INTO cache_versions (name) VALUES ('promotions');
CREATE TRIGGER promotions_changed AFTER INSERT OR UPDATE OR DELETE ON promotions
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('promotions');
CREATE TRIGGER promotion_parts_changed AFTER UPDATE OF unit_id ON promotion_parts
  FOR EACH ROW EXECUTE FUNCTION bump_cache_version('promotions');

-- Promotions also depend on the category tree, and on the groups and regions of dealers.
CREATE FUNCTION bump_promotions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM promotions) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'promotions';
    PERFORM pg_notify('cache_version', 'promotions');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER promotions_tree AFTER INSERT OR DELETE OR UPDATE OF parent_id ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION bump_promotions();
CREATE TRIGGER promotions_dealers AFTER UPDATE OF group_id, region ON dealers
  FOR EACH ROW WHEN (old.group_id IS DISTINCT FROM new.group_id OR old.region IS DISTINCT FROM new.region)
  EXECUTE FUNCTION bump_promotions();
CREATE TRIGGER promotions_new_dealers AFTER INSERT ON dealers
  FOR EACH ROW WHEN (new.group_id IS NOT NULL OR new.region <> '')
  EXECUTE FUNCTION bump_promotions();
