-- A child that goes, or changes, changes its parent's quantity and lowest price: after a DELETE only the old row knows it.
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  SELECT array_agg(touched.id) INTO ids
    FROM (SELECT id FROM changed UNION SELECT parent_id FROM changed WHERE parent_id IS NOT NULL) touched;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_sort_prices(ids);
  PERFORM record_catalog_change(ids);
  RETURN NULL;
END $$;
