import { priceFields } from './fields.ts'
import { type Counts, type Merge, remarkRows } from './merge.ts'
import { priceColumns } from './row-numbers.ts'

type Table = 'import_products' | 'import_units'

/**
 * Prices of the units in `table`, in the import's price list. A row without a price takes the unit's price away where the
 * file has a price column: the unit is then asked for or, when it is not the default one, costs default × multiplier.
 */
export async function savePrices(merge: Merge, table: Table, counts: Counts): Promise<void> {
  const { plan } = merge
  const given = priceFields.filter((field) => plan.fields.has(field)).map((field) => priceColumns[field])
  if (given.length === 0) return
  await remarkMissing(merge, table, given)
  const hasSale = given.includes('sale')
  if (hasSale) counts.prices += (await deletePrices(merge, table)) + (await upsertPrices(merge, table, given))
  else counts.prices += await updatePrices(merge, table, given)
}

function deletePrices({ db, priceListId }: Merge, table: Table): Promise<number> {
  // The units file may name the default unit for its barcode only; its price is the products file's.
  const exceptDefault =
    table === 'import_units' ? 'AND NOT EXISTS (SELECT FROM products p WHERE p.default_unit_id = i.unit_id)' : ''
  return db.execute(
    `WITH removed AS (
       DELETE FROM unit_prices up USING ${table} i
        WHERE up.unit_id = i.unit_id AND up.price_list_id = $1 AND i.sale_value IS NULL ${exceptDefault}
       RETURNING i.product_id)
     INSERT INTO import_touched SELECT product_id FROM removed`,
    [priceListId],
  )
}

function upsertPrices({ db, priceListId }: Merge, table: Table, given: string[]): Promise<number> {
  const columns = given.flatMap((price) => [`${price}_value`, `${price}_currency`])
  const sets = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const old = columns.map((column) => `up.${column}`).join(', ')
  const fresh = columns.map((column) => `excluded.${column}`).join(', ')
  return db.execute(
    `WITH saved AS (
       INSERT INTO unit_prices AS up (price_list_id, unit_id, ${columns.join(', ')})
       SELECT $1, i.unit_id, ${columns.map((column) => `i.${column}`).join(', ')} FROM ${table} i
        WHERE i.sale_value IS NOT NULL ORDER BY i.unit_id
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET ${sets} WHERE (${old}) IS DISTINCT FROM (${fresh})
       RETURNING up.unit_id)
     INSERT INTO import_touched SELECT product_id FROM saved JOIN ${table} i USING (unit_id)`,
    [priceListId],
  )
}

/** A file without sale prices: list and plan prices of units that have a price. */
function updatePrices({ db, priceListId }: Merge, table: Table, given: string[]): Promise<number> {
  const columns = given.flatMap((price) => [`${price}_value`, `${price}_currency`])
  const sets = columns.map((column) => `${column} = i.${column}`).join(', ')
  const differs = columns.map((column) => `up.${column} IS DISTINCT FROM i.${column}`).join(' OR ')
  return db.execute(
    `WITH saved AS (
       UPDATE unit_prices up SET ${sets} FROM ${table} i
        WHERE up.unit_id = i.unit_id AND up.price_list_id = $1 AND (${differs})
       RETURNING i.product_id)
     INSERT INTO import_touched SELECT product_id FROM saved`,
    [priceListId],
  )
}

/** A list or plan price needs a sale price beside it. */
async function remarkMissing(merge: Merge, table: Table, given: string[]): Promise<void> {
  const others = given.filter((price) => price !== 'sale')
  if (others.length === 0) return
  const some = others.map((price) => `i.${price}_value IS NOT NULL`).join(' OR ')
  const lacks = given.includes('sale')
    ? 'i.sale_value IS NULL'
    : `NOT EXISTS (SELECT FROM unit_prices up WHERE up.unit_id = i.unit_id AND up.price_list_id = ${merge.priceListId})`
  await remarkRows(
    merge,
    'price_missing',
    `SELECT i.line, i.key_text, '{}'::jsonb AS facts FROM ${table} i WHERE i.file = $1 AND (${some}) AND ${lacks}`,
  )
}
