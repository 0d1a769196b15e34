import { priceFields } from '#server/catalog/import/read/fields.ts'
import { priceColumns } from '#server/catalog/import/read/row-numbers.ts'
import type { PriceSample } from '#server/catalog/import/import-run.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { type FileMerge, warnAboutRows } from './file-merge.ts'

const maxSamples = 5

/**
 * Makes a list price the sale price of a unit that has none, neither in the file nor in the price list. A unit on inquiry
 * (0) stays so.
 */
export async function useListPrices(merge: FileMerge): Promise<void> {
  const { db, file, itemsTable, priceListId } = merge
  if (!file.plan.fields.has('list_price')) return
  const used = await db.execute(
    `UPDATE ${itemsTable} i SET sale_value = list_value, sale_currency = list_currency, list_value = NULL, list_currency = NULL,
            gross = array_replace(gross, 'list', 'sale')
      WHERE i.sale_value IS NULL AND i.list_value > 0 AND NOT EXISTS (
        SELECT FROM unit_prices up WHERE up.unit_id = i.unit_id AND up.price_list_id = $1)`,
    [priceListId],
  )
  if (used > 0)
    await warnAboutRows(merge, 'list_price_used', `SELECT 1 AS line, '' AS key_text, '{"n": ${used}}'::jsonb AS facts`)
}

/**
 * Converts the prices that include VAT to net: gross × 100 / (100 + rate), rounded once to 4 decimals, half away from
 * zero. 20 digits after the point make the division exact enough to round correctly. The rate is the
 * product's (already that of the file), else its parent's, else the store's. Also collects samples of sale prices for the preview.
 */
export async function convertToNet(merge: FileMerge): Promise<void> {
  const { db, file, itemsTable } = merge
  const given = priceFields.filter((field) => file.plan.fields.has(field)).map((field) => priceColumns[field])
  if (given.length === 0) return
  const prices = [...new Set(['sale', ...given])]
  const hasGross = (await db.one(`SELECT FROM ${itemsTable} WHERE gross IS NOT NULL LIMIT 1`)) !== undefined
  if (!hasGross && !merge.options.dryRun) return
  const { defaultTaxRate } = settingsOf((await loadStoreRow(db)).settings, () => {})
  await db.execute(
    `UPDATE ${itemsTable} i SET given_value = i.sale_value, vat = coalesce(p.tax_rate, parent.tax_rate, $1)
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id WHERE p.id = i.product_id`,
    [defaultTaxRate],
  )
  const net = (price: string) =>
    `${price}_value = CASE WHEN '${price}' = ANY (gross) THEN round((${price}_value * 100)::numeric(40, 20) / (100 + vat), 4)
       ELSE ${price}_value END`
  await db.execute(`UPDATE ${itemsTable} SET ${prices.map(net).join(', ')} WHERE gross IS NOT NULL`)
  await collectSamples(merge)
}

/** Adds the first sale prices of the file, of each basis if it mixes them. */
async function collectSamples({ db, file, itemsTable, totals }: FileMerge): Promise<void> {
  const missing = maxSamples - totals.samples.length
  if (missing <= 0) return
  const rows = await db.query<Omit<PriceSample, 'file'>>(
    `SELECT coalesce(key_text, '') AS key, coalesce(name, '') AS name, coalesce(sale_currency, '') AS currency, coalesce(vat, 0)::text AS rate, is_gross AS "isGross",
            coalesce(sale_value, 0)::text AS net,
            coalesce(CASE WHEN is_gross THEN given_value ELSE round(given_value * (100 + vat) / 100, 4) END, 0)::text AS gross
       FROM (SELECT *, row_number() OVER (PARTITION BY is_gross ORDER BY abs(line)) AS n
               FROM (SELECT *, coalesce('sale' = ANY (gross), false) AS is_gross FROM ${itemsTable}) each WHERE given_value > 0) numbered
      ORDER BY n, abs(line) LIMIT $1`,
    [missing],
  )
  totals.samples.push(...rows.map((row) => ({ ...row, file: file.name })))
}
