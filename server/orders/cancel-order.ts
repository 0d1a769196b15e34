import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import { dealerCancelStates, type OrderState, orderStatesBefore } from '#domain/orders/order-life.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnUses } from '#server/promotions/promotions.ts'
import { returnStock } from '#server/stock/stock.ts'
import type { OrderActor } from './life/history.ts'
import { moveOrders } from './life/move-orders.ts'
import type { OrderReader } from './order-rows.ts'
import { type CancelRow, lockForCancel, lockRefunded } from './queries.ts'

/** `reader` null: staff. */
type Cancellation = { id: number; reader: OrderReader | null; userId: number; reason?: string }

/**
 * Cancels an order once and returns its stock to the warehouses, in one transaction that includes `onCancelled`.
 * Dealers cancel only what the store has not confirmed.
 */
export async function cancelOrder(
  pool: Pool,
  order: Cancellation,
  onCancelled: (db: Db, orderNo: string) => Promise<void> = async () => {},
): Promise<{ ok: true; orderNo: string } | Refusal> {
  const isStaff = order.reader === null
  return transaction(pool, async (db) => {
    const row = await lockForCancel(db, order)
    if (row === undefined) return refuse('order_not_found')
    const reason = whyNot(row, isStaff ? orderStatesBefore('cancelled') : dealerCancelStates)
    if (reason !== null) return refuse(reason)
    const actor: OrderActor = { kind: isStaff ? 'staff' : 'dealer', userId: order.userId }
    await moveOrders(db, [order.id], { to: 'cancelled', actor, reason: order.reason ?? '' })
    await returnUses(db, { orderId: order.id })
    await returnStock(db, { orderId: order.id })
    await onCancelled(db, row.order_no)
    return { ok: true, orderNo: row.order_no }
  })
}

/**
 * Cancels an order that the transaction has locked, and returns its stock. Returns why not: an order that was paid by card
 * is cancelled by its refund.
 */
export async function cancelLocked(
  db: Db,
  { id, actor, reason }: { id: number; actor: OrderActor; reason: string },
): Promise<ErrorCode | null> {
  const row = await lockForCancel(db, { id, reader: null })
  if (row === undefined) return 'order_not_found'
  const problem = whyNot(row, orderStatesBefore('cancelled'))
  if (problem !== null) return problem
  await moveOrders(db, [id], { to: 'cancelled', actor, reason })
  await returnUses(db, { orderId: id })
  await returnStock(db, { orderId: id })
  return null
}

/** Why an order cannot be cancelled; null if it can. */
function whyNot({ state, is_sent, is_paid }: CancelRow, allowed: readonly OrderState[]): ErrorCode | null {
  if (state === 'cancelled' || state === 'rejected') return 'order_already_cancelled'
  if (is_sent) return 'order_already_sent'
  if (is_paid) return 'order_paid_by_card'
  if (allowed.includes(state)) return null
  if (state === 'picking') return 'order_in_picking'
  return state === 'confirmed' ? 'order_confirmed' : 'order_in_delivery'
}

/**
 * Cancels the order of a fully refunded payment, in the refund's transaction. An order that was handed to the ERP, or
 * of which goods are picked or shipped, is not cancelled: the goods decide about it.
 */
export async function cancelPaidOrder(db: Db, paymentId: number): Promise<void> {
  const order = await lockRefunded(db, paymentId)
  if (order === undefined) return
  const actor: OrderActor = order.user_id === null ? { kind: 'system' } : { kind: 'staff', userId: order.user_id }
  const moved = await moveOrders(db, [order.id], { to: 'cancelled', actor })
  if (moved.length === 0) return
  await returnUses(db, { orderId: order.id })
  await returnStock(db, { orderId: order.id })
}
