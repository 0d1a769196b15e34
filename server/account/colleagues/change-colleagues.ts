import { type Refusal, refuse } from '#contract/core/errors.ts'
import { colleaguesMax } from '#contract/shop/colleagues.ts'
import { mayGrant } from '#domain/people/permissions.ts'
import { fieldRefusal, lockUser } from '#server/account/admin/change-user.ts'
import { createFieldCheck } from '#server/account/admin/typed-values.ts'
import { bindUser } from '#server/account/addresses/change-addresses.ts'
import { permissionsOfRow, type UserRow } from '#server/account/admin/user-rows.ts'
import { openInvitation, type UserDeps } from '#server/account/password/invitations.ts'
import { closeLinks } from '#server/account/password/one-time-links.ts'
import { findRole, type RoleChoice } from '#server/account/roles.ts'
import { endSessions } from '#server/account/sessions.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'

/** New users of a dealer in an hour: each is an email to an address that somebody typed. */
const invitationsPerHour = 30

type Done = { ok: true }
type Invited = Done & { invitationLink: string | null }

/** Adds a user of the visitor's dealer and sends the invitation. */
export async function inviteColleague(
  deps: UserDeps,
  by: DealerContext,
  typed: { name: string; email: string; userRole: string; addresses?: readonly number[] | undefined },
): Promise<Invited | Refusal> {
  const check = createFieldCheck()
  const name = check.text('name', typed.name, { max: 120, isNeeded: true })
  const email = check.email('email', typed.email, true)
  const refusal = check.refusal()
  if (refusal !== null) return refusal
  const { dealer } = by.actor
  return transactionOrRefusal(deps.pool, async (db) => {
    // Email addresses are unique: changes of users run one after the other.
    await db.execute('SELECT pg_advisory_xact_lock(19, 2)')
    const role = await grantedRole(db, by, typed.userRole)
    await rejectTooMany(db, dealer.id)
    const other = await db.one<{ is_own: boolean }>(
      'SELECT coalesce(dealer_id = $2, false) AS is_own FROM users WHERE email = $1',
      [email, dealer.id],
    )
    if (other !== undefined) abortTransaction(fieldRefusal('email', other.is_own ? 'colleague' : 'emailTaken'))
    const row = await db.one<{ id: number }>(
      `INSERT INTO users (email, name, role, dealer_id, user_role, own_role_id) VALUES ($1, $2, 'dealer', $3, $4, $5)
       RETURNING id`,
      [email, name, dealer.id, role.userRole, role.ownRoleId],
    )
    const id = row?.id ?? 0
    const bound = await bind(db, by, { id, userRole: typed.userRole, addresses: typed.addresses })
    const after = { email, name, role: 'dealer', dealer: dealer.code, userRole: typed.userRole, ...bound?.after }
    await writeAudit(db, by, { action: 'create', noun: 'user', id: email, after })
    const invitationLink = await openInvitation(db, deps, by, { id, email })
    return { ok: true as const, invitationLink }
  })
}

/** Sends the invitation of a colleague without a password again. */
export function reinviteColleague(deps: UserDeps, by: DealerContext, id: number): Promise<Invited | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = await lockColleague(db, by, id)
    if (row.is_disabled) abortTransaction('user_disabled')
    if (row.access === 'ready') abortTransaction('user_has_password')
    const isRecent = await db.one(
      "SELECT FROM one_time_links WHERE user_id = $1 AND kind = 'invite' AND created_at > now() - interval '1 minute'",
      [id],
    )
    if (isRecent !== undefined) abortTransaction(refuse('too_many_requests', { seconds: 60 }))
    return { ok: true as const, invitationLink: await openInvitation(db, deps, by, row) }
  })
}

type Changed = {
  id: number
  name: string
  userRole: string
  before: string
  addresses?: readonly number[] | undefined
}

/** Changes name, role and addresses of a colleague, unless somebody else changed the role since `before`. */
export async function changeColleague(
  { pool }: Pick<UserDeps, 'pool'>,
  by: DealerContext,
  { id, before, ...typed }: Changed,
): Promise<Done | Refusal> {
  const check = createFieldCheck()
  const name = check.text('name', typed.name, { max: 120, isNeeded: true })
  const refusal = check.refusal()
  if (refusal !== null) return refusal
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockColleague(db, by, id)
    const { user_role: now } = row
    if (now !== before && now !== typed.userRole) abortTransaction('user_changed')
    const isMoved = now !== typed.userRole
    if (isMoved && id === by.actor.userId) abortTransaction('own_account')
    const role = await grantedRole(db, by, typed.userRole)
    if (isMoved) await rejectLastOwner(db, row)
    const bound = await bind(db, by, { id, userRole: typed.userRole, addresses: typed.addresses })
    if (!isMoved && name === row.name && bound === null) return { ok: true as const }
    await db.execute('UPDATE users SET name = $2, user_role = $3, own_role_id = $4 WHERE id = $1', [
      id,
      name,
      role.userRole,
      role.ownRoleId,
    ])
    const change = {
      before: { name: row.name, userRole: now, ...bound?.before },
      after: { name, userRole: typed.userRole, ...bound?.after },
    }
    await writeAudit(db, by, { action: 'change', noun: 'user', id: row.email, ...change })
    return { ok: true as const }
  })
}

type Bound = { id: number; userRole: string; addresses: readonly number[] | undefined }

/**
 * Binds a locked user to addresses of the dealer. Owners see the whole dealer. Returns the names of the addresses before and
 * after for the audit log; null if nothing changes.
 */
async function bind(db: Db, by: DealerContext, { id, userRole, addresses }: Bound) {
  const dealerId = by.actor.dealer.id
  if (userRole === 'owner' && addresses !== undefined && addresses.length > 0) {
    return abortTransaction(fieldRefusal('addresses', 'ownerBound'))
  }
  const wanted = userRole === 'owner' ? [] : addresses
  if (wanted === undefined) return null
  const { before, after } = await bindUser(db, { dealerId, userId: id, addressIds: wanted })
  const isSame = before.toSorted().join('\n') === after.toSorted().join('\n')
  return isSame ? null : { before: { addresses: before }, after: { addresses: after } }
}

/** Disables a colleague, which ends its sessions at once, or enables it again. */
export function setColleagueState(
  { pool }: Pick<UserDeps, 'pool'>,
  by: DealerContext,
  { id, isDisabled }: { id: number; isDisabled: boolean },
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockColleague(db, by, id)
    if (row.is_disabled === isDisabled) return { ok: true as const }
    if (isDisabled) await leave(db, by, row)
    await db.execute('UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, isDisabled])
    await writeAudit(db, by, { action: isDisabled ? 'deactivate' : 'activate', noun: 'user', id: row.email })
    return { ok: true as const }
  })
}

/** Removes a colleague. Its name stays on what it has ordered and written, its email address becomes free. */
export function removeColleague(
  { pool }: Pick<UserDeps, 'pool'>,
  by: DealerContext,
  id: number,
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockColleague(db, by, id)
    await leave(db, by, row)
    await db.execute(
      `UPDATE users SET removed_at = now(), disabled_at = coalesce(disabled_at, now()), password_hash = NULL,
              email = 'removed-' || id || '@users.invalid' WHERE id = $1`,
      [id],
    )
    await writeAudit(db, by, { action: 'remove', noun: 'user', id: row.email })
    return { ok: true as const }
  })
}

/** Ends everything that a user who leaves has open. Nobody ends its own account, and the last owner stays. */
async function leave(db: Db, by: DealerContext, row: UserRow): Promise<void> {
  if (row.id === by.actor.userId) abortTransaction('own_account')
  await rejectLastOwner(db, row)
  await endSessions(db, row.id)
  await closeLinks(db, row.id)
}

/** A user of the visitor's dealer who may do no more than the visitor. Others do not exist. */
async function lockColleague(db: Db, by: DealerContext, id: number): Promise<UserRow> {
  const row = await lockUser(db, id)
  if (row.dealer_id !== by.actor.dealer.id || row.is_removed) return abortTransaction('user_not_found')
  if (!mayGrant(by.actor.permissions, permissionsOfRow({ ...row, can_order: false })))
    abortTransaction('no_right_to_grant')
  return row
}

async function grantedRole(db: Db, by: DealerContext, text: string): Promise<RoleChoice> {
  const role = await findRole(db, text, by.actor.dealer.id)
  if (role === undefined) return abortTransaction(fieldRefusal('userRole', 'roleUnknown'))
  // The right to order is the store's decision and is no obstacle for managing colleagues.
  const given = [...role.permissions].filter((permission) => permission !== 'order')
  if (!mayGrant(by.actor.permissions, given)) abortTransaction('no_right_to_grant')
  return role
}

export async function rejectLastOwner(
  db: Db,
  { id, dealer_id, user_role }: Pick<UserRow, 'id' | 'dealer_id' | 'user_role'>,
): Promise<void> {
  if (user_role !== 'owner') return
  const other = await db.one(
    "SELECT FROM users WHERE dealer_id = $1 AND user_role = 'owner' AND disabled_at IS NULL AND id <> $2 LIMIT 1",
    [dealer_id, id],
  )
  if (other === undefined) abortTransaction('last_owner')
}

async function rejectTooMany(db: Db, dealerId: number): Promise<void> {
  const row = await db.one<{ total: number; recent: number }>(
    `SELECT count(*) FILTER (WHERE removed_at IS NULL)::int AS total,
            count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS recent
       FROM users WHERE dealer_id = $1`,
    [dealerId],
  )
  if ((row?.total ?? 0) >= colleaguesMax) abortTransaction(refuse('colleagues_full', { most: colleaguesMax }))
  if ((row?.recent ?? 0) >= invitationsPerHour) abortTransaction(refuse('too_many_requests', { seconds: 3600 }))
}
