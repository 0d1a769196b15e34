import type { Refusal } from '#contract/core/errors.ts'
import { returnLinesToCart } from '#server/cart/cart.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { decidedRefusal } from './decide.ts'
import { endPurchase, loadPurchaseLines, lockPurchase, type PurchaseRow, recordPurchaseEvent } from './request-rows.ts'

type Done = { ok: true }

/** The buyer takes its request back; the lines return to the cart as they were sent. */
export function withdrawPurchase(pool: Pool, by: DealerContext, id: number): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockOwn(db, by, id)
    if (row.state !== 'waiting') abortTransaction(await decidedRefusal(db, row, by))
    await endPurchase(db, id, 'withdrawn')
    await recordPurchaseEvent(db, id, { step: 'withdrawn', userId: by.actor.userId })
    await putBack(db, row)
    return { ok: true as const }
  })
}

/** Puts the lines of a request that became no order into the buyer's cart again, once. */
export function returnPurchaseLines(pool: Pool, by: DealerContext, id: number): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockOwn(db, by, id)
    if (!canReturn(row)) abortTransaction('purchase_lines_returned')
    await putBack(db, row)
    return { ok: true as const }
  })
}

/** Whether the lines of a request can go into the cart again. */
export const canReturn = ({ state, returned_at }: Pick<PurchaseRow, 'state' | 'returned_at'>): boolean =>
  (state === 'refused' || state === 'expired') && returned_at === null

/** Requests of others do not exist here. */
async function lockOwn(db: Db, { actor }: DealerContext, id: number): Promise<PurchaseRow> {
  const row = await lockPurchase(db, id, actor.dealer.id)
  return row === undefined || row.user_id !== actor.userId ? abortTransaction('purchase_not_found') : row
}

async function putBack(db: Db, { id, user_id }: PurchaseRow): Promise<void> {
  const lines = await loadPurchaseLines(db, id)
  await returnLinesToCart(
    db,
    user_id,
    lines.map((line) => ({ productId: line.product_id, unitId: line.unit_id, quantity: line.quantity_before })),
  )
  await db.execute('UPDATE purchase_requests SET returned_at = now() WHERE id = $1', [id], 'purchase_returned')
}
