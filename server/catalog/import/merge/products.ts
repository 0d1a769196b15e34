import { defaultUnit } from './defaults.ts'
import type { Plan } from '#server/catalog/import/read/plan.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createModels } from './brands.ts'
import type { FileMerge } from './file-merge.ts'

/**
 * A column of products with the SQL of its value for new products and for existing ones (undefined: the file does not have it).
 * Empty cells do not change existing products.
 */
type ProductColumn = { name: string; fresh: string; changed?: string }

/**
 * Creates import_products: the file's rows with the ids of their products and units. New ids are drawn from the sequences in
 * advance, so that one statement per table is enough.
 */
export async function prepareProducts(merge: FileMerge): Promise<void> {
  const { db, file } = merge
  const { plan } = file
  const isNew = 'm.product_id IS NULL'
  const brand = plan.fields.has('brand')
    ? 'coalesce(b.id, p.brand_id)'
    : `CASE WHEN ${isNew} THEN b.id ELSE p.brand_id END`
  const unit = plan.fields.has('unit') ? 'r.unit' : `CASE WHEN ${isNew} THEN r.unit END`
  await db.execute(
    `CREATE TEMP TABLE import_products ON COMMIT DROP AS
     SELECT r.*, ${isNew} AS is_new, coalesce(m.product_id, nextval('products_id_seq')::integer) AS product_id,
            ${brand} AS brand_id, c.id AS category_id, NULL::integer AS model_id, NULL::integer AS parent_id,
            NULL::text[] AS chosen, NULL::text[] AS names, p.default_unit_id AS old_unit_id,
            coalesce(${unit}, d.name, '${defaultUnit}') AS unit_name, NULL::integer AS unit_id, true AS unit_is_new
       FROM import_rows r
       LEFT JOIN import_matches m USING (line)
       LEFT JOIN products p ON p.id = m.product_id
       LEFT JOIN product_units d ON d.id = p.default_unit_id
       LEFT JOIN import_brands b ON b.name = r.brand
       LEFT JOIN import_categories c ON c.name = r.category
      WHERE r.file = ${file.number}`,
  )
  await db.execute('CREATE INDEX ON import_products (line)')
  await db.execute('CREATE INDEX ON import_products (product_id)')
  await db.execute('ANALYZE import_products')
  await db.execute(
    `UPDATE import_products i SET unit_id = coalesce(u.id, nextval('product_units_id_seq')::integer), unit_is_new = u.id IS NULL
       FROM import_products o LEFT JOIN product_units u ON NOT o.is_new AND u.product_id = o.product_id AND u.name = o.unit_name
      WHERE i.product_id = o.product_id`,
  )
  if (plan.fields.has('model')) await createModels(merge)
  if (plan.fields.has('parent_code')) await linkFamilies(merge)
  await db.execute('INSERT INTO import_seen SELECT product_id, is_new FROM import_products')
}

async function linkFamilies({ db }: FileMerge): Promise<void> {
  await db.execute(
    `UPDATE import_products i SET parent_id = coalesce(parent.product_id, f.parent_id),
            chosen = array(SELECT i.variant_values[p] FROM unnest(f.positions) p)
       FROM import_parents f LEFT JOIN import_products parent ON parent.line = f.parent_line
      WHERE f.parent_code = i.parent_code`,
  )
  await db.execute(
    `UPDATE import_products i SET names = f.names FROM import_parents f
      WHERE f.parent_line = i.line AND f.names <> '{}' AND EXISTS (SELECT FROM import_products c WHERE c.parent_code = f.parent_code)`,
  )
}

export async function saveProducts(merge: FileMerge): Promise<void> {
  const { plan } = merge.file
  const columns = columnsOf(plan)
  await insertProducts(merge, columns)
  await updateProducts(merge, columns)
  if (plan.fields.has('parent_code')) await nameDimensions(merge)
}

async function insertProducts({ db }: FileMerge, columns: ProductColumn[]): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(({ fresh }) => fresh).join(', ')
  await db.execute(
    `INSERT INTO products (id, ${names}) OVERRIDING SYSTEM VALUE
     SELECT i.product_id, ${values} FROM import_products i WHERE i.is_new ORDER BY i.line`,
  )
  await db.execute(
    `INSERT INTO product_units (id, product_id, name, multiplier, barcode) OVERRIDING SYSTEM VALUE
     SELECT unit_id, product_id, unit_name, coalesce(multiplier, 1), barcode FROM import_products i WHERE is_new ORDER BY line`,
  )
}

/** Writes only products that differ from the file: the others keep their date and stay out of the change feed. */
async function updateProducts({ db, file }: FileMerge, columns: ProductColumn[]): Promise<void> {
  const changing = columns.flatMap(({ name, changed }) => (changed ? [{ name, changed }] : []))
  if (file.plan.fields.has('parent_code')) await freeVariants(db)
  const old = changing.map(({ name }) => `p.${name}`).join(', ')
  const fresh = changing.map(({ changed }) => changed).join(', ')
  await db.execute(
    `WITH changed AS (
       UPDATE products p SET (updated_at, ${changing.map(({ name }) => name).join(', ')}) = ROW (now(), ${fresh})
         FROM import_products i
        WHERE p.id = i.product_id AND NOT i.is_new AND (${old}) IS DISTINCT FROM (${fresh})
       RETURNING p.id)
     INSERT INTO import_touched SELECT id FROM changed`,
  )
}

/** Gives variants unique temporary values: two that swap theirs would violate the unique index during the update. */
async function freeVariants(db: Db): Promise<void> {
  await db.execute(
    `UPDATE products p SET variant_values = ARRAY['#' || p.id] FROM import_products i
      WHERE p.id = i.product_id AND NOT i.is_new AND p.parent_id IS NOT NULL AND p.variant_values <> i.chosen`,
  )
}

/** Names the dimensions of parents that are in the catalog but not in the file. */
async function nameDimensions({ db }: FileMerge): Promise<void> {
  await db.execute(
    `WITH changed AS (
       UPDATE products p SET variant_names = f.names, updated_at = now() FROM import_parents f
        WHERE p.id = f.parent_id AND f.parent_line IS NULL AND p.variant_names IS DISTINCT FROM f.names
          AND EXISTS (SELECT FROM import_products c WHERE c.parent_id = p.id)
       RETURNING p.id)
     INSERT INTO import_touched SELECT id FROM changed`,
  )
}

/**
 * Existing attributes keep their position and take the file's values, also under another name of the same attribute; new ones
 * follow.
 */
const mergedAttributes = `(
  SELECT coalesce(jsonb_agg(pair ORDER BY is_further, n), '[]') FROM (
    SELECT coalesce((SELECT f FROM jsonb_array_elements(i.attributes) f WHERE label_key(f ->> 0) = label_key(o ->> 0) LIMIT 1), o) AS pair,
           false AS is_further, n
      FROM jsonb_array_elements(p.attributes) WITH ORDINALITY old (o, n)
    UNION ALL
    SELECT f, true, n FROM jsonb_array_elements(i.attributes) WITH ORDINALITY fresh (f, n)
     WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(p.attributes) o WHERE label_key(o ->> 0) = label_key(f ->> 0))) pairs)`

/** The names of the file, then the pictures that were fetched from addresses. */
const namedImages = `CASE WHEN i.images IS NULL THEN p.images ELSE i.images || array(
  SELECT f.name FROM unnest(p.images) WITH ORDINALITY f (name, n)
   WHERE f.name <> ALL (i.images) AND EXISTS (
     SELECT FROM product_picture_addresses o WHERE o.product_id = p.id AND o.added_file = f.name) ORDER BY n) END`

function columnsOf(plan: Plan): ProductColumn[] {
  const given = (
    name: string,
    isInFile: boolean,
    fresh = `i.${name}`,
    changed = `coalesce(i.${name}, p.${name})`,
  ): ProductColumn => (isInFile ? { name, fresh, changed } : { name, fresh })
  const has = (field: Parameters<typeof plan.fields.has>[0]) => plan.fields.has(field)
  const texts = ['meta_title', 'meta_description', 'meta_keywords', 'equivalent_code'] as const
  const codes = ['ozelkod', 'ozelkod2', 'ozelkod3', 'ozelkod4', 'ozelkod5'] as const
  return [
    given('code', has('code'), 'coalesce(i.code, i.made_code)'),
    given('name', has('name'), 'i.name'),
    given('seo', has('seo'), 'coalesce(i.seo, i.made_seo)'),
    given('external_key', plan.key.kind === 'external'),
    given('brand_id', has('brand')),
    given('model_id', has('model')),
    given('category_id', has('category')),
    given('tax_rate', has('tax_rate')),
    given('description', has('description')),
    given('attributes', plan.attributes.length > 0, `coalesce(i.attributes, '[]')`, mergedAttributes),
    ...[...texts, ...codes].map((field) => given(field, has(field))),
    given('images', plan.images.length > 0, `coalesce(i.images, '{}')`, namedImages),
    given('is_active', has('active'), 'coalesce(i.is_active, true)'),
    ...familyColumns(plan),
    { name: 'default_unit_id', fresh: 'i.unit_id', changed: 'i.unit_id' },
  ]
}

function familyColumns(plan: Plan): ProductColumn[] {
  if (!plan.fields.has('parent_code')) return []
  const names = 'CASE WHEN coalesce(i.parent_id, p.parent_id) IS NULL THEN coalesce(i.names, p.variant_names) END'
  return [
    { name: 'parent_id', fresh: 'i.parent_id', changed: 'coalesce(i.parent_id, p.parent_id)' },
    { name: 'variant_values', fresh: 'i.chosen', changed: 'coalesce(i.chosen, p.variant_values)' },
    { name: 'variant_names', fresh: 'i.names', changed: names },
  ]
}
