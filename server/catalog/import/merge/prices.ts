import { priceFields } from '#server/catalog/import/read/fields.ts'
import { priceColumns } from '#server/catalog/import/read/row-numbers.ts'
import { type FileMerge, warnAboutRows } from './file-merge.ts'

/**
 * Saves the prices of the file's units to the price list of the import. An empty cell changes nothing. A sale price of 0
 * puts the unit on inquiry: it is saved as 0, because a unit without a row costs default × multiplier, and a list without
 * one what the default list has (docs/decisions/006).
 */
export async function savePrices(merge: FileMerge): Promise<void> {
  const { plan } = merge.file
  const { counts } = merge.totals
  const given = priceFields.filter((field) => plan.fields.has(field)).map((field) => priceColumns[field])
  if (given.length === 0) return
  await warnAboutMissingPrices(merge, given)
  if (given.includes('sale')) counts.prices += await saveZeroPrices(merge)
  counts.prices += await upsertPrices(merge, [...new Set(['sale', ...given])])
}

/** A unit on inquiry has no list and plan prices either. */
const others = ['list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']
const otherPrices = others.map((price) => `up.${price}_value`).join(', ')
const noOtherPrices = others.map((price) => `${price}_value = NULL, ${price}_currency = NULL`).join(', ')

function saveZeroPrices({ db, priceListId, itemsTable }: FileMerge): Promise<number> {
  // The price of the default unit comes from the product file; the units file may list that unit for its barcode only.
  const exceptDefault =
    itemsTable === 'import_units' ? 'AND NOT EXISTS (SELECT FROM products p WHERE p.default_unit_id = i.unit_id)' : ''
  return db.execute(
    `WITH saved AS (
       INSERT INTO unit_prices AS up (price_list_id, unit_id, sale_value, sale_currency)
       SELECT $1, i.unit_id, 0, i.sale_currency FROM ${itemsTable} i WHERE i.sale_value = 0 ${exceptDefault} ORDER BY i.unit_id
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET sale_value = 0, ${noOtherPrices}
        WHERE up.sale_value > 0 OR coalesce(${otherPrices}) IS NOT NULL
       RETURNING up.unit_id)
     INSERT INTO import_touched SELECT product_id FROM saved JOIN ${itemsTable} i USING (unit_id)`,
    [priceListId],
  )
}

/** Saves nothing for units without a sale price above 0 in the file or in the catalog. */
function upsertPrices({ db, priceListId, itemsTable }: FileMerge, prices: string[]): Promise<number> {
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
         FROM ${itemsTable} i LEFT JOIN unit_prices up ON up.unit_id = i.unit_id AND up.price_list_id = $1
        WHERE coalesce(${some}) IS NOT NULL AND coalesce(i.sale_value, up.sale_value) > 0
        ORDER BY i.unit_id
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET ${sets} WHERE (${old}) IS DISTINCT FROM (${fresh})
       RETURNING up.unit_id)
     INSERT INTO import_touched SELECT product_id FROM saved JOIN ${itemsTable} i USING (unit_id)`,
    [priceListId],
  )
}

/** Warns about list and plan prices of units without a sale price. */
async function warnAboutMissingPrices(merge: FileMerge, given: string[]): Promise<void> {
  const others = given.filter((price) => price !== 'sale')
  if (others.length === 0) return
  const some = others.map((price) => `i.${price}_value > 0`).join(' OR ')
  const lacks = `NOT coalesce(i.sale_value > 0,
    EXISTS (SELECT FROM unit_prices up WHERE up.unit_id = i.unit_id AND up.price_list_id = ${merge.priceListId} AND up.sale_value > 0))`
  await warnAboutRows(
    merge,
    'price_missing',
    `SELECT i.line, i.key_text, '{}'::jsonb AS facts FROM ${merge.itemsTable} i WHERE i.file = $1 AND (${some}) AND ${lacks}`,
  )
}
