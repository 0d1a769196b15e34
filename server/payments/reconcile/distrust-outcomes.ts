import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transitionPayment } from '#server/payments/payment/transition.ts'
import { addReconciliations } from './reconcile.ts'

/**
 * After the database went back to its state of `since`: banks may have done since then what still waits here. Captures and
 * refunds under way are inquired before anything is sent again, and the books of every day since are compared with the banks'.
 */
export async function distrustOutcomes(db: Db, { since, now }: { since: Date; now: Date }): Promise<void> {
  const authenticated = await db.query<{ id: number }>(
    "SELECT id FROM payments WHERE state = 'authenticated' ORDER BY id",
  )
  for (const { id } of authenticated) {
    await transitionPayment(db, id, {
      to: 'capturing',
      cause: 'restored',
      at: now,
      set: { inquire_at: now, inquiries: 0 },
    })
  }
  await db.execute("UPDATE payments SET inquire_at = $1, inquiries = 0 WHERE state IN ('capturing', 'unknown')", [now])
  // Also those that wait for a second person, who may have approved them.
  await db.execute(
    `UPDATE payment_refunds SET state = 'unknown', inquire_at = $1, inquiries = 0
      WHERE state IN ('waiting', 'requested', 'sending', 'unknown')`,
    [now],
  )
  const today = dayInTurkey(now)
  for (let day = addDays(dayInTurkey(since), -1); day < today; day = addDays(day, 1)) await addReconciliations(db, day)
}
