import type * as z from 'zod/mini'
import {
  dealerGroupRow,
  priceRuleRow,
  writeDealerGroups,
  writePriceRules,
} from '#contract/integration/price-rule-batches.ts'
import { openPriceRules } from '#server/file-imports/file-imports.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { saveGroupRows } from '#server/pricing/pricing.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf, runAccountBatch } from './account-batches.ts'
import { notWritten, outcomesOf, replyOf } from './batch-reply.ts'
import { checkRows, refuseRepeated } from './check-rows.ts'

/** Fields of an import of price rules by their names in the API, which are those of the form. */
const ruleNames = {
  rule_code: 'code',
  rule_name: 'name',
  rule_kind: 'kind',
  dealer: 'dealer',
  dealer_group: 'group',
  region: 'region',
  product_code: 'product',
  brand: 'brand',
  category: 'category',
  price_list: 'priceList',
  price: 'price',
  currency: 'currency',
  chain: 'chain',
  above_cost: 'aboveCost',
  min_quantity: 'quantity',
  period_days: 'periodDays',
  rule_unit: 'unit',
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  priority: 'priority',
  stops: 'stops',
  keeps_discount: 'keepsDiscount',
  is_active: 'isActive',
}

/**
 * Registers the calls by which programs write price rules and groups. `refresh` lets a change count in this process before the
 * response is sent.
 */
export function registerPriceRuleBatches(calls: Calls, pool: Pool, refresh: () => Promise<void>): void {
  handleOnce(calls, pool, writePriceRules, async ({ body: { rows, atomic } }, context) => {
    const checked = checkRows(rows, priceRuleRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const removed = checked.good.flatMap(({ index, row: { delete: isDeleted, code } }) =>
      isDeleted === true ? [{ index, row: { dealer: '', reference: code } }] : [],
    )
    const kept = checked.good.filter(({ row }) => row.delete !== true)
    const given = { good: kept.map(({ index, row }) => ({ index, row: cellsOf(row) })), bad: checked.bad }
    const batch = { rows, checked: given, keyOf: ['code'], names: ruleNames, isAtomic: atomic === true, removed }
    const reply = await runAccountBatch(pool, openPriceRules(), batch, context)
    await refresh()
    return reply
  })
  handleOnce(calls, pool, writeDealerGroups, async ({ body: { rows, atomic } }, context) => {
    const isAtomic = atomic === true
    const checked = checkRows(rows, dealerGroupRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const keys = keysOf(rows, ['code'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row: { code, name, delete: isDeleted } }) => {
      return { line: index, code: code.trim(), name: name === undefined ? undefined : cleanText(name), isDeleted }
    })
    const { isWritten, results } = await saveGroupRows(pool, given, { author: context, isAtomic })
    await refresh()
    return replyOf(keys, checked.bad, outcomesOf(results, isWritten, context.locale), isWritten)
  })
}

/** As a file has them: a path as one text, and switches as words. */
function cellsOf({ category, stops, keepsDiscount, isActive, ...row }: z.output<typeof priceRuleRow>) {
  const word = (is: boolean | undefined) => (is === undefined ? undefined : String(is))
  return {
    ...row,
    category: Array.isArray(category) ? category.join(' > ') : category,
    stops: word(stops),
    keepsDiscount: word(keepsDiscount),
    isActive: word(isActive),
  }
}
