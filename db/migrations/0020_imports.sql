-- Imports that administrators make on the screen: their files, what they would change, what they changed, and their undoing.

CREATE TABLE imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN
    ('uploading', 'previewing', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled')),
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Who asked for what is being done, for the audit log.
  asked_by integer NOT NULL REFERENCES users,
  asked_from text NOT NULL DEFAULT '',
  -- [{"name": "urunler.xml", "bytes": 123, "stored": "…"}]: `stored` is the file's own name below the data folder.
  files jsonb NOT NULL,
  -- How the files are to be understood, as the screen sends it.
  options jsonb NOT NULL DEFAULT '{}',
  -- What was recognised: for each file its columns with their fields.
  columns jsonb NOT NULL DEFAULT '[]',
  step text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  cancel_asked boolean NOT NULL DEFAULT false,
  -- {"code": …, "facts": {…}} of a failed run.
  refusal jsonb,
  -- The run's figures.
  summary jsonb,
  applied_at timestamptz,
  -- Movements after it tell whether stock was set again since.
  last_movement_id bigint,
  undone_at timestamptz,
  undo_summary jsonb,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_age ON imports (created_at);
-- One at a time, whoever asks at once.
CREATE UNIQUE INDEX imports_one_running ON imports ((true)) WHERE state IN ('previewing', 'applying', 'undoing');

-- Each product that the import changes (a preview: would change), as it was and as the import leaves it.
CREATE TABLE import_changes (
  import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
  product_id integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_new boolean NOT NULL,
  before jsonb,
  after jsonb NOT NULL,
  PRIMARY KEY (import_id, product_id),
  CHECK (is_new = (before IS NULL))
);
CREATE INDEX import_changes_kind ON import_changes (import_id, is_new, product_id);

-- What was wrong or odd about rows, and (`left`) what an undoing had to leave alone.
CREATE TABLE import_problems (
  import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
  id integer GENERATED ALWAYS AS IDENTITY,
  level text NOT NULL CHECK (level IN ('error', 'warning', 'left')),
  file integer NOT NULL DEFAULT 0,
  line integer NOT NULL DEFAULT 0,
  key text NOT NULL DEFAULT '',
  code text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  row_text text,
  PRIMARY KEY (import_id, id)
);
CREATE INDEX import_problems_level ON import_problems (import_id, level, file, line, id);

-- All that an import can change of a product, with the names that people know. Units by id, prices by unit and price list.
CREATE FUNCTION product_states(product_ids integer[]) RETURNS TABLE (product_id integer, state jsonb)
LANGUAGE sql STABLE AS $$
  SELECT p.id, jsonb_build_object(
    'product', to_jsonb(p) - '{id,created_at,updated_at}'::text[],
    'names', jsonb_build_object('brand_id', b.name, 'model_id', m.name, 'parent_id', parent.code,
      'category_id', (WITH RECURSIVE path AS (
          SELECT c.parent_id, c.name::text AS name FROM categories c WHERE c.id = p.category_id
          UNION ALL SELECT c.parent_id, c.name || ' > ' || path.name FROM categories c JOIN path ON path.parent_id = c.id)
        SELECT name FROM path WHERE parent_id IS NULL)),
    'units', (SELECT coalesce(jsonb_object_agg(u.id, to_jsonb(u) - '{id,product_id}'::text[]), '{}')
                FROM product_units u WHERE u.product_id = p.id),
    'prices', (SELECT coalesce(jsonb_object_agg(up.unit_id || ':' || up.price_list_id,
                      to_jsonb(up) - '{unit_id,price_list_id}'::text[] || jsonb_build_object('list', l.code)), '{}')
                 FROM product_units u JOIN unit_prices up ON up.unit_id = u.id JOIN price_lists l ON l.id = up.price_list_id
                WHERE u.product_id = p.id),
    'stock', (SELECT coalesce(jsonb_object_agg(v.warehouse_id, jsonb_build_object('warehouse', w.code, 'quantity', v.quantity)), '{}')
                FROM inventory v JOIN warehouses w ON w.id = v.warehouse_id WHERE v.product_id = p.id))
    FROM products p
    LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN models m ON m.id = p.model_id
    LEFT JOIN products parent ON parent.id = p.parent_id
   WHERE p.id = ANY (product_ids)
$$;
