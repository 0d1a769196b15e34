import type { Refusal } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { endSession } from './queries.ts'
import { findUser } from '#server/account/admin/user-rows.ts'

type Visit = { actor: Actor; address: string }

/** Starts impersonation: this session acts as a dealer's user until it is stopped or the session ends. */
export function startImpersonation(
  pool: Pool,
  { actor, address }: Visit,
  id: number,
): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findUser(db, id)
    if (row === undefined || row.dealer_id === null) return abortTransaction('user_not_found')
    if (row.is_disabled || row.is_dealer_disabled) return abortTransaction('user_disabled')
    await db.execute('UPDATE sessions SET viewed_user_id = $2 WHERE id = $1', [actor.sessionId, id])
    const after = { dealer: row.dealer_code }
    await writeAudit(db, { actor, address }, { action: 'view_as', noun: 'user', id: row.email, after })
    return { success: true as const }
  })
}

/** Stops impersonation. The audit entry names the administrator. */
export function stopImpersonation(pool: Pool, visit: Visit): Promise<{ userId: number | null } | Refusal> {
  const { sessionId, userId, impersonator } = visit.actor
  if (impersonator === null) return Promise.resolve({ userId: null })
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('UPDATE sessions SET viewed_user_id = NULL WHERE id = $1', [sessionId])
    await auditImpersonationEnd(db, visit)
    return { userId }
  })
}

/** Signs out, and stops impersonation if there is one. */
export function signOut(pool: Pool, visit: Visit): Promise<void> {
  return transaction(pool, async (db) => {
    await endSession(db, visit.actor.sessionId)
    await auditImpersonationEnd(db, visit)
  })
}

async function auditImpersonationEnd(db: Db, { actor: { email, impersonator }, address }: Visit): Promise<void> {
  if (impersonator === null) return
  await writeAudit(db, { actor: impersonator, address }, { action: 'end_view', noun: 'user', id: email })
}
