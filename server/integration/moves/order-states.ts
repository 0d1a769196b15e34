import { orderStateRow, writeOrderStates } from '#contract/integration/order-moves.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { keysOf } from '#server/integration/batches/account-batches.ts'
import { notWritten, replyOf, type RowOutcome } from '#server/integration/batches/batch-reply.ts'
import { checkRows, refuseRepeated } from '#server/integration/batches/check-rows.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import { moveOrdersByNumber } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { programSentence } from '#server/platform/http/errors.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Calls } from '#server/visitor/visitor.ts'

/** Registers the call by which programs confirm, reject, deliver and close orders. */
export function registerOrderStates(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeOrderStates, async ({ body: { rows } }, context) => {
    const { locale, service } = context
    const checked = checkRows(rows, orderStateRow, 'orderNo', locale)
    refuseRepeated(checked, ({ orderNo }) => cleanNumber(orderNo), locale)
    const moves = checked.good.map(({ row: { orderNo, state: to, reason = '' } }) => {
      return { orderNo: cleanNumber(orderNo), to, reason }
    })
    const actor = { kind: 'erp' as const, keyId: service.keyId }
    const results = await moveOrdersByNumber(pool, moves, { actor, author: context })
    const byRow = new Map(checked.good.map(({ index }, at) => [index, results[at]]))
    const outcomeOf = (row: number): RowOutcome => {
      const result = byRow.get(row)
      if (result === undefined) return notWritten
      return result.ok ? { ...notWritten, status: result.moved ? 'updated' : 'unchanged' } : refused(result, locale)
    }
    return replyOf(keysOf(rows, ['orderNo']), checked.bad, outcomeOf, true)
  })
}

/** The database accepts no NUL, and no order number contains one. */
const cleanNumber = (orderNo: string) => orderNo.replaceAll('\0', '').trim()

function refused({ code, facts = {} }: Refusal, locale: Locale): RowOutcome {
  const words = Object.entries(facts).map(([name, state]) => [
    name,
    name === 'orders' ? state : translate(locale, `orders.states.${state}`),
  ])
  const message = programSentence({ code, facts: Object.fromEntries(words) as Record<string, string> }, locale)
  const field = code === 'order_not_found' ? 'orderNo' : code === 'order_reason_missing' ? 'reason' : 'state'
  return { status: 'rejected', error: { code, field, message }, warnings: [] }
}
