import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

type NewBooking = { lineId: number; dealerId: number; amount: string; noticeId: number | null; userId: number }

/** Inserts a booking without its movement, which is named after it. Returns its id. */
export function insertBooking(db: Db, { lineId, dealerId, amount, noticeId, userId }: NewBooking): Promise<number> {
  const values = { line_id: lineId, dealer_id: dealerId, amount, notice_id: noticeId, booked_by: userId }
  return insertRow(db, 'bank_line_bookings', values, 'bank_line_booking_insert')
}

export async function linkMovement(db: Db, id: number, movementId: number): Promise<void> {
  await db.execute(
    'UPDATE bank_line_bookings SET movement_id = $2 WHERE id = $1',
    [id, movementId],
    'bank_line_booking_link',
  )
}

export type BookingRow = {
  id: number
  dealer_id: number
  amount: string
  notice_id: number | null
  movement_id: number | null
}

/** What a line is booked as now. */
export function loadBookings(db: Db, lineId: number): Promise<BookingRow[]> {
  return db.query<BookingRow>(
    `SELECT id, dealer_id, amount, notice_id, movement_id FROM bank_line_bookings
      WHERE line_id = $1 AND reversed_at IS NULL ORDER BY id`,
    [lineId],
    'bank_line_bookings_load',
  )
}

export async function endBooking(
  db: Db,
  id: number,
  { reversalId, userId }: { reversalId: number | null; userId: number },
): Promise<void> {
  await db.execute(
    'UPDATE bank_line_bookings SET reversal_id = $2, reversed_at = now(), reversed_by = $3 WHERE id = $1',
    [id, reversalId, userId],
    'bank_line_booking_end',
  )
}
