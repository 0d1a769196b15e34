-- A floor may be a percentage above what the product costs the store (docs/decisions/082).

ALTER TABLE price_rules
  -- Of a floor: percent above the cost.
  ADD COLUMN above_cost numeric(5, 2) CHECK (above_cost >= 0),
  DROP CONSTRAINT price_rules_value;
ALTER TABLE price_rules
  ADD CONSTRAINT price_rules_value CHECK (num_nonnulls(price_list_id, fixed_value, chain, quantity, above_cost) = 1),
  ADD CONSTRAINT price_rules_above_cost CHECK (above_cost IS NULL OR kind = 'floor');
CREATE INDEX price_rules_floors_from_cost ON price_rules (above_cost) WHERE above_cost IS NOT NULL;

-- While there are such floors, a changed cost is a change of prices.
CREATE FUNCTION product_costs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF (SELECT min(above_cost) FROM price_rules) IS NULL THEN RETURN NULL; END IF;
  SELECT array_agg(product_id) INTO ids FROM changed;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER product_costs_added AFTER INSERT ON product_costs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_costs_changed();
CREATE TRIGGER product_costs_updated AFTER UPDATE ON product_costs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_costs_changed();
CREATE TRIGGER product_costs_removed AFTER DELETE ON product_costs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_costs_changed();

-- The catalog index has costs only while there are such floors: the first one makes it read them.
CREATE FUNCTION first_floor_from_cost() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM changed WHERE above_cost IS NOT NULL) OR EXISTS (
    SELECT FROM price_rules r WHERE r.above_cost IS NOT NULL AND NOT EXISTS (SELECT FROM changed c WHERE c.id = r.id)
  ) THEN RETURN NULL; END IF;
  SELECT array_agg(product_id) INTO ids FROM product_costs;
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM record_catalog_change(ids, 'price');
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER price_rules_first_cost_added AFTER INSERT ON price_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION first_floor_from_cost();
CREATE TRIGGER price_rules_first_cost_changed AFTER UPDATE ON price_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION first_floor_from_cost();
