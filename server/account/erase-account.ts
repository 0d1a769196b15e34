import { mayGrant } from '#domain/people/permissions.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { lockUser, rejectIfLastAdministrator } from './admin/change-user.ts'
import { rejectLastOwner } from './colleagues/change-colleagues.ts'
import { permissionsOfRow } from './admin/user-rows.ts'

export type ErasableUser = { id: number; name: string; email: string; dealerId: number | null; isErased: boolean }

/**
 * Locks a user whom the visitor may erase: staff erase users and staff who may do no more than they, a dealer's user its
 * colleagues. Nobody erases its own account; the last owner and the last full administrator stay.
 */
export async function lockErasable(db: Db, by: UserContext, id: number): Promise<ErasableUser> {
  const row = await lockUser(db, id)
  const { dealer } = by.actor
  if (dealer !== null && row.dealer_id !== dealer.id) abortTransaction('user_not_found')
  const isBelow = dealer !== null || row.role === 'admin'
  if (isBelow && !mayGrant(by.actor.permissions, permissionsOfRow({ ...row, can_order: false })))
    abortTransaction('no_right_to_grant')
  if (row.id === by.actor.userId) abortTransaction('own_account')
  const { id: userId, name, email, dealer_id: dealerId } = row
  const erased = await db.one('SELECT FROM users WHERE id = $1 AND erased_at IS NOT NULL', [id])
  if (erased === undefined) {
    if (row.role === 'admin') await rejectIfLastAdministrator(db, by, row)
    if (!row.is_disabled) await rejectLastOwner(db, row)
  }
  return { id: userId, name, email, dealerId, isErased: erased !== undefined }
}

/** How an erased user is named. */
export const erasedName = (id: number): string => `Silinmiş kullanıcı #${id}`

/** Removes who a user was, and everything that lets it sign in. The row stays for the records of the company. */
export async function eraseAccount(db: Db, { id, email }: ErasableUser): Promise<void> {
  await db.execute('DELETE FROM sessions WHERE user_id = $1 OR viewed_user_id = $1', [id])
  await db.execute('DELETE FROM one_time_links WHERE user_id = $1', [id])
  await db.execute('DELETE FROM user_identities WHERE user_id = $1', [id])
  await db.execute('DELETE FROM totp_factors WHERE user_id = $1', [id])
  await db.execute('DELETE FROM recovery_codes WHERE user_id = $1', [id])
  await db.execute('DELETE FROM passkeys WHERE user_id = $1', [id])
  await db.execute('DELETE FROM known_devices WHERE user_id = $1', [id])
  await db.execute('DELETE FROM sign_in_links WHERE user_id = $1', [id])
  await db.execute('DELETE FROM user_addresses WHERE user_id = $1', [id])
  await db.execute('DELETE FROM idempotency_keys WHERE user_id = $1', [id])
  await db.execute('DELETE FROM login_failures WHERE account = ANY ($1)', [[`user:${id}`, `name:${email}`]])
  await db.execute(
    `UPDATE users SET name = $2, email = 'removed-' || id || '@users.invalid', password_hash = NULL, choices = '{}',
            last_seen_at = NULL, disabled_at = coalesce(disabled_at, now()), removed_at = coalesce(removed_at, now()),
            erased_at = now() WHERE id = $1`,
    [id, erasedName(id)],
  )
  // Its seats at dealers have its name too.
  await db.execute('UPDATE users SET name = $2 WHERE representative_id = $1', [id, erasedName(id)])
}
