-- What lists, searches and counts need while a process has no index of its own yet, and leaner news for those indexes.

-- Names as the index sorts them: case and accents of one letter count as the same.
CREATE COLLATION turkish_base (provider = icu, locale = 'tr-u-ks-level1', deterministic = false);

-- Counted, filtered, sorted and searched by name and code without a look at the wide table.
CREATE INDEX products_listed ON products (category_id, brand_id, model_id, id) WHERE parent_id IS NULL AND is_active;
CREATE INDEX products_by_name ON products (name COLLATE turkish_base, id) INCLUDE (code, brand_id, model_id, category_id)
  WHERE parent_id IS NULL AND is_active;
CREATE INDEX product_sort_prices_order ON product_sort_prices (price_list_id, price_try, product_id);

-- One row for each statement that changed something: which products, and what of them. NULL products = all of them.
ALTER TABLE catalog_changes
  DROP COLUMN product_id,
  ADD COLUMN product_ids integer[],
  ADD COLUMN kind text NOT NULL DEFAULT 'all' CHECK (kind IN ('all', 'price', 'stock'));

DROP FUNCTION record_catalog_change(integer[]);
-- Above this many products reading all of them is cheaper.
CREATE FUNCTION record_catalog_change(ids integer[], kind text DEFAULT 'all') RETURNS void LANGUAGE sql AS $$
  INSERT INTO catalog_changes (product_ids, kind) VALUES (CASE WHEN cardinality(ids) <= 50000 AND array_position(ids, NULL) IS NULL THEN ids END, kind)
$$;

-- A child that goes, changes or moves changes its parent's quantity and lowest price, the old parent's too.
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(touched.id) INTO ids
      FROM (SELECT id FROM changed UNION SELECT parent_id FROM changed WHERE parent_id IS NOT NULL
            UNION SELECT parent_id FROM former WHERE parent_id IS NOT NULL) touched;
  ELSE
    SELECT array_agg(touched.id) INTO ids
      FROM (SELECT id FROM changed UNION SELECT parent_id FROM changed WHERE parent_id IS NOT NULL) touched;
  END IF;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids);
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
DROP TRIGGER products_updated ON products;
CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION products_changed();

-- NOTIFY lets only one transaction commit at a time: an order goes without, and is seen at the next look.
CREATE OR REPLACE FUNCTION inventory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT product_id) INTO ids FROM changed;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM record_catalog_change(ids, 'stock');
  IF cardinality(ids) > 500 THEN PERFORM pg_notify('catalog_changed', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION unit_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT u.product_id) INTO ids FROM changed c JOIN product_units u ON u.id = c.unit_id;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION currencies_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE codes text[];
BEGIN
  SELECT array_agg(n.code) INTO codes
    FROM changed n JOIN former o ON o.id = n.id WHERE n.exchange_rate IS DISTINCT FROM o.exchange_rate;
  IF codes IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(array(
    SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
     WHERE up.sale_currency = ANY (codes)));
  PERFORM record_catalog_change(NULL, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
