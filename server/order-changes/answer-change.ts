import type { AddressScope } from '#domain/people/address-scope.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { changeableStates } from '#domain/orders/order-life.ts'
import {
  cancelLocked,
  endObjection,
  enqueueChangeMail,
  loadLinesToChange,
  loadUnansweredLines,
  lockForChange,
  type OrderActor,
  recordStep,
} from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { changeLines } from './change-lines.ts'

export type ChangeAnswer = {
  orderId: number
  dealerId: number
  addresses: AddressScope
  userId: number
  accept: boolean
  reason: string
}

/**
 * Records the dealer's answer to changes of its order. A refusal cancels the changed lines; if nothing else is left, the
 * order is cancelled. Refused answers: nothing is open, or the order is on its way by now.
 */
export function answerChange(
  pool: Pool,
  { orderId, dealerId, addresses, userId, accept, reason }: ChangeAnswer,
  facts: StoreFacts,
): Promise<{ ok: true; isCancelled: boolean } | Refusal> {
  const actor: OrderActor = { kind: 'dealer', userId }
  return transactionOrRefusal(pool, async (db) => {
    const order = await lockForChange(db, { id: orderId, dealerId, addresses })
    if (order === undefined) return refuse('order_not_found')
    if (!order.is_open) return refuse('order_change_answered')
    if (accept) {
      await endObjection(db, orderId)
      await recordStep(db, orderId, { step: 'change_accepted', actor, reason })
      return { ok: true as const, isCancelled: false }
    }
    if (order.is_sent) return refuse('order_already_sent')
    if (!changeableStates.includes(order.state)) return refuse('order_in_delivery')
    const lineNos = await loadUnansweredLines(db, orderId)
    const rows = await loadLinesToChange(db, orderId)
    const active = rows.filter(({ quantity, cancelled }) => quantity > cancelled)
    const refused = active.filter(({ line_no }) => lineNos.includes(line_no))
    const isCancelled = refused.length === active.length
    if (isCancelled) {
      const problem = await cancelLocked(db, { id: orderId, actor, reason })
      if (problem !== null) abortTransaction(problem)
    } else if (refused.length > 0) {
      const lines = refused.map(({ line_no: lineNo }) => ({ lineNo, quantity: 0 }))
      await changeLines(db, { orderId, dealerId, shownState: null, lines, actor, reason }, facts)
    }
    await endObjection(db, orderId)
    const stepId = await recordStep(db, orderId, { step: 'change_refused', actor, reason })
    await enqueueChangeMail(db, orderId, stepId, 'store')
    return { ok: true as const, isCancelled }
  })
}
