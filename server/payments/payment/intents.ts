import { pendingStates } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Whether an attempt of this intent may have moved money and nobody knows yet. */
export async function isPaymentPending(db: Db, intent: string): Promise<boolean> {
  const row = await db.one(
    'SELECT FROM payments WHERE intent = $1 AND state = ANY ($2)',
    [intent, pendingStates],
    'payments_pending',
  )
  return row !== undefined
}

/**
 * What these attempts are for is being ordered or paid otherwise, `except` by this one: money that they still bring goes
 * back. Answers those that hold stock, which is free from now on: whoever asks gives it back. Without `except` an attempt
 * that is being moved at this moment is not waited for, since it may wait for the caller: the transaction runs again.
 */
export async function replaceAttempts(db: Db, intent: string, except: number | null): Promise<number[]> {
  const rows = await db.query<{ id: number; is_held: boolean }>(
    `UPDATE payments p SET is_replaced = true, stock_state = CASE p.stock_state WHEN 'held' THEN 'released'
                                                               ELSE p.stock_state END
       FROM (SELECT id, stock_state = 'held' AS is_held FROM payments
              WHERE intent = $1 AND id IS DISTINCT FROM $2 AND NOT is_replaced AND order_id IS NULL
                AND movement_id IS NULL AND state NOT IN ('declined', 'voided', 'refunded')
              ORDER BY id FOR UPDATE ${except === null ? 'NOWAIT' : ''}) AS before
      WHERE p.id = before.id RETURNING p.id, before.is_held`,
    [intent, except],
    except === null ? 'payments_replace_all' : 'payments_replace_others',
  )
  return rows.filter(({ is_held }) => is_held).map(({ id }) => id)
}

/** Whether what the payment is for has been ordered or paid otherwise. */
export async function isReplaced(db: Db, id: number): Promise<boolean> {
  const row = await db.one<{ is_replaced: boolean }>(
    'SELECT is_replaced FROM payments WHERE id = $1',
    [id],
    'payments_replaced',
  )
  return row?.is_replaced ?? false
}

export type StockState = 'none' | 'held' | 'used' | 'released'

/** Of several who would use or release what a payment holds, one may. */
export async function moveHeldStock(db: Db, id: number, from: StockState, to: StockState): Promise<boolean> {
  const moved = await db.execute(
    'UPDATE payments SET stock_state = $3 WHERE id = $1 AND stock_state = $2',
    [id, from, to],
    'payments_stock',
  )
  return moved === 1
}

/** Whether nothing of the payment is left once this refund is done. */
export async function isWhollyRefunded(db: Db, id: number, refundId: number): Promise<boolean> {
  const row = await db.one<{ is_whole: boolean }>(
    `SELECT p.amount <= (SELECT coalesce(sum(r.amount), 0) FROM payment_refunds r
                          WHERE r.payment_id = p.id AND (r.state = 'done' OR r.id = $2)) AS is_whole
       FROM payments p WHERE p.id = $1`,
    [id, refundId],
    'payments_wholly_refunded',
  )
  return row?.is_whole ?? false
}
