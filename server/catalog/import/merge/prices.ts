import { priceFields } from '#server/catalog/import/read/fields.ts'
import { type Counts, type Merge, remarkRows } from './file-merge.ts'
import { priceColumns } from '#server/catalog/import/read/row-numbers.ts'

type Table = 'import_products' | 'import_units'

/**
 * Prices of the units in `table`, in the import's price list. An empty cell says nothing; a sale price of 0 takes the unit's
 * price away: the unit is then asked for or, when it is not the default one, costs default × multiplier.
 */
export async function savePrices(merge: Merge, table: Table, counts: Counts): Promise<void> {
  const { plan } = merge
  const given = priceFields.filter((field) => plan.fields.has(field)).map((field) => priceColumns[field])
  if (given.length === 0) return
  await remarkMissing(merge, table, given)
  if (given.includes('sale')) counts.prices += await deletePrices(merge, table)
  counts.prices += await upsertPrices(merge, table, [...new Set(['sale', ...given])])
}

function deletePrices({ db, priceListId }: Merge, table: Table): Promise<number> {
  // The units file may name the default unit for its barcode only; its price is the products file's.
  const exceptDefault =
    table === 'import_units' ? 'AND NOT EXISTS (SELECT FROM products p WHERE p.default_unit_id = i.unit_id)' : ''
  return db.execute(
    `WITH removed AS (
       DELETE FROM unit_prices up USING ${table} i
        WHERE up.unit_id = i.unit_id AND up.price_list_id = $1 AND i.sale_value = 0 ${exceptDefault}
       RETURNING i.product_id)
     INSERT INTO import_touched SELECT product_id FROM removed`,
    [priceListId],
  )
}

/** Of a unit that has no sale price, neither in the file nor in the catalog, nothing is kept. */
function upsertPrices({ db, priceListId }: Merge, table: Table, prices: string[]): Promise<number> {
  const columns = prices.flatMap((price) => [`${price}_value`, `${price}_currency`])
  const values = prices.flatMap((price) => [
    `CASE WHEN i.${price}_value IS NULL THEN up.${price}_value ELSE nullif(i.${price}_value, 0) END`,
    `CASE WHEN i.${price}_value IS NULL THEN up.${price}_currency WHEN i.${price}_value > 0 THEN i.${price}_currency END`,
  ])
  const sets = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const old = columns.map((column) => `up.${column}`).join(', ')
  const fresh = columns.map((column) => `excluded.${column}`).join(', ')
  const some = prices.map((price) => `i.${price}_value`).join(', ')
  return db.execute(
    `WITH saved AS (
       INSERT INTO unit_prices AS up (price_list_id, unit_id, ${columns.join(', ')})
       SELECT $1, i.unit_id, ${values.join(', ')}
         FROM ${table} i LEFT JOIN unit_prices up ON up.unit_id = i.unit_id AND up.price_list_id = $1
        WHERE coalesce(${some}) IS NOT NULL AND coalesce(i.sale_value, up.sale_value) IS NOT NULL AND i.sale_value IS DISTINCT FROM 0
        ORDER BY i.unit_id
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET ${sets} WHERE (${old}) IS DISTINCT FROM (${fresh})
       RETURNING up.unit_id)
     INSERT INTO import_touched SELECT product_id FROM saved JOIN ${table} i USING (unit_id)`,
    [priceListId],
  )
}

/** A list or plan price needs a sale price beside it. */
async function remarkMissing(merge: Merge, table: Table, given: string[]): Promise<void> {
  const others = given.filter((price) => price !== 'sale')
  if (others.length === 0) return
  const some = others.map((price) => `i.${price}_value > 0`).join(' OR ')
  const lacks = `NOT coalesce(i.sale_value > 0,
    EXISTS (SELECT FROM unit_prices up WHERE up.unit_id = i.unit_id AND up.price_list_id = ${merge.priceListId}))`
  await remarkRows(
    merge,
    'price_missing',
    `SELECT i.line, i.key_text, '{}'::jsonb AS facts FROM ${table} i WHERE i.file = $1 AND (${some}) AND ${lacks}`,
  )
}
