-- The address of a product has its second special code unless another product on sale has the same code or the code as its
-- id. A product that takes or gives up a code changes the addresses of the others, which the change feed has to name too.
CREATE FUNCTION record_code_change(codes text[], ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE others integer[];
BEGIN
  -- Then everything is recorded as changed.
  IF cardinality(ids) > 50000 THEN RETURN; END IF;
  SELECT array_agg(DISTINCT o.id) INTO others FROM products o
   WHERE o.ozelkod2 = ANY (codes || ids::text[]) AND o.id <> ALL (ids);
  IF others IS NOT NULL THEN PERFORM record_catalog_change(others); END IF;
END $$;

CREATE FUNCTION product_codes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE codes text[]; ids integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT used.code), array_agg(DISTINCT used.id) INTO codes, ids
      FROM changed n JOIN former o USING (id)
     CROSS JOIN LATERAL (VALUES (n.id, n.ozelkod2), (o.id, o.ozelkod2)) AS used (id, code)
     WHERE n.ozelkod2 IS DISTINCT FROM o.ozelkod2 OR n.is_active <> o.is_active;
  ELSE
    SELECT array_agg(DISTINCT ozelkod2), array_agg(id) INTO codes, ids FROM changed;
  END IF;
  IF ids IS NOT NULL THEN PERFORM record_code_change(array_remove(codes, NULL), ids); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_codes_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_codes_changed();
CREATE TRIGGER product_codes_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION product_codes_changed();
CREATE TRIGGER product_codes_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_codes_changed();
