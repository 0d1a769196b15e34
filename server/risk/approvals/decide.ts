import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { enqueueLimitMail } from './approval-email.ts'
import { lockApproval, stateOf } from './approval-rows.ts'

type Staff = Author & { actor: { userId: number } }
export type Decision = { id: number; reason: string; now: Date } & (
  | { to: 'approved'; days: number }
  | { to: 'refused'; days?: undefined }
)

/** Approves or refuses a request once, and informs the dealer. An approval ends by itself after some days. */
export function decideApproval(
  pool: Pool,
  staff: Staff,
  { id, to, reason: typed, days, now }: Decision,
): Promise<{ ok: true } | Refusal> {
  const reason = cleanText(typed)
  if (to === 'refused' && reason === '') return Promise.resolve(refuse('limit_reason_missing'))
  return transactionOrRefusal(pool, async (db) => {
    const row = (await lockApproval(db, id)) ?? abortTransaction('limit_approval_not_found')
    if (stateOf(row, now) !== 'waiting') abortTransaction('limit_approval_decided')
    const until = days === undefined ? now : new Date(now.getTime() + days * 86_400_000)
    await db.execute(
      `UPDATE limit_approvals SET state = $2, reason = $3, decided_at = $4, decided_by = $5, expires_at = $6 WHERE id = $1`,
      [id, to, reason, now, staff.actor.userId, until],
      'limit_approval_decide',
    )
    const after = { dealer: row.dealer_code, total: row.total_try, state: to, ...(days && { days }), reason }
    await writeAudit(db, staff, {
      action: to === 'approved' ? 'approve' : 'decline',
      noun: 'limit_approval',
      id: String(id),
      after,
    })
    await enqueueLimitMail(db, { id, reader: 'dealer' })
    return { ok: true as const }
  })
}
