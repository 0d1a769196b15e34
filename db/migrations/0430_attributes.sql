-- Technical attributes (decision 088). products.attributes has what was entered: ordered [label, value] pairs. A definition
-- gives labels a type; what its values mean is derived from the pairs by triggers, so that no writer can forget it.

-- Units that convert into each other: 1 of a unit is `factor` of its base.
CREATE TABLE attribute_units (
  name text PRIMARY KEY,
  base text NOT NULL,
  factor numeric NOT NULL CHECK (factor > 0)
);
INSERT INTO attribute_units (name, base, factor) VALUES
  ('mW', 'W', 0.001), ('W', 'W', 1), ('kW', 'W', 1000), ('MW', 'W', 1000000),
  ('VA', 'VA', 1), ('kVA', 'VA', 1000),
  ('mV', 'V', 0.001), ('V', 'V', 1), ('kV', 'V', 1000),
  ('µA', 'A', 0.000001), ('mA', 'A', 0.001), ('A', 'A', 1), ('kA', 'A', 1000),
  ('mAh', 'Ah', 0.001), ('Ah', 'Ah', 1),
  ('Wh', 'Wh', 1), ('kWh', 'Wh', 1000),
  ('Hz', 'Hz', 1), ('kHz', 'Hz', 1000), ('MHz', 'Hz', 1000000), ('GHz', 'Hz', 1000000000),
  ('Ω', 'Ω', 1), ('kΩ', 'Ω', 1000), ('MΩ', 'Ω', 1000000),
  ('pF', 'F', 0.000000000001), ('nF', 'F', 0.000000001), ('µF', 'F', 0.000001), ('F', 'F', 1),
  ('µm', 'm', 0.000001), ('mm', 'm', 0.001), ('cm', 'm', 0.01), ('m', 'm', 1), ('km', 'm', 1000), ('inç', 'm', 0.0254),
  ('mm²', 'm²', 0.000001), ('cm²', 'm²', 0.0001), ('m²', 'm²', 1),
  ('mg', 'g', 0.001), ('g', 'g', 1), ('gr', 'g', 1), ('kg', 'g', 1000), ('t', 'g', 1000000),
  ('ml', 'l', 0.001), ('cl', 'l', 0.01), ('l', 'l', 1), ('lt', 'l', 1), ('m³', 'l', 1000),
  ('mbar', 'Pa', 100), ('bar', 'Pa', 100000), ('Pa', 'Pa', 1), ('kPa', 'Pa', 1000), ('MPa', 'Pa', 1000000),
  ('J', 'J', 1), ('kJ', 'J', 1000),
  ('sn', 's', 1), ('s', 's', 1), ('dk', 's', 60), ('saat', 's', 3600), ('h', 's', 3600),
  ('ay', 'ay', 1), ('yıl', 'ay', 12),
  ('d/dk', 'd/dk', 1), ('rpm', 'd/dk', 1),
  ('B', 'B', 1), ('kB', 'B', 1000), ('MB', 'B', 1000000), ('GB', 'B', 1000000000), ('TB', 'B', 1000000000000);

-- What tells units apart: 'mm2' is 'mm²', and the ohm sign is the letter.
CREATE FUNCTION unit_key(unit text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(normalize(unit, NFKC), ' ', '');
CREATE INDEX attribute_units_key ON attribute_units (unit_key(name));

CREATE TABLE attributes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Names it in addresses of lists and in programs.
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name_tr text COLLATE "tr-x-icu" NOT NULL CHECK (name_tr <> ''),
  -- '' = as in Turkish; the same for group and other names.
  name_en text NOT NULL DEFAULT '',
  -- Other labels with the same meaning, as files have them.
  aliases text[] NOT NULL DEFAULT '{}',
  type text NOT NULL CHECK (type IN ('text', 'number', 'yes_no', 'list')),
  -- Of numbers; '' = none.
  unit text NOT NULL DEFAULT '',
  group_tr text NOT NULL DEFAULT '',
  group_en text NOT NULL DEFAULT '',
  position integer NOT NULL DEFAULT 0,
  is_filter boolean NOT NULL DEFAULT false,
  -- Offered in this category and below only; NULL = everywhere.
  category_id integer REFERENCES categories ON DELETE SET NULL,
  -- Counts changes, of its choices too.
  revision integer NOT NULL DEFAULT 1,
  CHECK (unit = '' OR type = 'number')
);
CREATE INDEX attributes_category ON attributes (category_id);

-- The labels of all attributes, folded: no two attributes share one.
CREATE TABLE attribute_labels (
  folded text PRIMARY KEY CHECK (folded <> ''),
  attribute_id integer NOT NULL REFERENCES attributes ON DELETE CASCADE
);
CREATE INDEX attribute_labels_attribute ON attribute_labels (attribute_id);

-- The different values of an attribute: numbers in its unit, 1 and 0 for yes and no, and texts by their folded form.
CREATE TABLE attribute_values (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attribute_id integer NOT NULL REFERENCES attributes ON DELETE CASCADE,
  number numeric,
  name text COLLATE "tr-x-icu",
  folded text,
  -- '' = as in Turkish.
  name_en text NOT NULL DEFAULT '',
  -- The place of a choice in its list; NULL for other types.
  position integer,
  CHECK ((number IS NULL) = (name IS NOT NULL)),
  CHECK ((name IS NULL) = (folded IS NULL)),
  UNIQUE (attribute_id, number),
  UNIQUE (attribute_id, folded)
);

-- Derived from products.attributes. A product without a row has no value, or one that cannot be read.
CREATE TABLE product_attributes (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  attribute_id integer NOT NULL REFERENCES attributes ON DELETE CASCADE,
  value_id integer NOT NULL REFERENCES attribute_values ON DELETE CASCADE,
  PRIMARY KEY (product_id, attribute_id)
);
CREATE INDEX product_attributes_value ON product_attributes (value_id, product_id);
CREATE INDEX product_attributes_attribute ON product_attributes (attribute_id);

-- What a label names: its attribute, whatever it is called, or itself.
CREATE FUNCTION label_key(label text) RETURNS text LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT E'\u0001' || attribute_id FROM attribute_labels WHERE folded = fold(btrim(label))), label)
$$;

-- How many of `target` one `typed` is; NULL if they do not convert. Units are exact first, then whatever their case if
-- that leaves one: 'KW' is kW, but 'mw' may be mW or MW.
CREATE FUNCTION unit_factor(typed text, target text) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE source_factor numeric; source_base text; target_factor numeric; target_base text; matches integer;
BEGIN
  IF typed = '' OR unit_key(typed) = unit_key(target) THEN RETURN 1; END IF;
  SELECT factor, base INTO target_factor, target_base FROM attribute_units WHERE unit_key(name) = unit_key(target);
  IF NOT FOUND THEN RETURN CASE WHEN fold(typed) = fold(target) THEN 1 END; END IF;
  SELECT factor, base INTO source_factor, source_base FROM attribute_units WHERE unit_key(name) = unit_key(typed);
  IF NOT FOUND THEN
    SELECT count(*), min(factor), min(base) INTO matches, source_factor, source_base
      FROM attribute_units WHERE fold(unit_key(name)) = fold(unit_key(typed)) AND base = target_base;
    IF matches <> 1 THEN RETURN NULL; END IF;
  END IF;
  IF source_base <> target_base THEN RETURN NULL; END IF;
  RETURN source_factor / target_factor;
END $$;

-- The number of a value such as '0,75 kW', '1.500', 'IP65' or 'Ø12 mm', in `unit`; NULL if it is not one number. A comma
-- is the decimal sign, and so is a point that cannot group thousands (decision 026). Its twin for numbers alone is
-- parseNumber() in domain/money/number-text.ts; a test compares both.
CREATE FUNCTION attribute_number(value text, unit text) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE parts text[]; digits text; typed text; factor numeric; sign text; last text; whole text; fraction text;
BEGIN
  parts := regexp_match(btrim(translate(value, E'\u00a0\u202f\u2009', '   ')),
    '^([^0-9+−-]{0,10}?)\s*([+−-]?[0-9][0-9., ''’]{0,30}?)\s*([^0-9., ''’/×–-].{0,15})?$');
  IF parts IS NULL THEN RETURN NULL; END IF;
  typed := btrim(coalesce(parts[3], ''));
  IF btrim(parts[1]) NOT IN ('', 'Ø', 'ø') THEN
    IF typed <> '' THEN RETURN NULL; END IF;
    typed := btrim(parts[1]);
  END IF;
  digits := regexp_replace(replace(parts[2], '−', '-'), '[ ''’+]', '', 'g');
  sign := CASE WHEN digits LIKE '-%' THEN '-' ELSE '' END;
  digits := ltrim(digits, '-');
  last := substring(digits FROM '([.,])[0-9]*$');
  IF last IS NULL THEN
    whole := digits; fraction := '';
  ELSIF length(digits) - length(replace(digits, last, '')) > 1 THEN
    IF digits !~ ('^[0-9]{1,3}([' || last || '][0-9]{3})+$') THEN RETURN NULL; END IF;
    whole := replace(digits, last, ''); fraction := '';
  ELSE
    whole := split_part(digits, last, 1);
    fraction := split_part(digits, last, 2);
    IF whole ~ '[.,]' THEN
      IF whole !~ '^[0-9]{1,3}([.,][0-9]{3})+$' THEN RETURN NULL; END IF;
      whole := regexp_replace(whole, '[.,]', '', 'g');
    ELSIF last = '.' AND whole ~ '^[1-9][0-9]{0,2}$' AND length(fraction) = 3 THEN
      whole := whole || fraction; fraction := '';
    END IF;
  END IF;
  IF length(whole) > 15 OR length(fraction) > 9 THEN RETURN NULL; END IF;
  factor := unit_factor(typed, unit);
  IF factor IS NULL THEN RETURN NULL; END IF;
  RETURN trim_scale(round((sign || whole || '.' || fraction || '0')::numeric * factor, 9));
END $$;

-- 1 for yes, 0 for no, NULL for anything else.
CREATE FUNCTION attribute_truth(value text) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN fold(btrim(value)) IN ('evet', 'var', 'dahil', 'yes', 'true', '1', 'x', '✓', '✔', '+') THEN 1::numeric
              WHEN fold(btrim(value)) IN ('hayir', 'yok', 'haric', 'dahil degil', 'no', 'false', '0', '-', '✗', '✘') THEN 0::numeric END;

-- Longer texts are shown, but are no values to filter by.
CREATE FUNCTION attribute_text_max() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 100;

-- The pairs of products that an attribute has the label of; of several for one attribute, the first. NULL = all.
CREATE FUNCTION read_attributes(ids integer[], wanted integer)
RETURNS TABLE (product_id integer, attribute_id integer, number numeric, name text, folded text, is_choice boolean)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (p.id, a.id) p.id, a.id, read.number,
         CASE WHEN a.type IN ('text', 'list') THEN btrim(pair.value ->> 1) END,
         CASE WHEN a.type IN ('text', 'list') THEN fold(btrim(pair.value ->> 1)) END, a.type = 'list'
    FROM products p
    CROSS JOIN LATERAL jsonb_array_elements(p.attributes) WITH ORDINALITY pair (value, place)
    JOIN attribute_labels l ON l.folded = fold(btrim(pair.value ->> 0))
    JOIN attributes a ON a.id = l.attribute_id
    CROSS JOIN LATERAL (SELECT CASE a.type WHEN 'number' THEN attribute_number(pair.value ->> 1, a.unit)
                                           WHEN 'yes_no' THEN attribute_truth(pair.value ->> 1) END AS number) read
   WHERE p.attributes <> '[]' AND (ids IS NULL OR p.id = ANY (ids)) AND (wanted IS NULL OR a.id = wanted)
   ORDER BY p.id, a.id, pair.place
$$;

-- Brings the values of products (NULL = all) for one attribute (NULL = all) up to date. Returns the products that changed.
-- Writers of products exclude those who change definitions, who hold the lock in EXCLUSIVE mode, but not each other.
CREATE FUNCTION refresh_attributes(ids integer[], wanted integer) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE changed integer[];
BEGIN
  LOCK TABLE attributes IN ROW SHARE MODE;
  IF NOT EXISTS (SELECT FROM attributes) THEN RETURN '{}'; END IF;
  -- Texts of any length are pairs, but only short ones are values; a list has the values that it was given.
  INSERT INTO attribute_values (attribute_id, number, name, folded)
  SELECT r.attribute_id, r.number, min(r.name), r.folded FROM read_attributes(ids, wanted) r
   WHERE (r.number IS NOT NULL OR (NOT r.is_choice AND length(r.name) BETWEEN 1 AND attribute_text_max()))
     AND NOT EXISTS (SELECT FROM attribute_values v WHERE v.attribute_id = r.attribute_id
                        AND (v.number = r.number OR v.folded = r.folded))
   GROUP BY r.attribute_id, r.number, r.folded ORDER BY r.attribute_id, r.number, r.folded
  ON CONFLICT DO NOTHING;
  WITH found AS MATERIALIZED (
    SELECT r.product_id, r.attribute_id, v.id AS value_id
      FROM read_attributes(ids, wanted) r
      JOIN LATERAL (
        SELECT v.id FROM attribute_values v
         WHERE v.attribute_id = r.attribute_id AND (v.number = r.number OR v.folded = r.folded OR (r.is_choice AND fold(v.name_en) = r.folded))
         ORDER BY v.folded IS NOT DISTINCT FROM r.folded DESC, v.position, v.id LIMIT 1) v ON true
  ), removed AS (
    DELETE FROM product_attributes o
     WHERE (ids IS NULL OR o.product_id = ANY (ids)) AND (wanted IS NULL OR o.attribute_id = wanted)
       AND NOT EXISTS (SELECT FROM found f WHERE f.product_id = o.product_id AND f.attribute_id = o.attribute_id)
    RETURNING o.product_id
  ), saved AS (
    INSERT INTO product_attributes AS o (product_id, attribute_id, value_id)
    SELECT f.product_id, f.attribute_id, f.value_id FROM found f ORDER BY f.product_id, f.attribute_id
    ON CONFLICT (product_id, attribute_id) DO UPDATE SET value_id = excluded.value_id WHERE o.value_id <> excluded.value_id
    RETURNING o.product_id
  )
  SELECT array_agg(DISTINCT touched.product_id) INTO changed
    FROM (SELECT product_id FROM removed UNION ALL SELECT product_id FROM saved) touched;
  RETURN coalesce(changed, '{}');
END $$;

-- The change feed has these products already: products_changed() records every change of a product.
CREATE FUNCTION products_attributes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM changed WHERE attributes <> '[]';
  ELSE
    SELECT array_agg(n.id) INTO ids FROM changed n JOIN former o USING (id) WHERE n.attributes IS DISTINCT FROM o.attributes;
  END IF;
  IF ids IS NOT NULL THEN PERFORM refresh_attributes(ids, NULL); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_attributes_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION products_attributes_changed();
CREATE TRIGGER products_attributes_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION products_attributes_changed();

-- Attributes and their values are cached by every process as a whole, like brands. Statements without a row change nothing.
CREATE FUNCTION bump_catalog_version_for_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  UPDATE cache_versions SET version = version + 1 WHERE name = 'catalog';
  PERFORM pg_notify('cache_version', 'catalog');
  RETURN NULL;
END $$;
CREATE TRIGGER attributes_inserted AFTER INSERT ON attributes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
CREATE TRIGGER attributes_updated AFTER UPDATE ON attributes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
CREATE TRIGGER attributes_deleted AFTER DELETE ON attributes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
CREATE TRIGGER attribute_values_inserted AFTER INSERT ON attribute_values REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
CREATE TRIGGER attribute_values_updated AFTER UPDATE ON attribute_values REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
CREATE TRIGGER attribute_values_deleted AFTER DELETE ON attribute_values REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_version_for_rows();
