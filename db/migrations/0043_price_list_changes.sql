-- When a price list last changed: shown in the list of lists, and compared before prices are raised as previewed.
ALTER TABLE price_lists ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();

-- Prices do not change the settings, which contain the names of the lists.
DROP TRIGGER price_lists_version ON price_lists;
CREATE TRIGGER price_lists_version AFTER INSERT OR DELETE OR UPDATE OF code, name, is_default ON price_lists
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('settings');

-- As in migration 0007. A list that another transaction is changing at the same time gets its time from that one, so that
-- writers of prices never wait for each other.
CREATE OR REPLACE FUNCTION unit_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(DISTINCT u.product_id) INTO ids FROM changed c JOIN product_units u ON u.id = c.unit_id;
  IF ids IS NULL THEN RETURN NULL; END IF;
  UPDATE price_lists SET changed_at = clock_timestamp() WHERE id IN (
    SELECT id FROM price_lists WHERE id IN (SELECT price_list_id FROM changed) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
