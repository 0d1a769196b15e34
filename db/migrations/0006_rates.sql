-- What a dealer's own list says comes before the default list for sorting too, also where it says 'ask for the price':
-- such a row has price_try 0. Parents have their cheapest child as the list's dealers see it.
CREATE OR REPLACE FUNCTION refresh_sort_prices(product_ids integer[]) RETURNS void LANGUAGE sql AS $$
  WITH touched AS MATERIALIZED (
    SELECT id FROM products WHERE id = ANY (product_ids)
    UNION
    SELECT parent_id FROM products WHERE id = ANY (product_ids) AND parent_id IS NOT NULL
  ), member AS MATERIALIZED (
    SELECT p.id AS owner_id, p.id, p.default_unit_id FROM touched t JOIN products p ON p.id = t.id
     WHERE p.is_active AND p.variant_names IS NULL
    UNION ALL
    SELECT p.parent_id, p.id, p.default_unit_id FROM touched t JOIN products p ON p.parent_id = t.id WHERE p.is_active
  ), kept AS MATERIALIZED (
    SELECT m.owner_id, m.id, up.price_list_id,
           CASE WHEN up.sale_value > 0 AND c.exchange_rate > 0 THEN round(up.sale_value * c.exchange_rate, 4) END AS price
      FROM member m
      JOIN unit_prices up ON up.unit_id = m.default_unit_id
      JOIN currencies c ON c.code = up.sale_currency
  ), base AS (
    SELECT kept.* FROM kept JOIN price_lists l ON l.id = kept.price_list_id WHERE l.is_default
  ), seen AS (
    SELECT owner_id, price_list_id, price FROM kept
    UNION ALL
    -- A child without a row of its own in its family's list.
    SELECT base.owner_id, family.price_list_id, base.price
      FROM (SELECT DISTINCT owner_id, price_list_id FROM kept WHERE owner_id <> id) family
      JOIN base ON base.owner_id = family.owner_id
     WHERE NOT EXISTS (SELECT FROM kept own
                        WHERE own.owner_id = base.owner_id AND own.id = base.id AND own.price_list_id = family.price_list_id)
  ), wanted AS (
    SELECT owner_id AS product_id, price_list_id, coalesce(min(price), 0) AS price_try
      FROM seen
     GROUP BY owner_id, price_list_id
    HAVING min(price) IS NOT NULL OR NOT EXISTS (SELECT FROM price_lists l WHERE l.id = seen.price_list_id AND l.is_default)
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

-- All rates of one statement at once, since a bulletin brings several. Orders do not wait for it: they lock neither
-- currencies nor sort prices.
DROP TRIGGER currencies_rate_changed ON currencies;
CREATE OR REPLACE FUNCTION currencies_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE codes text[];
BEGIN
  SELECT array_agg(n.code) INTO codes
    FROM changed n JOIN former o ON o.id = n.id WHERE n.exchange_rate IS DISTINCT FROM o.exchange_rate;
  IF codes IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(array(
    SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
     WHERE up.sale_currency = ANY (codes)));
  PERFORM record_catalog_change(ARRAY[NULL]::integer[]);
  RETURN NULL;
END $$;
CREATE TRIGGER currencies_rate_changed AFTER UPDATE ON currencies REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION currencies_changed();

-- The current rate is the newest of the history; one that was written without a history begins it.
INSERT INTO exchange_rates (currency_id, rate, source)
SELECT id, exchange_rate, 'manual' FROM currencies c
 WHERE code <> 'TRY' AND exchange_rate > 0 AND NOT EXISTS (SELECT FROM exchange_rates WHERE currency_id = c.id);

-- Lists with a price that asks, and families with prices in a dealer's list, stood in another place until now.
SELECT refresh_sort_prices(array(
  SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
    JOIN price_lists l ON l.id = up.price_list_id WHERE NOT l.is_default));
SELECT record_catalog_change(ARRAY[NULL]::integer[]);
