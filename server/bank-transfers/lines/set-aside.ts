import type { Refusal } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { lockAccounts, reverseTransfer } from '#server/statement/statement.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { reopenNotices } from '#server/bank-transfers/notices/notice-rows.ts'
import { reopenAwaited } from '#server/bank-transfers/awaited/awaited-rows.ts'
import { endBooking, loadBookings } from './booking-rows.ts'
import { lockLine, setLineState } from './line-rows.ts'

type Deps = { pool: Pool; by: UserContext }
type Outcome = Promise<{ ok: true } | Refusal>

/** Sets an open incoming line aside with a reason. */
export function ignoreLine({ pool, by }: Deps, id: number, reason: string): Outcome {
  return transactionOrRefusal(pool, async (db) => {
    const line = await lockLine(db, id)
    if (line === undefined || line.amount.startsWith('-')) return abortTransaction('bank_line_not_found')
    if (line.state !== 'open') return abortTransaction('line_settled')
    await setLineState(db, id, { state: 'ignored', reason, userId: by.actor.userId })
    await writeAudit(db, by, { action: 'ignore', noun: 'bank_line', id: String(id), after: { reason } })
    return { ok: true as const }
  })
}

/** Opens a line again. Its bookings are taken back by counter-movements of today, and its notices wait again. */
export function reopenLine({ pool, by, now }: Deps & { now: Date }, id: number, reason: string): Outcome {
  return transactionOrRefusal(pool, async (db) => {
    // Accounts are locked before the line. Another user may book it in between.
    const locked = (await loadBookings(db, id)).map(({ dealer_id }) => dealer_id)
    await lockAccounts(db, locked)
    const line = await lockLine(db, id)
    if (line === undefined) return abortTransaction('bank_line_not_found')
    if (line.state === 'open') return abortTransaction('line_open')
    const bookings = await loadBookings(db, id)
    if (bookings.some(({ dealer_id }) => !locked.includes(dealer_id))) return abortTransaction('line_settled')
    for (const { id: bookingId, dealer_id: dealerId, amount, movement_id: movementId } of bookings) {
      const booked = { bookingId, dealerId, amount, documentNo: line.reference, today: dayInTurkey(now) }
      const reversalId = movementId === null ? null : await reverseTransfer(db, { ...booked, movementId })
      await endBooking(db, bookingId, { reversalId, userId: by.actor.userId })
    }
    await reopenAwaited(
      db,
      bookings.map(({ id: bookingId }) => bookingId),
    )
    await reopenNotices(
      db,
      bookings.flatMap(({ notice_id }) => notice_id ?? []),
    )
    await setLineState(db, id, null)
    await writeAudit(db, by, { action: 'undo', noun: 'bank_line', id: String(id), after: { reason, was: line.state } })
    return { ok: true as const }
  })
}
