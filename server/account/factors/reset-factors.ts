import type { Refusal } from '#contract/core/errors.ts'
import { mayGrant } from '#domain/people/permissions.ts'
import { type Author, commandLine, writeAudit } from '#server/audit/audit.ts'
import { lockUser } from '#server/account/admin/change-user.ts'
import { permissionsOfRow } from '#server/account/admin/user-rows.ts'
import type { Administrator } from '#server/account/password/invitations.ts'
import { endSessions } from '#server/account/sessions.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { enqueueFactorMail, type Where } from './factor-email.ts'
import { deleteFactors } from './factor-rows.ts'

/**
 * Removes the factors and passkeys of another user who has lost the device. Nobody resets those of staff with more
 * rights; the own ones are removed in the account settings, with the password.
 */
export function resetFactors(
  pool: Pool,
  admin: Administrator & Where,
  id: number,
): Promise<{ ok: true; id: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockUser(db, id)
    if (id === admin.actor.userId) abortTransaction('own_account')
    if (row.role === 'admin' && !mayGrant(admin.actor.permissions, permissionsOfRow(row)))
      abortTransaction('no_right_to_grant')
    if (!(await reset(db, admin, row, admin))) abortTransaction('factor_not_found')
    return { ok: true as const, id }
  })
}

async function reset(db: Db, author: Author, user: { id: number; email: string }, where: Where): Promise<boolean> {
  if (!(await deleteFactors(db, user.id))) return false
  await endSessions(db, user.id)
  await enqueueFactorMail(db, user.id, 'reset', where)
  await writeAudit(db, author, { action: 'reset_factors', noun: 'user', id: user.email })
  return true
}

/** The same on the command line, for the last administrator. */
export function resetFactorsOf(
  pool: Pool,
  email: string,
): Promise<{ ok: true } | { ok: false; problem: 'user_unknown' | 'no_factors' }> {
  return transaction(pool, async (db) => {
    const user = await db.one<{ id: number; email: string }>(
      'SELECT id, email FROM users WHERE email = lower($1) AND removed_at IS NULL FOR NO KEY UPDATE',
      [email],
    )
    if (user === undefined) return { ok: false, problem: 'user_unknown' }
    const isReset = await reset(db, commandLine, user, { userAgent: '', address: '', locale: 'tr' })
    return isReset ? { ok: true } : { ok: false, problem: 'no_factors' }
  })
}
