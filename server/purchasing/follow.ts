import { reminderHours } from '#domain/orders/purchase-approval.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueueApproverMails, enqueueBuyerMail } from './purchase-email.ts'
import { recordPurchaseEvent } from './request-rows.ts'

const atOnce = 100

/** Reminds approvers of what waits, once a day, and ends requests whose time is over. Nothing waits unseen. */
export async function followPurchases(pool: Pool, now: Date): Promise<void> {
  await repeat(() => expirePurchases(pool, now))
  await repeat(() => remindApprovers(pool, now))
}

async function repeat(work: () => Promise<number>): Promise<void> {
  while ((await work()) === atOnce);
}

/** A decision that holds a request comes first: the next run continues with what still waits. */
function expirePurchases(pool: Pool, now: Date): Promise<number> {
  return transaction(pool, async (db) => {
    const rows = await db.query<{ id: number }>(
      `UPDATE purchase_requests SET state = 'expired', ended_at = $1
        WHERE id IN (SELECT id FROM purchase_requests WHERE state = 'waiting' AND expires_at <= $1
                      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, atOnce],
      'purchases_expire',
    )
    for (const { id } of rows) {
      await recordPurchaseEvent(db, id, { step: 'expired', userId: null })
      await enqueueBuyerMail(db, id, 'expired')
    }
    return rows.length
  })
}

function remindApprovers(pool: Pool, now: Date): Promise<number> {
  return transaction(pool, async (db) => {
    const rows = await db.query<{ id: number }>(
      `UPDATE purchase_requests SET reminded_at = $1
        WHERE id IN (SELECT id FROM purchase_requests
                      WHERE state = 'waiting' AND coalesce(reminded_at, created_at) <= $1::timestamptz - make_interval(hours => $3)
                      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, atOnce, reminderHours],
      'purchases_remind',
    )
    for (const { id } of rows) {
      await recordPurchaseEvent(db, id, { step: 'reminded', userId: null })
      await enqueueApproverMails(db, id, 'reminder', now)
    }
    return rows.length
  })
}
