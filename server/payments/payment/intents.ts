import { pendingStates } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'

// An intent names what is paid for (a cart, an account page, a link); attempts of the same intent exclude each other.

/** Whether an attempt of this intent may have moved money without a known outcome. */
export async function isPaymentPending(db: Db, intent: string): Promise<boolean> {
  const row = await db.one(
    'SELECT FROM payments WHERE intent = $1 AND state = ANY ($2)',
    [intent, pendingStates],
    'payments_pending',
  )
  return row !== undefined
}

/** Attempts of the intent $1 that may still bring money. */
const openAttempts = `intent = $1 AND NOT is_replaced AND order_id IS NULL AND movement_id IS NULL
                AND state NOT IN ('declined', 'voided', 'refunded')`
/** SQL that marks the attempts `before` as replaced. */
const replaceSql = (before: string) => `
  UPDATE payments p SET is_replaced = true, stock_state = CASE p.stock_state WHEN 'held' THEN 'released' ELSE p.stock_state END
    FROM (SELECT id, stock_state = 'held' AS is_held FROM payments WHERE ${before}) AS before
   WHERE p.id = before.id RETURNING p.id, before.is_held`

/**
 * Marks the attempts of an intent, `except` one, as replaced: it is paid otherwise, and money they still bring is returned.
 * Returns the attempts that held stock; their hold is released, and the caller puts the stock back.
 */
export async function replaceAttempts(db: Db, intent: string, except: number): Promise<number[]> {
  const rows = await db.query<{ id: number; is_held: boolean }>(
    replaceSql(`${openAttempts} AND id <> $2 ORDER BY id FOR UPDATE`),
    [intent, except],
    'payments_replace_others',
  )
  return rows.filter(({ is_held }) => is_held).map(({ id }) => id)
}

/**
 * The same for all attempts of an intent that is ordered; null if one of them is pending, and then nothing changes. An
 * attempt that another transaction has locked is not waited for, since that transaction may wait for the caller: the
 * statement fails and the transaction is retried.
 */
export async function replaceAllAttempts(db: Db, intent: string): Promise<number[] | null> {
  const row = await db.one<{ is_pending: boolean; held: number[] }>(
    `WITH pending AS MATERIALIZED (
       SELECT EXISTS (SELECT FROM payments WHERE intent = $1 AND state = ANY ($2)) AS is_pending),
     replaced AS (${replaceSql(`${openAttempts} AND NOT (SELECT is_pending FROM pending) ORDER BY id FOR UPDATE NOWAIT`)})
     SELECT is_pending, array(SELECT id FROM replaced WHERE is_held ORDER BY id) AS held FROM pending`,
    [intent, pendingStates],
    'payments_replace_all',
  )
  return row === undefined || row.is_pending ? null : row.held
}

/** Whether the intent of this payment was ordered or paid otherwise. */
export async function isReplaced(db: Db, id: number): Promise<boolean> {
  const row = await db.one<{ is_replaced: boolean }>(
    'SELECT is_replaced FROM payments WHERE id = $1',
    [id],
    'payments_replaced',
  )
  return row?.is_replaced ?? false
}

export type StockState = 'none' | 'held' | 'used' | 'released'

/** Compare-and-set of the payment's stock: one of several concurrent uses or releases succeeds. */
export async function transitionHeldStock(db: Db, id: number, from: StockState, to: StockState): Promise<boolean> {
  const changed = await db.execute(
    'UPDATE payments SET stock_state = $3 WHERE id = $1 AND stock_state = $2',
    [id, from, to],
    'payments_stock',
  )
  return changed === 1
}

/** Whether the payment is fully refunded once this refund is done. */
export async function isFullyRefunded(db: Db, id: number, refundId: number): Promise<boolean> {
  const row = await db.one<{ is_whole: boolean }>(
    `SELECT p.amount <= (SELECT coalesce(sum(r.amount), 0) FROM payment_refunds r
                          WHERE r.payment_id = p.id AND (r.state = 'done' OR r.id = $2)) AS is_whole
       FROM payments p WHERE p.id = $1`,
    [id, refundId],
    'payments_wholly_refunded',
  )
  return row?.is_whole ?? false
}
