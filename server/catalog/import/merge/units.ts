import type { Db } from '#server/platform/db/pool.ts'
import { type Counts, type Merge, rejectRows } from './file-merge.ts'

/** Default units of products that exist: a unit the product does not have yet is added, and becomes its default. */
export async function saveDefaultUnits({ db, plan }: Merge, counts: Counts): Promise<void> {
  await db.execute(
    `WITH added AS (
       INSERT INTO product_units (id, product_id, name, multiplier, barcode) OVERRIDING SYSTEM VALUE
       SELECT unit_id, product_id, unit_name, coalesce(multiplier, 1), barcode FROM import_products
        WHERE NOT is_new AND unit_is_new
       RETURNING product_id)
     INSERT INTO import_touched SELECT product_id FROM added`,
  )
  const columns = [
    ...(plan.fields.has('multiplier') ? [{ name: 'multiplier', value: 'coalesce(i.multiplier, u.multiplier)' }] : []),
    ...(plan.fields.has('barcode') ? [{ name: 'barcode', value: 'coalesce(i.barcode, u.barcode)' }] : []),
  ]
  if (columns.length > 0)
    counts.units += await updateUnits(db, 'import_products', columns, 'NOT i.is_new AND NOT i.unit_is_new')
}

/** Rows of the units file: further units of products, or figures of those they have. Makes import_units. */
export async function createImportUnits(merge: Merge): Promise<void> {
  const { db, file } = merge
  const facts = `'{}'::jsonb AS facts`
  await rejectRows(
    merge,
    'import_unit_rows',
    'product_unknown',
    `SELECT line, key_text, ${facts} FROM import_unit_rows WHERE file = $1 AND line NOT IN (SELECT line FROM import_matches)`,
  )
  await rejectRows(
    merge,
    'import_unit_rows',
    'multiplier_missing',
    `SELECT r.line, r.key_text, jsonb_build_object('unit', r.unit) AS facts FROM import_unit_rows r
       JOIN import_matches m USING (line)
      WHERE r.file = $1 AND r.multiplier IS NULL
        AND NOT EXISTS (SELECT FROM product_units u WHERE u.product_id = m.product_id AND u.name = r.unit)`,
  )
  await db.execute(
    `CREATE TEMP TABLE import_units ON COMMIT DROP AS
     SELECT r.*, m.product_id, coalesce(u.id, nextval('product_units_id_seq')::integer) AS unit_id, u.id IS NULL AS unit_is_new,
            (SELECT max(position) FROM product_units o WHERE o.product_id = m.product_id) AS last_position
       FROM import_unit_rows r JOIN import_matches m USING (line)
       LEFT JOIN product_units u ON u.product_id = m.product_id AND u.name = r.unit
      WHERE r.file = ${file}`,
  )
  await db.execute('ANALYZE import_units')
}

export async function saveUnits({ db, plan }: Merge, counts: Counts): Promise<void> {
  const added = await db.execute(
    `WITH added AS (
       INSERT INTO product_units (id, product_id, name, multiplier, barcode, position) OVERRIDING SYSTEM VALUE
       SELECT unit_id, product_id, unit, multiplier, barcode,
              coalesce(last_position, -1) + row_number() OVER (PARTITION BY product_id ORDER BY line)
         FROM import_units WHERE unit_is_new
       RETURNING product_id)
     INSERT INTO import_touched SELECT product_id FROM added`,
  )
  // A product without any unit gets its first one.
  await db.execute(
    `WITH changed AS (
       UPDATE products p SET default_unit_id = i.unit_id, updated_at = now() FROM import_units i
        WHERE p.id = i.product_id AND p.default_unit_id IS NULL
          AND i.line = (SELECT min(line) FROM import_units o WHERE o.product_id = p.id)
       RETURNING p.id)
     INSERT INTO import_touched SELECT id FROM changed`,
  )
  const columns = [
    { name: 'multiplier', value: 'coalesce(i.multiplier, u.multiplier)' },
    ...(plan.fields.has('barcode') ? [{ name: 'barcode', value: 'coalesce(i.barcode, u.barcode)' }] : []),
  ]
  counts.units += added + (await updateUnits(db, 'import_units', columns, 'NOT i.unit_is_new'))
}

type UnitColumn = { name: string; value: string }

function updateUnits(db: Db, table: string, columns: UnitColumn[], condition: string): Promise<number> {
  const sets = columns.map(({ name, value }) => `${name} = ${value}`).join(', ')
  const differs = columns.map(({ name, value }) => `u.${name} IS DISTINCT FROM ${value}`).join(' OR ')
  return db.execute(
    `WITH changed AS (
       UPDATE product_units u SET ${sets} FROM ${table} i WHERE u.id = i.unit_id AND ${condition} AND (${differs})
       RETURNING u.product_id)
     INSERT INTO import_touched SELECT product_id FROM changed`,
  )
}
