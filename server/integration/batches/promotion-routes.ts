import type * as z from 'zod/mini'
import { promotionRow, writePromotions } from '#contract/integration/promotion-batches.ts'
import { decimal } from '#domain/money/money.ts'
import { partsText, stepsText } from '#domain/promotions/promotion-cells.ts'
import { openPromotions, promotionNames } from '#server/file-imports/file-imports.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { pathSeparator } from '#server/pricing/pricing.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { runAccountBatch } from './account-batches.ts'
import { checkRows, refuseRepeated } from './check-rows.ts'

/**
 * Registers the call by which programs write promotions. `refresh` lets a change count in this process before the response is
 * sent.
 */
export function registerPromotionBatches(calls: Calls, pool: Pool, refresh: () => Promise<void>): void {
  handleOnce(calls, pool, writePromotions, async ({ body: { rows, atomic } }, context) => {
    const checked = checkRows(rows, promotionRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const removed = checked.good.flatMap(({ index, row: { delete: isDeleted, code } }) =>
      isDeleted === true ? [{ index, row: { dealer: '', reference: code } }] : [],
    )
    const kept = checked.good.filter(({ row }) => row.delete !== true)
    const given = { good: kept.map(({ index, row }) => ({ index, row: cellsOf(row) })), bad: checked.bad }
    const names = promotionNames
    const batch = { rows, checked: given, keyOf: ['code'], names, isAtomic: atomic === true, removed }
    const reply = await runAccountBatch(pool, openPromotions(), batch, context)
    await refresh()
    return reply
  })
}

const notation = { decimal: '.', delivery: 'delivery' } as const

/** As a file has them: a path, parts and steps as one text each, and switches as words. */
function cellsOf({
  category,
  parts,
  steps,
  combines,
  needsCoupon,
  isActive,
  ...row
}: z.output<typeof promotionRow>): object {
  const word = (is: boolean | undefined) => (is === undefined ? undefined : String(is))
  const number = (value: string | number | null | undefined) => (value == null ? '' : decimal(value).toFixed())
  return {
    ...row,
    category: Array.isArray(category) ? category.join(pathSeparator) : category,
    parts:
      parts &&
      partsText(parts.map(({ product, unit = '', quantity = 1 }) => ({ product, unit, quantity: String(quantity) }))),
    steps:
      steps &&
      stepsText(
        steps.map(({ amount, percent, freeDelivery = false }) => {
          return { amount: number(amount), percent: number(percent), freeDelivery }
        }),
        notation,
      ),
    combines: word(combines),
    needsCoupon: word(needsCoupon),
    isActive: word(isActive),
  }
}
