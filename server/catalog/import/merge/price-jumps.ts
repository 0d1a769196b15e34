import { amountSql } from '#server/catalog/import/local-amounts.ts'
import { priceColumns } from '#server/catalog/import/read/row-numbers.ts'
import { type FileMerge, warnAboutRows } from './file-merge.ts'

/** A sale price may change by this factor, up or down, without a confirmation. */
export const usualPriceFactor = 5
const maxExamples = 3

/**
 * Finds sale prices that change by more than the factor, in the same currency: a wrong column or a shifted decimal sign
 * does that. They are saved if the user accepts them; otherwise they stay as they are, and the import asks.
 */
export async function holdPriceJumps(merge: FileMerge): Promise<void> {
  const { db, file, itemsTable, options, priceListId, questions } = merge
  if (!file.plan.fields.has('price') && !file.plan.fields.has('list_price')) return
  const factor = options.priceFactor ?? usualPriceFactor
  const jumps = `${itemsTable} i JOIN unit_prices up ON up.unit_id = i.unit_id AND up.price_list_id = ${priceListId}
      AND up.sale_currency = i.sale_currency
    WHERE i.sale_value > 0 AND up.sale_value > 0
      AND i.product_id NOT IN (SELECT product_id FROM import_seen WHERE is_new)
      AND (i.sale_value > up.sale_value * ${factor} OR i.sale_value * ${factor} < up.sale_value)`
  const found = await db.query<{ key_text: string | null; old: string; new: string }>(
    `SELECT i.key_text, ${amountSql('up.sale_value')} AS old, ${amountSql('i.sale_value')} AS "new" FROM ${jumps}
      ORDER BY i.line LIMIT ${maxExamples}`,
  )
  if (found.length === 0) return
  const isAccepted = options.priceJumps === 'accept'
  await warnAboutRows(
    merge,
    isAccepted ? 'price_jump' : 'price_held',
    `SELECT i.line, i.key_text, jsonb_build_object('old', ${amountSql('up.sale_value')}, 'new', ${amountSql('i.sale_value')}) AS facts
       FROM ${jumps}`,
  )
  if (isAccepted) return
  const prices = ['sale', ...Object.values(priceColumns)]
  const none = [...new Set(prices)].map((price) => `${price}_value = NULL`).join(', ')
  await db.execute(`UPDATE ${itemsTable} SET ${none} WHERE line IN (SELECT i.line FROM ${jumps})`)
  if (options.priceJumps === 'keep') return
  const examples = found.map((one) => `${one.key_text ?? ''}: ${one.old} → ${one.new}`)
  questions.push({ kind: 'jumps', file: file.name, columns: [], examples })
}
