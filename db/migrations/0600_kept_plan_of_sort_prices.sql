-- Sortable prices of a few products in less than a millisecond, and not at all after changes that do not concern them.

-- `refresh_sort_prices` of migration 0350 under another name.
CREATE FUNCTION compute_sort_prices(product_ids integer[], list_ids integer[]) RETURNS void LANGUAGE sql AS $$
  WITH scope AS MATERIALIZED (
    SELECT l.id, l.is_default, list_ids IS NULL OR l.id = ANY (list_ids) AS is_own FROM price_lists l
     WHERE list_ids IS NULL OR l.id = ANY (list_ids) OR l.is_default
        OR EXISTS (SELECT FROM price_lists base WHERE base.is_default AND base.id = ANY (list_ids))
  ), touched AS MATERIALIZED (
    SELECT t.id, EXISTS (SELECT FROM products v WHERE v.parent_id = t.id AND v.parent_id IS NOT NULL) AS is_family
      FROM (SELECT unnest(product_ids) AS id
            UNION
            SELECT parent_id FROM products WHERE id IN (SELECT unnest(product_ids)) AND parent_id IS NOT NULL) t
  ), member AS MATERIALIZED (
    SELECT p.id AS owner_id, p.id, p.default_unit_id, t.is_family FROM touched t JOIN products p ON p.id = t.id
     WHERE p.is_active AND p.variant_names IS NULL
    UNION ALL
    SELECT p.parent_id, p.id, p.default_unit_id, true FROM touched t JOIN products p ON p.parent_id = t.id
     WHERE t.is_family AND p.is_active
  ), kept AS MATERIALIZED (
    SELECT m.owner_id, m.id, m.is_family, up.price_list_id, l.is_default,
           CASE WHEN up.sale_value > 0 AND c.exchange_rate > 0
                THEN round(CASE WHEN planned.value > 0 AND pc.exchange_rate > 0
                                THEN planned.value * pc.exchange_rate ELSE up.sale_value * c.exchange_rate END
                           * (100 - coalesce(off.percent, 0)) * 0.01, 4) END AS price,
           nullif(CASE WHEN planned.value > 0 AND pc.exchange_rate > 0 THEN planned.currency ELSE up.sale_currency END, 'TRY')
             AS currency
      FROM member m
      JOIN unit_prices up ON up.unit_id = m.default_unit_id
      JOIN scope l ON l.id = up.price_list_id AND (l.is_own OR m.is_family)
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
  ), seen AS (
    SELECT owner_id, price_list_id, is_default, price, currency FROM kept WHERE is_family
    UNION ALL
    -- A child without a row of its own in its family's list.
    SELECT base.owner_id, family.price_list_id, family.is_default, base.price, base.currency
      FROM (SELECT DISTINCT owner_id, price_list_id, is_default FROM kept WHERE is_family AND owner_id <> id) family
      JOIN kept base ON base.owner_id = family.owner_id AND base.is_family AND base.is_default
     WHERE NOT EXISTS (SELECT FROM kept own
                        WHERE own.is_family AND own.owner_id = base.owner_id AND own.id = base.id
                          AND own.price_list_id = family.price_list_id)
  ), wanted AS (
    SELECT owner_id AS product_id, price_list_id, coalesce(min(price), 0) AS price_try,
           (array_agg(currency ORDER BY price, currency))[1] AS currency
      FROM seen
     GROUP BY owner_id, price_list_id, is_default
    HAVING min(price) IS NOT NULL OR NOT is_default
    UNION ALL
    SELECT id, price_list_id, coalesce(price, 0), currency FROM kept
     WHERE NOT is_family AND (price IS NOT NULL OR NOT is_default)
  ), present AS (
    SELECT s.product_id, s.price_list_id, s.price_try, s.currency
      FROM touched t
      JOIN product_sort_prices s ON s.product_id = t.id
      JOIN scope l ON l.id = s.price_list_id AND (l.is_own OR t.is_family)
  ), differing AS MATERIALIZED (
    -- Without a price: the row goes.
    SELECT product_id, price_list_id, w.price_try, w.currency
      FROM wanted w FULL JOIN present s USING (product_id, price_list_id)
     WHERE (w.price_try, w.currency) IS DISTINCT FROM (s.price_try, s.currency)
  ), removed AS (
    DELETE FROM product_sort_prices s USING differing d
     WHERE d.price_try IS NULL AND s.product_id = d.product_id AND s.price_list_id = d.price_list_id
  )
  INSERT INTO product_sort_prices AS s (price_list_id, product_id, price_try, currency)
  SELECT price_list_id, product_id, price_try, currency FROM differing
   WHERE price_try IS NOT NULL ORDER BY product_id, price_list_id
  ON CONFLICT (product_id, price_list_id) DO UPDATE SET price_try = excluded.price_try, currency = excluded.currency
   WHERE (s.price_try, s.currency) IS DISTINCT FROM (excluded.price_try, excluded.currency)
$$;

-- A connection kept one plan for all calls or planned each of them, whichever looked cheaper: planning took longer than the
-- work for a few products, and a plan for ten products took minutes for 20,000. Now their number decides.
CREATE FUNCTION compute_few_sort_prices(product_ids integer[], list_ids integer[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM compute_sort_prices(product_ids, list_ids);
END $$;

CREATE FUNCTION compute_many_sort_prices(product_ids integer[], list_ids integer[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM compute_sort_prices(product_ids, list_ids);
END $$;

CREATE OR REPLACE FUNCTION refresh_sort_prices(product_ids integer[], list_ids integer[] DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(product_ids) <= 100 THEN
    PERFORM compute_few_sort_prices(product_ids, list_ids);
  ELSE
    PERFORM compute_many_sort_prices(product_ids, list_ids);
  END IF;
END $$;

-- The plans of triggers are kept too, for as many rows as the first call had: joined by loops, 20,000 new rows and their
-- former values took minutes as well. EXCEPT compares them in one pass, whatever the plan expects.

-- As in migration 0007. Sortable prices follow the default unit, the activity and the family only.
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
  sorted integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(touched.id) INTO ids
      FROM (SELECT id FROM changed UNION SELECT parent_id FROM changed WHERE parent_id IS NOT NULL
            UNION SELECT parent_id FROM former WHERE parent_id IS NOT NULL) touched;
    SELECT array_agg(DISTINCT touched.id) FILTER (WHERE touched.id IS NOT NULL) INTO sorted
      FROM ((SELECT id, parent_id, is_active, default_unit_id, variant_names FROM changed
             EXCEPT SELECT id, parent_id, is_active, default_unit_id, variant_names FROM former)
            UNION ALL
            (SELECT id, parent_id, is_active, default_unit_id, variant_names FROM former
             EXCEPT SELECT id, parent_id, is_active, default_unit_id, variant_names FROM changed)) differing
     CROSS JOIN LATERAL (VALUES (differing.id), (differing.parent_id)) AS touched (id);
  ELSE
    SELECT array_agg(touched.id) INTO ids
      FROM (SELECT id FROM changed UNION SELECT parent_id FROM changed WHERE parent_id IS NOT NULL) touched;
    SELECT array_agg(DISTINCT touched.id) FILTER (WHERE touched.id IS NOT NULL) INTO sorted
      FROM changed CROSS JOIN LATERAL (VALUES (changed.id), (changed.parent_id)) AS touched (id)
     WHERE changed.default_unit_id IS NOT NULL OR changed.parent_id IS NOT NULL;
  END IF;
  IF ids IS NULL THEN RETURN NULL; END IF;
  IF sorted IS NOT NULL THEN PERFORM refresh_sort_prices(sorted); END IF;
  PERFORM record_catalog_change(ids);
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;

-- As in migration 0430.
CREATE OR REPLACE FUNCTION products_attributes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM changed WHERE attributes <> '[]';
  ELSE
    SELECT array_agg(id) INTO ids FROM (SELECT id, attributes FROM changed EXCEPT SELECT id, attributes FROM former) differing;
  END IF;
  IF ids IS NOT NULL THEN PERFORM refresh_attributes(ids, NULL); END IF;
  RETURN NULL;
END $$;

-- As in migration 0521.
CREATE OR REPLACE FUNCTION product_codes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE codes text[]; ids integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT ozelkod2), array_agg(DISTINCT id) INTO codes, ids
      FROM ((SELECT id, ozelkod2, is_active FROM changed EXCEPT SELECT id, ozelkod2, is_active FROM former)
            UNION ALL
            (SELECT id, ozelkod2, is_active FROM former EXCEPT SELECT id, ozelkod2, is_active FROM changed)) differing;
  ELSE
    SELECT array_agg(DISTINCT ozelkod2), array_agg(id) INTO codes, ids FROM changed;
  END IF;
  IF ids IS NOT NULL THEN PERFORM record_code_change(array_remove(codes, NULL), ids); END IF;
  RETURN NULL;
END $$;

-- As in migration 0350. Only prices of default units are sorted by.
CREATE OR REPLACE FUNCTION unit_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
  sorted integer[];
  lists integer[];
BEGIN
  SELECT array_agg(DISTINCT p.id), array_agg(DISTINCT p.id) FILTER (WHERE p.default_unit_id = u.id),
         array_agg(DISTINCT c.price_list_id)
    INTO ids, sorted, lists
    FROM changed c JOIN product_units u ON u.id = c.unit_id JOIN products p ON p.id = u.product_id;
  IF ids IS NULL THEN RETURN NULL; END IF;
  UPDATE price_lists SET changed_at = clock_timestamp() WHERE id IN (
    SELECT id FROM price_lists WHERE id = ANY (lists) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
  IF sorted IS NOT NULL THEN PERFORM refresh_sort_prices(sorted, lists); END IF;
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
