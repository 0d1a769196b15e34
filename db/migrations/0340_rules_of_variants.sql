-- Where price rules name a variant, the catalog index needs the prices of all variants of the family: a changed rule makes it
-- read the family again.
CREATE FUNCTION price_rules_of_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT p.id) INTO ids
      FROM (SELECT product_id FROM changed UNION SELECT product_id FROM former) rule
      JOIN products p ON p.id = rule.product_id WHERE p.parent_id IS NOT NULL;
  ELSE
    SELECT array_agg(DISTINCT p.id) INTO ids
      FROM changed rule JOIN products p ON p.id = rule.product_id WHERE p.parent_id IS NOT NULL;
  END IF;
  IF ids IS NOT NULL THEN PERFORM record_catalog_change(ids, 'price'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER price_rules_variants_added AFTER INSERT ON price_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION price_rules_of_variants();
CREATE TRIGGER price_rules_variants_changed AFTER UPDATE ON price_rules REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION price_rules_of_variants();
CREATE TRIGGER price_rules_variants_removed AFTER DELETE ON price_rules REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION price_rules_of_variants();

-- Families with such rules from before.
SELECT record_catalog_change(array_agg(DISTINCT p.id), 'price')
  FROM price_rules r JOIN products p ON p.id = r.product_id WHERE p.parent_id IS NOT NULL HAVING count(*) > 0;

-- The rules that name no product, for lookups of one product's rules among very many.
CREATE INDEX price_rules_without_product ON price_rules (dealer_id) WHERE product_id IS NULL;
