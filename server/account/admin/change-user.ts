import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { UserValues } from '#contract/admin/users.ts'
import { mayGrant, type Permission } from '#domain/people/permissions.ts'
import { findRole, type RoleChoice } from '#server/account/roles.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type Administrator, openInvitation, type UserDeps } from '#server/account/password/invitations.ts'
import { endSessions } from '#server/account/sessions.ts'
import { closeLinks } from '#server/account/password/one-time-links.ts'
import { releaseUser } from '#server/account/addresses/change-addresses.ts'
import { changedSince, createFieldCheck } from './typed-values.ts'
import { findUser, permissionsOfRow, type UserRow } from './user-rows.ts'

type Success = { ok: true; id: number }
type Saved = Success & { invitationLink: string | null }

export function userValuesOf({ email, name, role, dealer_code, can_order, user_role }: UserRow): UserValues {
  return { email, name, role, dealer: dealer_code ?? '', canOrder: can_order, userRole: user_role }
}

function parseUser(typed: UserValues): { ok: true; values: UserValues } | Refusal {
  const check = createFieldCheck()
  const isDealer = typed.role === 'dealer'
  const values: UserValues = {
    email: check.email('email', typed.email, true),
    name: check.text('name', typed.name, { max: 120, isNeeded: true }),
    role: typed.role,
    dealer: isDealer ? check.text('dealer', typed.dealer, { max: 50, isNeeded: true }) : '',
    canOrder: isDealer ? typed.canOrder : true,
    userRole: check.text('userRole', typed.userRole, { max: 20 }),
  }
  return check.refusal() ?? { ok: true, values }
}

/** The role as it is stored. Staff give staff no more than they have themselves. */
async function roleOf(
  db: Db,
  admin: Administrator,
  { role, userRole }: UserValues,
  dealerId: number | null,
): Promise<RoleChoice> {
  const found = await findRole(db, userRole, dealerId)
  if (found === undefined) return abortTransaction(fieldRefusal('userRole', 'roleUnknown'))
  if (role === 'admin') rejectHigherStaff(admin, found.permissions)
  return found
}

/** Nobody changes an administrator who may do more, or makes one. */
function rejectHigherStaff({ actor }: Administrator, permissions: ReadonlySet<Permission>): void {
  if (!mayGrant(actor.permissions, permissions)) abortTransaction('no_right_to_grant')
}

export const fieldRefusal = (field: keyof UserValues | 'addresses', problem: string): Refusal => ({
  ...refuse('validation_failed'),
  fields: { [field]: { text: `people.problems.${problem}` } },
})

/** Email addresses are unique: concurrent saves run one after the other. */
async function checkConflicts(db: Db, values: UserValues, ownId: number): Promise<number | null> {
  await db.execute('SELECT pg_advisory_xact_lock(19, 2)')
  const other = await db.one<{ id: number }>('SELECT id FROM users WHERE email = $1 AND id <> $2', [
    values.email,
    ownId,
  ])
  if (other !== undefined) abortTransaction(fieldRefusal('email', 'emailTaken'))
  if (values.role === 'admin') return null
  const dealer = await db.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1', [values.dealer])
  return dealer?.id ?? abortTransaction(fieldRefusal('dealer', 'dealerUnknown'))
}

export async function createUser(
  deps: UserDeps,
  admin: Administrator,
  { values: typed, invite }: { values: UserValues; invite: boolean },
): Promise<Saved | Refusal> {
  const read = parseUser(typed)
  if (!read.ok) return read
  return transactionOrRefusal(deps.pool, (db) => insertUser(db, deps, admin, { values: read.values, invite }))
}

/** Adds a user whose values are parsed. Aborts the transaction if the email address is taken or the dealer unknown. */
export async function insertUser(
  db: Db,
  deps: UserDeps,
  admin: Administrator,
  { values, invite }: { values: UserValues; invite: boolean },
): Promise<Saved> {
  const dealerId = await checkConflicts(db, values, 0)
  // Without a role, the first user of a dealer becomes its owner.
  const isAutomatic = values.role === 'dealer' && values.userRole === ''
  const { userRole, ownRoleId } = isAutomatic
    ? { userRole: null, ownRoleId: null }
    : await roleOf(db, admin, values, dealerId)
  const row = await db.one<{ id: number }>(
    `INSERT INTO users (email, name, role, dealer_id, can_order, user_role, own_role_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [values.email, values.name, values.role, dealerId, values.canOrder, userRole, ownRoleId],
  )
  if (row === undefined) throw new Error('Could not insert the user.')
  await writeAudit(db, admin, { action: 'create', noun: 'user', id: values.email, after: values })
  const { id } = row
  const invitationLink = invite ? await openInvitation(db, deps, admin, { id, email: values.email }) : null
  return { ok: true as const, id, invitationLink }
}

/** Changes a user unless another user changed the same fields since it was read. */
export async function changeUser(
  deps: UserDeps,
  admin: Administrator,
  { id, before, values: typed }: { id: number; before: UserValues; values: UserValues },
): Promise<Saved | Refusal> {
  const read = parseUser(typed)
  if (!read.ok) return read
  const { values } = read
  return transactionOrRefusal(deps.pool, async (db) => {
    const dealerId = await checkConflicts(db, values, id)
    const row = await lockUser(db, id)
    if (row.is_removed) abortTransaction('user_not_found')
    const now = userValuesOf(row)
    const late = changedSince('user_changed', { before, now, wanted: values }, (_field, value) =>
      typeof value === 'string' && value !== '' && value !== now.role ? value : null,
    )
    if (late !== null) abortTransaction(late)
    const isPromoted = row.role === 'dealer' && values.role === 'admin'
    const { userRole, ownRoleId } = await roleOf(db, admin, values, dealerId)
    if (row.role === 'admin') rejectHigherStaff(admin, permissionsOfRow(row))
    if (row.role === 'admin' && (values.role === 'dealer' || values.userRole !== row.user_role))
      await rejectIfLastAdministrator(db, admin, row)
    // Owners are bound to no address, and nobody to one of another dealer.
    if (dealerId !== row.dealer_id || userRole === 'owner') await releaseUser(db, id)
    await db.execute(
      `UPDATE users SET email = $2, name = $3, role = $4, dealer_id = $5, can_order = $6, user_role = $8, own_role_id = $9,
              password_hash = CASE WHEN $7 THEN NULL ELSE password_hash END WHERE id = $1`,
      [id, values.email, values.name, values.role, dealerId, values.canOrder, isPromoted, userRole, ownRoleId],
    )
    if (values.email !== row.email) await closeLinks(db, id)
    if (values.role !== row.role || dealerId !== row.dealer_id) await endSessions(db, id)
    const difference = differenceOf(now, values)
    if (difference === null) return { ok: true as const, id, invitationLink: null }
    await writeAudit(db, admin, { action: 'change', noun: 'user', id: values.email, ...difference })
    // Administrators need longer passwords: the user sets a new one by the emailed link.
    const invitationLink = isPromoted ? await openInvitation(db, deps, admin, { id, email: values.email }) : null
    return { ok: true as const, id, invitationLink }
  })
}

/** Disables or enables a user. Disabling ends the user's sessions at once. */
export function setUserState(
  { pool }: UserDeps,
  admin: Administrator,
  { id, isDisabled }: { id: number; isDisabled: boolean },
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockUser(db, id)
    if (row.is_removed) abortTransaction('user_not_found')
    if (row.is_disabled === isDisabled) return { ok: true as const, id }
    if (row.role === 'admin') rejectHigherStaff(admin, permissionsOfRow(row))
    if (isDisabled && row.role === 'admin') await rejectIfLastAdministrator(db, admin, row)
    await db.execute('UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, isDisabled])
    if (isDisabled) {
      await endSessions(db, id)
      await closeLinks(db, id)
    }
    const action = isDisabled ? 'deactivate' : 'activate'
    await writeAudit(db, admin, { action, noun: 'user', id: row.email })
    return { ok: true as const, id }
  })
}

/** Changes of users run one after the other, so that two administrators cannot disable each other. */
export async function lockUser(db: Db, id: number): Promise<UserRow> {
  await db.execute('SELECT pg_advisory_xact_lock(19, 2)')
  return (await findUser(db, id, { isLocked: true })) ?? abortTransaction('user_not_found')
}

/** The shop needs a full administrator: administrators cannot disable or demote themselves, or the last one. */
export async function rejectIfLastAdministrator(
  db: Db,
  admin: { actor: { userId: number } },
  { id, user_role }: UserRow,
): Promise<void> {
  if (id === admin.actor.userId) abortTransaction('own_account')
  if (user_role !== 'full') return
  const others = await db.query<{ id: number }>(
    "SELECT id FROM users WHERE user_role = 'full' AND disabled_at IS NULL AND id <> $1 LIMIT 1",
    [id],
  )
  if (others.length === 0) abortTransaction('last_admin')
}
