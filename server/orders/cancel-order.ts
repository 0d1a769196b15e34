import { refuse, type Refusal } from '#contract/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnStock } from '#server/stock/stock.ts'
import { cancelOnce, findOrderState } from './queries.ts'

/** Cancels an order once and gives its stock back to where it was taken from, in one transaction. */
export async function cancelOrder(
  pool: Pool,
  order: { id: number; dealerId: number; userId: number },
): Promise<{ ok: true; orderNo: string } | Refusal> {
  return transaction(pool, async (db) => {
    const orderNo = await cancelOnce(db, order)
    if (orderNo !== null) {
      await returnStock(db, order.id)
      return { ok: true, orderNo }
    }
    const state = await findOrderState(db, order)
    if (state === undefined) return refuse('order_not_found')
    return refuse(state.is_cancel ? 'order_already_cancelled' : 'order_already_sent')
  })
}
