import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnStock } from '#server/stock/stock.ts'
import { cancelOnce, cancelRefunded, findOrderState } from './queries.ts'

/**
 * Cancels an order once and gives its stock back to where it was taken from, in one transaction, `onCancelled` included.
 * `dealerId` null: whoever's it is, for staff.
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
 * Cancels the order of a payment that went back as a whole, in the refund's transaction. One that the ERP has stays: the
 * goods may have left, and what becomes of it is decided there.
 */
export async function cancelPaidOrder(db: Db, paymentId: number): Promise<void> {
  const orderId = await cancelRefunded(db, paymentId)
  if (orderId !== null) await returnStock(db, { orderId })
}
