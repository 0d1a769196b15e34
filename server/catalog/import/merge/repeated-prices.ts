import { amountSql } from '#server/catalog/import/local-amounts.ts'
import { type FileMerge, rejectRows } from './file-merge.ts'
import { keyOfRows } from './match-products.ts'

const maxExamples = 3
const maxLines = 5

/**
 * Finds products that several rows have with different prices. The chosen row counts; without a choice the import asks,
 * and the first row counts. Rows without a price do not differ.
 */
export async function settleRepeatedPrices(merge: FileMerge): Promise<void> {
  const { db, file, options, questions, rowsTable } = merge
  if (!file.plan.fields.has('price') && !file.plan.fields.has('list_price')) return
  const { repeatedPrices } = options
  const given = (price: string) => `nullif(concat_ws(' ', trim_scale(${price}_value), ${price}_currency), '')`
  await db.execute('DROP TABLE IF EXISTS pg_temp.import_repeats')
  await db.execute(
    `CREATE TEMP TABLE import_repeats ON COMMIT DROP AS
     WITH priced AS (
       SELECT line, ${keyOfRows(merge)} AS key, CASE WHEN coalesce(sale_value, list_value) IS NOT NULL
              THEN concat_ws('/', ${given('sale')}, ${given('list')}, gross::text) END AS price,
              ${amountSql('coalesce(sale_value, list_value)')} || ' ' || coalesce(sale_currency, list_currency) AS amount
         FROM ${rowsTable} r WHERE file = ${file.number}),
     repeated AS (
       SELECT key, (array_agg(line ORDER BY line ${repeatedPrices === 'last' ? 'DESC' : ''}) FILTER (WHERE price IS NOT NULL))[1] AS taken,
              array_to_string((array_agg(abs(line) ORDER BY line) FILTER (WHERE price IS NOT NULL))[1:${maxLines}], ', ') AS lines,
              array_to_string((array_agg(amount ORDER BY line) FILTER (WHERE price IS NOT NULL))[1:${maxLines}], ', ') AS prices
         FROM priced WHERE key IS NOT NULL GROUP BY key HAVING count(DISTINCT price) > 1)
     SELECT line, price IS NOT NULL AS has_price, taken, lines, prices FROM priced JOIN repeated USING (key)`,
  )
  const found = await db.query<{ key_text: string | null; lines: string; prices: string }>(
    `SELECT key_text, coalesce(lines, '') AS lines, coalesce(prices, '') AS prices FROM import_repeats JOIN ${rowsTable} r USING (line)
      WHERE r.file = $1 AND line = taken ORDER BY abs(line) LIMIT ${maxExamples}`,
    [file.number],
  )
  if (found.length === 0) return
  const rows = (condition: string) =>
    `SELECT line, key_text, jsonb_build_object('lines', lines, 'prices', prices, 'taken', abs(taken), 'first', abs(taken)) AS facts
       FROM import_repeats JOIN ${rowsTable} r USING (line) WHERE r.file = $1 AND ${condition}`
  if (repeatedPrices === 'none') await rejectRows(merge, 'price_repeated_none', rows('true'))
  else {
    await rejectRows(merge, 'price_repeated', rows('line <> taken AND has_price'))
    await rejectRows(merge, 'key_repeated', rows('line <> taken'))
  }
  // Rows of different brands may be different products: that is asked first.
  const asksForBrands = questions.some(({ kind, file: name }) => kind === 'brands' && name === file.name)
  if (repeatedPrices !== undefined || asksForBrands) return
  const examples = found.map(({ key_text, lines, prices }) => `${key_text ?? ''} (${lines}): ${prices}`)
  questions.push({ kind: 'repeated', file: file.name, columns: [], examples })
}
