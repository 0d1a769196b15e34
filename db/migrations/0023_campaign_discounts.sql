-- A campaign may take a percentage off what its products cost; 0 = it only shows them.
ALTER TABLE campaigns ADD COLUMN discount numeric(5, 2) NOT NULL DEFAULT 0 CHECK (discount >= 0 AND discount < 100);

-- What the running campaigns take off now, variants for themselves. Kept, so that whatever reads a price needs to know
-- nothing of days and families.
CREATE TABLE campaign_discounts (
  product_id integer PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  percent numeric(5, 2) NOT NULL CHECK (percent > 0 AND percent < 100)
);

-- Sortable prices are after a campaign's discount; otherwise as in migration 0006.
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
                THEN round(up.sale_value * c.exchange_rate * (100 - coalesce(off.percent, 0)) * 0.01, 4) END AS price
      FROM member m
      JOIN unit_prices up ON up.unit_id = m.default_unit_id
      JOIN currencies c ON c.code = up.sale_currency
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

-- Brings campaign_discounts to what runs now. Of several campaigns with one product the greatest discount counts; a product
-- stands for its whole family. Called by every process when the campaigns' stamp has changed: whoever comes second finds
-- nothing to do.
CREATE FUNCTION refresh_campaign_discounts() RETURNS void LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  PERFORM pg_advisory_xact_lock(23, 1);
  WITH wanted AS (
    SELECT family.id, max(c.discount) AS percent
      FROM campaigns c
      JOIN campaign_products cp ON cp.campaign_id = c.id
      JOIN products p ON p.id = cp.product_id
      CROSS JOIN LATERAL (
        SELECT coalesce(p.parent_id, p.id) AS id
        UNION ALL
        SELECT v.id FROM products v WHERE v.parent_id = coalesce(p.parent_id, p.id)
      ) family
     WHERE c.discount > 0 AND c.is_active AND coalesce(c.starts_at <= now(), true) AND coalesce(c.ends_at > now(), true)
     GROUP BY family.id
  ), ended AS (
    DELETE FROM campaign_discounts d WHERE NOT EXISTS (SELECT FROM wanted w WHERE w.id = d.product_id)
    RETURNING product_id
  ), begun AS (
    INSERT INTO campaign_discounts AS d (product_id, percent) SELECT id, percent FROM wanted
    ON CONFLICT (product_id) DO UPDATE SET percent = excluded.percent WHERE d.percent <> excluded.percent
    RETURNING product_id
  )
  SELECT array_agg(product_id) INTO ids FROM (SELECT * FROM ended UNION SELECT * FROM begun) changed;
  IF ids IS NULL THEN RETURN; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
END $$;

-- A variant that comes into a family, or leaves it, comes into the campaigns of its parent, or leaves them.
CREATE OR REPLACE FUNCTION campaign_product_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign_products WHERE product_id = NEW.id)
     OR EXISTS (SELECT FROM campaign_discounts WHERE product_id IN (NEW.id, NEW.parent_id)) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'campaigns';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION campaign_variants_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign_discounts)
     AND EXISTS (SELECT FROM changed n JOIN campaign_discounts d ON d.product_id = n.parent_id) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'campaigns';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_variants_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_variants_added();
