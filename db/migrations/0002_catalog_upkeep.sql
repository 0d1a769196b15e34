-- Sortable prices and the change feed are kept by statement triggers, so that no writer can forget them.

-- The default unit's own price where it has one in the list. Parents take their cheapest child.
CREATE FUNCTION refresh_sort_prices(product_ids integer[]) RETURNS void LANGUAGE sql AS $$
  WITH touched AS (
    SELECT id FROM products WHERE id = ANY (product_ids)
    UNION
    SELECT parent_id FROM products WHERE id = ANY (product_ids) AND parent_id IS NOT NULL
  ), own AS (
    SELECT coalesce(p.parent_id, p.id) AS owner_id, p.id, up.price_list_id,
           round(up.sale_value * c.exchange_rate, 4) AS price_try
      FROM touched t
      JOIN products p ON p.id = t.id OR p.parent_id = t.id
      JOIN unit_prices up ON up.unit_id = p.default_unit_id
      JOIN currencies c ON c.code = up.sale_currency
     WHERE up.sale_value > 0 AND c.exchange_rate > 0 AND p.is_active
  ), wanted AS (
    SELECT product_id, price_list_id, min(price_try) AS price_try FROM (
      SELECT id AS product_id, price_list_id, price_try FROM own
      UNION ALL
      SELECT owner_id, price_list_id, price_try FROM own WHERE owner_id <> id
    ) each_price
    WHERE product_id IN (SELECT id FROM touched)
    GROUP BY product_id, price_list_id
  ), removed AS (
    DELETE FROM product_sort_prices s
     WHERE s.product_id IN (SELECT id FROM touched)
       AND NOT EXISTS (SELECT FROM wanted w WHERE w.product_id = s.product_id AND w.price_list_id = s.price_list_id)
  )
  INSERT INTO product_sort_prices AS s (price_list_id, product_id, price_try)
  SELECT price_list_id, product_id, price_try FROM wanted
  ON CONFLICT (product_id, price_list_id) DO UPDATE SET price_try = excluded.price_try
   WHERE s.price_try IS DISTINCT FROM excluded.price_try
$$;

-- Above this many products in one statement each index reads everything again, which is cheaper.
CREATE FUNCTION record_catalog_change(product_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(product_ids) > 2000 THEN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
  ELSE
    INSERT INTO catalog_changes (product_id) SELECT DISTINCT unnest(product_ids);
  END IF;
END $$;

CREATE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT id) INTO ids FROM changed;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids);
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
CREATE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION products_changed();

-- Without NOTIFY: it would let only one order commit at a time. The indexes look for changes twice a second anyway.
CREATE FUNCTION inventory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT product_id) INTO ids FROM changed;
  IF ids IS NOT NULL THEN PERFORM record_catalog_change(ids); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER inventory_inserted AFTER INSERT ON inventory REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION inventory_changed();
CREATE TRIGGER inventory_updated AFTER UPDATE ON inventory REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION inventory_changed();
CREATE TRIGGER inventory_deleted AFTER DELETE ON inventory REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION inventory_changed();

CREATE FUNCTION unit_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT u.product_id) INTO ids FROM changed c JOIN product_units u ON u.id = c.unit_id;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids);
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER unit_prices_inserted AFTER INSERT ON unit_prices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION unit_prices_changed();
CREATE TRIGGER unit_prices_updated AFTER UPDATE ON unit_prices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION unit_prices_changed();
CREATE TRIGGER unit_prices_deleted AFTER DELETE ON unit_prices REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION unit_prices_changed();

CREATE FUNCTION product_units_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT product_id) INTO ids FROM changed;
  IF ids IS NOT NULL THEN PERFORM record_catalog_change(ids); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_units_inserted AFTER INSERT ON product_units REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_units_changed();
CREATE TRIGGER product_units_updated AFTER UPDATE ON product_units REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_units_changed();
CREATE TRIGGER product_units_deleted AFTER DELETE ON product_units REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_units_changed();

-- A new rate moves every price in that currency. What a rate leaves unpriced loses its row.
CREATE FUNCTION currencies_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.exchange_rate IS DISTINCT FROM OLD.exchange_rate THEN
    PERFORM refresh_sort_prices(array(
      SELECT DISTINCT u.product_id FROM unit_prices up JOIN product_units u ON u.id = up.unit_id
       WHERE up.sale_currency = NEW.code));
    PERFORM record_catalog_change(array_fill(NULL::integer, ARRAY[1]));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER currencies_rate_changed AFTER UPDATE OF exchange_rate ON currencies
  FOR EACH ROW EXECUTE FUNCTION currencies_changed();

-- Names, slugs and the tree are cached by every process as a whole.
CREATE TRIGGER brands_changed AFTER INSERT OR UPDATE OR DELETE ON brands
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('catalog');
CREATE TRIGGER models_changed AFTER INSERT OR UPDATE OR DELETE ON models
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('catalog');
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('catalog');

CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');
CREATE TRIGGER currencies_version AFTER INSERT OR UPDATE OR DELETE ON currencies
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');
CREATE TRIGGER payment_plans_version AFTER INSERT OR UPDATE OR DELETE ON payment_plans
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');
CREATE TRIGGER branches_version AFTER INSERT OR UPDATE OR DELETE ON branches
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');
CREATE TRIGGER warehouses_version AFTER INSERT OR UPDATE OR DELETE ON warehouses
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');
CREATE TRIGGER price_lists_version AFTER INSERT OR UPDATE OR DELETE ON price_lists
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');

-- What every store has before anything is loaded.
INSERT INTO currencies (code, symbol, name, exchange_rate, is_default, position) VALUES
  ('TRY', '₺', 'Türk lirası', 1, true, 0), ('USD', '$', 'ABD doları', NULL, false, 1), ('EUR', '€', 'Euro', NULL, false, 2);
INSERT INTO price_lists (code, name, is_default) VALUES ('STANDART', 'Standart liste', true);
INSERT INTO warehouses (code, name) VALUES ('MERKEZ', 'Merkez depo');
