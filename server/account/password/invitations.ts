import type { Secret } from '#server/platform/http/secrets.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { passwordLinkPath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { enqueueAccountMail } from './password-email.ts'
import { closeLinks, newSeed, openLink, tokenOf } from './one-time-links.ts'
import { findUser, permissionsOfRow } from '#server/account/admin/user-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { mayGrant } from '#domain/people/permissions.ts'

/** The administrator who makes a change. Emails use this user's language. */
export type Administrator = {
  actor: Pick<Actor, 'userId' | 'permissions'>
  address: string
  locale: Locale
}
/** Without a mail server the link of an invitation is returned, beginning with `publicUrl`. */
export type UserDeps = { pool: Pool; secret: Secret; hasMailServer: boolean; publicUrl: string }
type Invited = { id: number; email: string }
type Success = { ok: true; id: number }
type Invitation = Success & { invitationLink: string | null }

/**
 * Opens the link of an invitation and enqueues its email. Earlier invitations are closed. Returns the link if no email
 * can deliver it.
 */
export async function openInvitation(
  db: Db,
  { secret, hasMailServer, publicUrl }: UserDeps,
  admin: Administrator,
  { id, email }: Invited,
): Promise<string | null> {
  const seed = newSeed()
  const token = tokenOf(secret, seed)
  await openLink(db, { userId: id, kind: 'invite', token })
  await enqueueAccountMail(db, { kind: 'invite', seed, locale: admin.locale })
  await writeAudit(db, admin, { action: 'invite', noun: 'user', id: email })
  return hasMailServer ? null : publicUrl + passwordLinkPath(token)
}

/** Without a mail server nobody can request a link for a forgotten password: an administrator makes it. */
async function openReset(db: Db, deps: UserDeps, admin: Administrator, { id, email }: Invited): Promise<string> {
  const token = tokenOf(deps.secret, newSeed())
  await openLink(db, { userId: id, kind: 'reset', token })
  await writeAudit(db, admin, { action: 'password_link', noun: 'user', id: email })
  return deps.publicUrl + passwordLinkPath(token)
}

/**
 * Invites a user without a password, for the first time or again. In a shop without a mail server a user with a password
 * gets the link for a new one.
 */
export function inviteUser(deps: UserDeps, admin: Administrator, id: number): Promise<Invitation | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = await findUser(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('user_not_found')
    if (row.role === 'admin' && !mayGrant(admin.actor.permissions, permissionsOfRow(row)))
      abortTransaction('no_right_to_grant')
    if (row.is_disabled || row.is_dealer_disabled) return abortTransaction('user_disabled')
    if (row.access === 'ready' && deps.hasMailServer) return abortTransaction('user_has_password')
    const open = row.access === 'ready' ? openReset : openInvitation
    const invitationLink = await open(db, deps, admin, row)
    return { ok: true as const, id, invitationLink }
  })
}

export function revokeInvitation(
  { pool }: Pick<UserDeps, 'pool'>,
  admin: Administrator,
  id: number,
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findUser(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('user_not_found')
    const isClosed = await closeLinks(db, id, 'invite')
    if (isClosed) await writeAudit(db, admin, { action: 'revoke_invite', noun: 'user', id: row.email })
    return { ok: true as const, id }
  })
}
