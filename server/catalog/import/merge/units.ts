import type { Db } from '#server/platform/db/pool.ts'
import { type FileMerge, rejectRows } from './file-merge.ts'

/** Saves the default units of existing products. A unit that the product lacks is added and becomes its default. */
export async function saveDefaultUnits({ db, file, totals }: FileMerge): Promise<void> {
  await db.execute(
    `WITH added AS (
       INSERT INTO product_units (id, product_id, name, multiplier, barcode) OVERRIDING SYSTEM VALUE
       SELECT unit_id, product_id, unit_name, coalesce(multiplier, 1), barcode FROM import_products
        WHERE NOT is_new AND unit_is_new
       RETURNING product_id)
     INSERT INTO import_touched SELECT product_id FROM added`,
  )
  const columns = [multiplierColumn, barcodeColumn].filter(({ name }) => file.plan.fields.has(name))
  if (columns.length > 0)
    totals.counts.units += await updateUnits(db, 'import_products', columns, 'NOT i.is_new AND NOT i.unit_is_new')
}

/** Rejects rows without a product or multiplier. Creates import_units: new units, or new figures of existing ones. */
export async function prepareUnits(merge: FileMerge): Promise<void> {
  const { db, file } = merge
  const facts = `'{}'::jsonb AS facts`
  await rejectRows(
    merge,
    'product_unknown',
    `SELECT line, key_text, ${facts} FROM import_unit_rows WHERE file = $1 AND line NOT IN (SELECT line FROM import_matches)`,
  )
  await rejectRows(
    merge,
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
      WHERE r.file = ${file.number}`,
  )
  await db.execute('ANALYZE import_units')
}

export async function saveUnits({ db, file, totals }: FileMerge): Promise<void> {
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
  const columns = file.plan.fields.has('barcode') ? [multiplierColumn, barcodeColumn] : [multiplierColumn]
  totals.counts.units += added + (await updateUnits(db, 'import_units', columns, 'NOT i.unit_is_new'))
}

type UnitColumn = { name: 'multiplier' | 'barcode'; value: string }
const multiplierColumn: UnitColumn = { name: 'multiplier', value: 'coalesce(i.multiplier, u.multiplier)' }
const barcodeColumn: UnitColumn = { name: 'barcode', value: 'coalesce(i.barcode, u.barcode)' }

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
