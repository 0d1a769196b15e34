-- In which currency a sortable price is: dealers with their own rates convert it. NULL: lira. A family has the currency of the
-- variant that is the cheapest at the store's rates.
ALTER TABLE product_sort_prices ADD COLUMN currency text;

-- As in migration 0039, with the currency.
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
                           * (100 - coalesce(off.percent, 0)) * 0.01, 4) END AS price,
           nullif(CASE WHEN planned.value > 0 AND pc.exchange_rate > 0 THEN planned.currency ELSE up.sale_currency END, 'TRY')
             AS currency
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
    SELECT owner_id, price_list_id, price, currency FROM kept
    UNION ALL
    -- A child without a row of its own in its family's list.
    SELECT base.owner_id, family.price_list_id, base.price, base.currency
      FROM (SELECT DISTINCT owner_id, price_list_id FROM kept WHERE owner_id <> id) family
      JOIN base ON base.owner_id = family.owner_id
     WHERE NOT EXISTS (SELECT FROM kept own
                        WHERE own.owner_id = base.owner_id AND own.id = base.id AND own.price_list_id = family.price_list_id)
  ), wanted AS (
    SELECT owner_id AS product_id, price_list_id, coalesce(min(price), 0) AS price_try,
           (array_agg(currency ORDER BY price, currency))[1] AS currency
      FROM seen
     GROUP BY owner_id, price_list_id
    HAVING min(price) IS NOT NULL OR NOT EXISTS (SELECT FROM price_lists l WHERE l.id = seen.price_list_id AND l.is_default)
  ), removed AS (
    DELETE FROM product_sort_prices s
     WHERE s.product_id IN (SELECT id FROM touched)
       AND NOT EXISTS (SELECT FROM wanted w WHERE w.product_id = s.product_id AND w.price_list_id = s.price_list_id)
  )
  INSERT INTO product_sort_prices AS s (price_list_id, product_id, price_try, currency)
  SELECT price_list_id, product_id, price_try, currency FROM wanted
  ON CONFLICT (product_id, price_list_id) DO UPDATE SET price_try = excluded.price_try, currency = excluded.currency
   WHERE (s.price_try, s.currency) IS DISTINCT FROM (excluded.price_try, excluded.currency)
$$;

UPDATE product_sort_prices s SET currency = up.sale_currency
  FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id
 WHERE p.id = s.product_id AND p.variant_names IS NULL AND up.price_list_id = s.price_list_id AND up.sale_currency <> 'TRY';
-- Families and plan prices, which the statement above does not know.
SELECT refresh_sort_prices(array(
  SELECT DISTINCT p.id FROM unit_prices up JOIN products p ON p.default_unit_id = up.unit_id
   WHERE (up.sale_currency <> 'TRY' AND p.parent_id IS NOT NULL)
      OR num_nonnulls(up.plan1_value, up.plan2_value, up.plan3_value, up.plan4_value, up.plan5_value) > 0));
