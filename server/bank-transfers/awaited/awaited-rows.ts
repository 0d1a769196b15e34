import type { Day } from '#domain/text/calendar-day.ts'
import { dealerCancelStates } from '#domain/orders/order-life.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * Lets an order wait for its transfer until `dueOn`, if its plan is due at once and not paid by card. Other orders, and those
 * that cost nothing, do not wait.
 */
export async function awaitTransfer(db: Db, orderId: number, dueOn: Day): Promise<void> {
  await db.execute(
    `INSERT INTO awaited_transfers (order_id, dealer_id, due_on)
     SELECT o.id, o.dealer_id, $2 FROM orders o JOIN payment_plans p ON p.key = o.plan_key
      WHERE o.id = $1 AND p.due_days = 0 AND NOT p.is_virtual AND o.total_try > 0`,
    [orderId, dueOn],
    'awaited_transfer_insert',
  )
}

/**
 * Orders of a dealer that wait and have one of these numbers, locked. The orders are read after the lock is held: one that was
 * cancelled meanwhile is not among them.
 */
export async function lockAwaited(
  db: Db,
  { dealerId, numbers, noticeId }: { dealerId: number; numbers: readonly string[]; noticeId: number | null },
): Promise<{ order_id: number; total_try: string }[]> {
  const waiting = await db.query<{ order_id: number }>(
    `SELECT w.order_id FROM awaited_transfers w JOIN orders o ON o.id = w.order_id
      WHERE w.dealer_id = $1 AND w.booking_id IS NULL
        AND (fold(o.order_no) = ANY ($2) OR o.id = (SELECT order_id FROM transfer_notices WHERE id = $3))
      ORDER BY w.order_id FOR UPDATE OF w`,
    [dealerId, numbers, noticeId],
    'awaited_transfers_lock',
  )
  return db.query<{ order_id: number; total_try: string }>(
    `SELECT id AS order_id, total_try FROM orders WHERE id = ANY ($1) AND NOT is_cancel ORDER BY id FOR NO KEY UPDATE`,
    [waiting.map(({ order_id }) => order_id)],
    'awaited_orders_lock',
  )
}

export async function payAwaited(db: Db, orderIds: readonly number[], bookingId: number): Promise<void> {
  const sql = 'UPDATE awaited_transfers SET booking_id = $2 WHERE order_id = ANY ($1)'
  await db.execute(sql, [orderIds, bookingId], 'awaited_transfers_pay')
}

/** Orders whose transfer was taken back wait again. */
export async function reopenAwaited(db: Db, bookingIds: readonly number[]): Promise<void> {
  const sql = 'UPDATE awaited_transfers SET booking_id = NULL WHERE booking_id = ANY ($1)'
  await db.execute(sql, [bookingIds], 'awaited_transfers_reopen')
}

/** Marks orders that are due on this day at the latest as reminded, once each. Returns their ids. */
export async function takeReminders(db: Db, until: Day): Promise<number[]> {
  const rows = await db.query<{ order_id: number }>(
    `UPDATE awaited_transfers w SET reminded_at = now() FROM orders o
      WHERE o.id = w.order_id AND NOT o.is_cancel AND w.booking_id IS NULL AND w.reminded_at IS NULL AND w.due_on <= $1
      RETURNING w.order_id`,
    [until],
    'awaited_transfers_remind',
  )
  return rows.map(({ order_id }) => order_id)
}

/** Orders without a transfer whose last day is over, and that the store has not confirmed. */
export async function findOverdue(db: Db, today: Day): Promise<number[]> {
  const rows = await db.query<{ order_id: number }>(
    `SELECT w.order_id FROM awaited_transfers w JOIN orders o ON o.id = w.order_id
      WHERE w.booking_id IS NULL AND w.due_on < $1 AND o.state = ANY ($2) AND o.sent_to_erp_at IS NULL ORDER BY w.order_id`,
    [today, dealerCancelStates],
    'awaited_transfers_overdue',
  )
  return rows.map(({ order_id }) => order_id)
}

/** Whether an order still waits, with its row locked: a booking at the same time comes before or after. */
export async function lockOverdue(db: Db, orderId: number, today: Day): Promise<boolean> {
  const row = await db.one(
    'SELECT FROM awaited_transfers WHERE order_id = $1 AND booking_id IS NULL AND due_on < $2 FOR UPDATE',
    [orderId, today],
    'awaited_transfer_lock',
  )
  return row !== undefined
}
