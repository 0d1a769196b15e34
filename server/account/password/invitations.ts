import type { Secret } from '#server/platform/http/secrets.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { enqueuePasswordEmail } from './password-email.ts'
import { closeLinks, newSeed, openLink, tokenOf } from './one-time-links.ts'
import { findUser } from '#server/account/admin/user-rows.ts'

/** The administrator who makes a change. Emails use this user's language. */
export type Administrator = { actor: { userId: number }; address: string; locale: Locale }
export type UserDeps = { pool: Pool; secret: Secret }
type Invited = { id: number; email: string }
type Success = { ok: true; id: number }

/** Opens the link of an invitation and enqueues its email. Earlier invitations are closed. */
export async function openInvitation(
  db: Db,
  secret: Secret,
  admin: Administrator,
  { id, email }: Invited,
): Promise<void> {
  const seed = newSeed()
  await openLink(db, { userId: id, kind: 'invite', token: tokenOf(secret, seed) })
  await enqueuePasswordEmail(db, { kind: 'invite', seed, locale: admin.locale })
  await writeAudit(db, admin, { action: 'invite', noun: 'user', id: email })
}

/** Invites a user without a password, for the first time or again. */
export function inviteUser({ pool, secret }: UserDeps, admin: Administrator, id: number): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findUser(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('user_not_found')
    if (row.is_disabled || row.is_dealer_disabled) return abortTransaction('user_disabled')
    if (row.access === 'ready') return abortTransaction('user_has_password')
    await openInvitation(db, secret, admin, row)
    return { ok: true as const, id }
  })
}

export function revokeInvitation({ pool }: UserDeps, admin: Administrator, id: number): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findUser(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('user_not_found')
    const isClosed = await closeLinks(db, id, 'invite')
    if (isClosed) await writeAudit(db, admin, { action: 'revoke_invite', noun: 'user', id: row.email })
    return { ok: true as const, id }
  })
}
