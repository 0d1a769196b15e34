-- Rules that change what dealers pay (docs/decisions/075).

CREATE TABLE dealer_groups (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> '' AND char_length(code) <= 40),
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> '' AND char_length(name) <= 100),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE dealer_groups IS 'Groups of dealers, for price rules';

ALTER TABLE dealers ADD COLUMN group_id integer REFERENCES dealer_groups ON DELETE SET NULL;
CREATE INDEX dealers_group ON dealers (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX dealers_region ON dealers (fold(region)) WHERE region <> '';

CREATE TABLE price_rules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the ERP or a file knows it by.
  code text UNIQUE CHECK (code <> '' AND char_length(code) <= 60),
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> '' AND char_length(name) <= 100),
  kind text NOT NULL CHECK (kind IN ('list', 'agreement', 'chain', 'tier', 'floor')),
  -- Whose prices; none: everyone's.
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  group_id integer REFERENCES dealer_groups ON DELETE CASCADE,
  -- Folded name of a region of dealers.
  region text CHECK (region <> '' AND char_length(region) <= 80),
  CHECK (num_nonnulls(dealer_id, group_id, region) <= 1),
  -- Which products; none: all. A parent stands for its variants, a category for all below it.
  product_id integer REFERENCES products ON DELETE CASCADE,
  brand_id integer REFERENCES brands ON DELETE CASCADE,
  category_id integer REFERENCES categories ON DELETE CASCADE,
  CHECK (num_nonnulls(product_id, brand_id, category_id) <= 1),
  price_list_id integer REFERENCES price_lists ON DELETE CASCADE,
  fixed_value numeric(18, 4) CHECK (fixed_value > 0),
  fixed_currency text REFERENCES currencies (code),
  CHECK ((fixed_value IS NULL) = (fixed_currency IS NULL)),
  -- Discounts in percent, in order: 10+5+3.
  chain text CHECK (chain ~ '^\d{1,2}(\.\d{1,2})?(\+\d{1,2}(\.\d{1,2})?){0,5}$'),
  CHECK (num_nonnulls(price_list_id, fixed_value, chain) = 1),
  CHECK ((kind = 'list') = (price_list_id IS NOT NULL)),
  CHECK (kind <> 'list' OR num_nonnulls(product_id, brand_id, category_id) = 0),
  CHECK (kind <> 'chain' OR chain IS NOT NULL),
  -- For tiers. Below 1 a tier would change every price; lists show prices of one default unit.
  min_quantity numeric(14, 3) CHECK (min_quantity > 1),
  CHECK ((kind = 'tier') = (min_quantity IS NOT NULL)),
  -- For tiers: lines in this unit only.
  unit text CHECK (unit <> '' AND char_length(unit) <= 40),
  CHECK (unit IS NULL OR kind = 'tier'),
  starts_on date,
  ends_on date,
  CHECK (starts_on <= ends_on),
  priority integer NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1000 AND 1000),
  stops boolean NOT NULL DEFAULT false,
  keeps_discount boolean NOT NULL DEFAULT false,
  CHECK (NOT keeps_discount OR (kind = 'agreement' AND chain IS NOT NULL)),
  is_active boolean NOT NULL DEFAULT true,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE price_rules IS 'Agreements, discount chains, quantity tiers and floors (docs/decisions/075)';
CREATE INDEX price_rules_dealer ON price_rules (dealer_id) WHERE dealer_id IS NOT NULL;
CREATE INDEX price_rules_group ON price_rules (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX price_rules_product ON price_rules (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX price_rules_brand ON price_rules (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX price_rules_category ON price_rules (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX price_rules_list ON price_rules (price_list_id) WHERE price_list_id IS NOT NULL;
CREATE INDEX price_rules_created_by ON price_rules (created_by) WHERE created_by IS NOT NULL;
-- Two equal tiers would contradict each other.
CREATE UNIQUE INDEX price_rules_tiers ON price_rules (dealer_id, group_id, region, product_id, brand_id, category_id, unit,
  min_quantity, starts_on, ends_on, priority) NULLS NOT DISTINCT WHERE kind = 'tier' AND is_active;

-- Processes keep the rules in memory and read them again when this version changes.
ALTER TABLE cache_versions DROP CONSTRAINT cache_versions_name_check;
ALTER TABLE cache_versions ADD CONSTRAINT cache_versions_name_check
  CHECK (name IN ('settings', 'catalog', 'campaigns', 'search_rules', 'price_rules'));
INSERT INTO cache_versions (name) VALUES ('price_rules');
CREATE TRIGGER price_rules_changed AFTER INSERT OR UPDATE OR DELETE ON price_rules
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('price_rules');

-- Rules also depend on the category tree, and on the groups and regions of dealers.
CREATE FUNCTION bump_price_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM price_rules) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'price_rules';
    PERFORM pg_notify('cache_version', 'price_rules');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER price_rules_tree AFTER INSERT OR DELETE OR UPDATE OF parent_id ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION bump_price_rules();
CREATE TRIGGER price_rules_dealers AFTER UPDATE OF group_id, region ON dealers
  FOR EACH ROW WHEN (old.group_id IS DISTINCT FROM new.group_id OR old.region IS DISTINCT FROM new.region)
  EXECUTE FUNCTION bump_price_rules();
CREATE TRIGGER price_rules_new_dealers AFTER INSERT ON dealers
  FOR EACH ROW WHEN (new.group_id IS NOT NULL OR new.region <> '')
  EXECUTE FUNCTION bump_price_rules();

-- How a line came to its price, step by step; null for lines from before, and where the price is agreed otherwise.
ALTER TABLE order_lines ADD COLUMN price_steps jsonb;
