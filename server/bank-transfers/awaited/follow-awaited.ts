import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { cancelLocked, enqueueCancelMail } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueueTransferMail } from '#server/bank-transfers/transfer-email.ts'
import { findOverdue, lockOverdue, takeReminders } from './awaited-rows.ts'

/**
 * Reminds buyers of transfers that are due today or tomorrow, once, and cancels orders whose last day is over and that the store
 * has not confirmed: their stock is free again.
 */
export async function followAwaited(pool: Pool, now: Date): Promise<void> {
  const today = dayInTurkey(now)
  await transaction(pool, async (db) => {
    for (const orderId of await takeReminders(db, addDays(today, 1)))
      await enqueueTransferMail(db, { kind: 'reminder', orderId })
  })
  const reason = translate('tr', 'transfers.awaited.cancelReason')
  for (const id of await findOverdue(pool, today)) {
    await transaction(pool, async (db) => {
      if (!(await lockOverdue(db, id, today))) return
      const problem = await cancelLocked(db, { id, actor: { kind: 'system' }, reason })
      if (problem === null) await enqueueCancelMail(db, id)
    })
  }
}
