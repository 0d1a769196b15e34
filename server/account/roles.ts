import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  cleanDealerPermissions,
  cleanStaffPermissions,
  dealerRoles,
  isDealerRole,
  isStaffRole,
  mayGrant,
  type Permission,
  permissionsOf,
  staffRoles,
} from '#domain/people/permissions.ts'
import { locales } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { createFieldCheck } from './admin/typed-values.ts'

/** Own roles that a dealer or the shop can have. */
const ownRolesMax = 50

export type OwnRole = { id: number; name: string; permissions: Permission[]; users: number }

/** The own roles of a dealer; of staff for null. `users`: how many have the role. */
export async function listOwnRoles(db: Db, dealerId: number | null): Promise<OwnRole[]> {
  return db.query<OwnRole>(
    `SELECT r.id, r.name, r.permissions, (SELECT count(*)::int FROM users u WHERE u.own_role_id = r.id) AS users
       FROM user_roles r WHERE r.dealer_id IS NOT DISTINCT FROM $1 ORDER BY r.name, r.id`,
    [dealerId],
    'own_roles',
  )
}

/** The columns of a role that is written as `owner` or `own-12`, and what it allows. */
export type RoleChoice = { userRole: string | null; ownRoleId: number | null; permissions: ReadonlySet<Permission> }

/** Reads the role of a user of this dealer, or of staff for null. Undefined if there is none of that name. */
export async function findRole(db: Db, text: string, dealerId: number | null): Promise<RoleChoice | undefined> {
  const kind = dealerId === null ? 'admin' : 'dealer'
  const isKnown = dealerId === null ? isStaffRole(text) : isDealerRole(text)
  if (isKnown) {
    return {
      userRole: text,
      ownRoleId: null,
      permissions: permissionsOf({ kind, role: text, own: null, canOrder: true }),
    }
  }
  const id = /^own-([1-9]\d{0,8})$/.exec(text)?.[1]
  const row =
    id === undefined
      ? undefined
      : await db.one<{ id: number; permissions: string[] }>(
          'SELECT id, permissions FROM user_roles WHERE id = $1 AND dealer_id IS NOT DISTINCT FROM $2 FOR KEY SHARE',
          [Number(id), dealerId],
          'own_role_find',
        )
  if (row === undefined) return undefined
  const permissions = permissionsOf({ kind, role: null, own: row.permissions, canOrder: true })
  return { userRole: null, ownRoleId: row.id, permissions }
}

type TypedRole = { name: string; permissions: readonly string[] }

function parseRole(typed: TypedRole, by: UserContext): { name: string; permissions: Permission[] } | Refusal {
  const check = createFieldCheck()
  const name = check.text('name', typed.name, { max: 60, isNeeded: true })
  const isStaff = by.actor.dealer === null
  const permissions: Permission[] = isStaff
    ? cleanStaffPermissions(typed.permissions)
    : cleanDealerPermissions(typed.permissions)
  if (permissions.length === 0) check.report('permissions', 'permissionsMissing')
  if (!mayGrant(by.actor.permissions, permissions)) check.report('permissions', 'permissionsTooMany')
  return check.refusal() ?? { name, permissions }
}

const lockRoles = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 3)')

/** Adds a role of the visitor's dealer, or of staff, with permissions that the visitor has. */
export async function addRole(pool: Pool, by: UserContext, typed: TypedRole): Promise<{ ok: true } | Refusal> {
  const role = parseRole(typed, by)
  if ('code' in role) return role
  const dealerId = by.actor.dealer?.id ?? null
  return transactionOrRefusal(pool, async (db) => {
    await lockRoles(db)
    const others = await listOwnRoles(db, dealerId)
    if (others.length >= ownRolesMax) abortTransaction(refuse('roles_full', { most: ownRolesMax }))
    rejectTakenName(others, role.name)
    await db.execute('INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($1, $2, $3)', [
      dealerId,
      role.name,
      role.permissions,
    ])
    await writeAudit(db, by, { action: 'create', noun: 'role', id: role.name, after: auditOf(role) })
    return { ok: true as const }
  })
}

/** Changes an own role, also for the users who have it, from their next call. */
export async function changeRole(
  pool: Pool,
  by: UserContext,
  { id, ...typed }: TypedRole & { id: number },
): Promise<{ ok: true } | Refusal> {
  const role = parseRole(typed, by)
  if ('code' in role) return role
  const dealerId = by.actor.dealer?.id ?? null
  return transactionOrRefusal(pool, async (db) => {
    await lockRoles(db)
    const roles = await listOwnRoles(db, dealerId)
    const before = roles.find((each) => each.id === id) ?? abortTransaction('role_not_found')
    await rejectOwnRole(db, by, id)
    rejectTooMany(by, before.permissions)
    rejectTakenName(
      roles.filter((each) => each.id !== id),
      role.name,
    )
    await db.execute('UPDATE user_roles SET name = $2, permissions = $3 WHERE id = $1', [
      id,
      role.name,
      role.permissions,
    ])
    const change = { before: auditOf(before), after: auditOf(role) }
    await writeAudit(db, by, { action: 'change', noun: 'role', id: role.name, ...change })
    return { ok: true as const }
  })
}

/** Removes an own role that no user has. */
export function removeRole(pool: Pool, by: UserContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRoles(db)
    const roles = await listOwnRoles(db, by.actor.dealer?.id ?? null)
    const role = roles.find((each) => each.id === id) ?? abortTransaction('role_not_found')
    rejectTooMany(by, role.permissions)
    if (role.users > 0) abortTransaction(refuse('role_in_use', { count: role.users }))
    await db.execute('DELETE FROM user_roles WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'role', id: role.name })
    return { ok: true as const }
  })
}

const auditOf = ({ name, permissions }: { name: string; permissions: readonly string[] }) => ({
  name,
  permissions: permissions.join(' '),
})

/** Names of the roles that everybody has, in all languages. */
const readyNames = locales.flatMap((locale) => [
  ...Object.keys(dealerRoles).map((key) => translate(locale, `people.dealerRoles.${key}.name`)),
  ...Object.keys(staffRoles).map((key) => translate(locale, `people.staffRoles.${key}.name`)),
])

function rejectTakenName(others: readonly OwnRole[], name: string): void {
  const taken = [...others.map((each) => each.name), ...readyNames]
  const isTaken = taken.some((each) => each.toLocaleLowerCase('tr') === name.toLocaleLowerCase('tr'))
  if (!isTaken) return
  abortTransaction({ ...refuse('validation_failed'), fields: { name: { text: 'people.problems.nameTaken' } } })
}

function rejectTooMany(by: UserContext, permissions: readonly Permission[]): void {
  if (!mayGrant(by.actor.permissions, permissions)) abortTransaction('no_right_to_grant')
}

/** Nobody changes the role that it has itself. */
async function rejectOwnRole(db: Db, by: UserContext, roleId: number): Promise<void> {
  const own = await db.one('SELECT FROM users WHERE id = $1 AND own_role_id = $2', [by.actor.userId, roleId])
  if (own !== undefined) abortTransaction('own_account')
}
