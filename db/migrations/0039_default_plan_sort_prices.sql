-- Lists show what the cart charges, which is the default plan's price where a product has one. Sortable prices follow it;
-- otherwise as in migration 0023.
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
           CASE WHEN up.sale_value > 0 AND c.exchange_rate > 0
                THEN round(CASE WHEN planned.value > 0 AND pc.exchange_rate > 0
                                THEN planned.value * pc.exchange_rate ELSE up.sale_value * c.exchange_rate END
                           * (100 - coalesce(off.percent, 0)) * 0.01, 4) END AS price
      FROM member m
      JOIN unit_prices up ON up.unit_id = m.default_unit_id
      JOIN currencies c ON c.code = up.sale_currency
      LEFT JOIN payment_plans plan ON plan.is_default AND plan.is_enabled
      CROSS JOIN LATERAL (
        SELECT CASE plan.key WHEN 'advencePrice1' THEN up.plan1_value WHEN 'advencePrice2' THEN up.plan2_value
                             WHEN 'advencePrice3' THEN up.plan3_value WHEN 'advencePrice4' THEN up.plan4_value
                             WHEN 'advencePrice5' THEN up.plan5_value END AS value,
               CASE plan.key WHEN 'advencePrice1' THEN up.plan1_currency WHEN 'advencePrice2' THEN up.plan2_currency
                             WHEN 'advencePrice3' THEN up.plan3_currency WHEN 'advencePrice4' THEN up.plan4_currency
                             WHEN 'advencePrice5' THEN up.plan5_currency END AS currency
      ) planned
      LEFT JOIN currencies pc ON pc.code = planned.currency
      LEFT JOIN campaign_discounts off ON off.product_id = m.id
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

-- A plan's price may be in another currency than the sale price.
CREATE OR REPLACE FUNCTION currencies_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE codes text[];
BEGIN
  SELECT array_agg(n.code) INTO codes
    FROM changed n JOIN former o ON o.id = n.id WHERE n.exchange_rate IS DISTINCT FROM o.exchange_rate;
  IF codes IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(array(
    SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
     WHERE codes && ARRAY[up.sale_currency, up.plan1_currency, up.plan2_currency, up.plan3_currency, up.plan4_currency,
                          up.plan5_currency]));
  PERFORM record_catalog_change(ARRAY[NULL]::integer[]);
  RETURN NULL;
END $$;

-- Another default plan moves every product with plan prices. Plans are saved in two statements of one transaction (all
-- off, then each as chosen), so the order is settled at its end, and only if the default differs from the one in use.
CREATE TABLE sort_price_plan (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key text
);
INSERT INTO sort_price_plan (key) VALUES (NULL);

CREATE FUNCTION payment_plans_sorted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE default_key text := (SELECT key FROM payment_plans WHERE is_default AND is_enabled);
BEGIN
  UPDATE sort_price_plan SET key = default_key WHERE key IS DISTINCT FROM default_key;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(array(
    SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
     WHERE num_nonnulls(up.plan1_value, up.plan2_value, up.plan3_value, up.plan4_value, up.plan5_value) > 0));
  PERFORM record_catalog_change(ARRAY[NULL]::integer[]);
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_plans_sorted AFTER INSERT OR UPDATE OR DELETE ON payment_plans
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_plans_sorted();

UPDATE sort_price_plan SET key = (SELECT key FROM payment_plans WHERE is_default AND is_enabled);
SELECT refresh_sort_prices(array(
  SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
    JOIN payment_plans plan ON plan.is_default AND plan.is_enabled
   WHERE num_nonnulls(up.plan1_value, up.plan2_value, up.plan3_value, up.plan4_value, up.plan5_value) > 0));
SELECT record_catalog_change(ARRAY[NULL]::integer[]);
