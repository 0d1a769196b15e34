import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnStock } from '#server/stock/stock.ts'
import { cancelOnce, cancelRefunded, findOrderState } from './queries.ts'

/**
 * Cancels an order once and returns its stock to the warehouses, in one transaction that includes `onCancelled`.
 * `dealerId` null: an order of any dealer, for staff.
 */
export async function cancelOrder(
  pool: Pool,
  order: { id: number; dealerId: number | null; userId: number; reason?: string },
  onCancelled: (db: Db, orderNo: string) => Promise<void> = async () => {},
): Promise<{ ok: true; orderNo: string } | Refusal> {
  return transaction(pool, async (db) => {
    const orderNo = await cancelOnce(db, order)
    if (orderNo !== null) {
      await returnStock(db, { orderId: order.id })
      await onCancelled(db, orderNo)
      return { ok: true, orderNo }
    }
    const state = await findOrderState(db, order)
    if (state === undefined) return refuse('order_not_found')
    if (state.is_cancel) return refuse('order_already_cancelled')
    return refuse(state.is_sent ? 'order_already_sent' : 'order_paid_by_card')
  })
}

/**
 * Cancels the order of a fully refunded payment, in the refund's transaction. An order that was handed to the ERP is
 * not cancelled: the goods may have been shipped, and the ERP decides about it.
 */
export async function cancelPaidOrder(db: Db, paymentId: number): Promise<void> {
  const orderId = await cancelRefunded(db, paymentId)
  if (orderId !== null) await returnStock(db, { orderId })
}
