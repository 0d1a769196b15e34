import type { ListedUser, UserSort, userShows } from '#contract/admin/users.ts'
import type { userAccesses } from '#contract/core/user-accesses.ts'
import { type Permission, permissionsOf } from '#domain/people/permissions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { patternsOf, type PageQuery } from './page-query.ts'

export type UserFilter = PageQuery & {
  show: (typeof userShows)[number] | null
  sort: UserSort
  /** Null for all dealers. */
  dealerId: number | null
}

export type UserRow = {
  id: number
  name: string
  email: string
  role: 'dealer' | 'admin'
  dealer_id: number | null
  dealer_code: string | null
  dealer_name: string | null
  is_dealer_disabled: boolean
  can_order: boolean
  user_role: string
  role_name: string | null
  own_permissions: string[] | null
  is_disabled: boolean
  is_removed: boolean
  access: (typeof userAccesses)[number]
  invited_until: Date | null
  last_seen_at: Date | null
  created_at: Date
  has_totp: boolean
  passkeys: number
}

const orders: Record<string, string> = {
  name: 'u.name',
  email: 'u.email',
  dealer: 'd.name',
  seen: 'u.last_seen_at',
}

function orderOf(sort: UserSort): string {
  const isDown = sort.startsWith('-')
  return `${orders[isDown ? sort.slice(1) : sort]} ${isDown ? 'DESC' : 'ASC'} NULLS LAST, u.id`
}

const shown = {
  active: 'u.disabled_at IS NULL AND d.disabled_at IS NULL',
  disabled: '(u.disabled_at IS NOT NULL OR d.disabled_at IS NOT NULL)',
  admin: "u.role = 'admin'",
  no_order: "u.role = 'dealer' AND NOT u.can_order",
  invited: 'u.password_hash IS NULL',
  erasure: "EXISTS (SELECT FROM erasure_requests e WHERE e.user_id = u.id AND e.state = 'open')",
}

const tables = 'users u LEFT JOIN dealers d ON d.id = u.dealer_id LEFT JOIN user_roles w ON w.id = u.own_role_id'
const columns = `u.id, u.name, u.email, u.role, d.id AS dealer_id, d.code AS dealer_code, d.name AS dealer_name,
  d.disabled_at IS NOT NULL AS is_dealer_disabled, u.can_order, coalesce(u.user_role, 'own-' || u.own_role_id, '') AS user_role, w.name AS role_name,
  w.permissions AS own_permissions, u.disabled_at IS NOT NULL AS is_disabled,
  u.removed_at IS NOT NULL AS is_removed,
  CASE WHEN u.password_hash IS NOT NULL THEN 'ready' WHEN i.expires_at > now() THEN 'invited'
       WHEN i.expires_at IS NOT NULL THEN 'expired' ELSE 'none' END AS access,
  i.expires_at AS invited_until, u.last_seen_at, u.created_at,
  EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id) AS has_totp,
  (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys`
const invitation = `LEFT JOIN LATERAL (SELECT max(expires_at) AS expires_at FROM one_time_links l
  WHERE l.user_id = u.id AND l.kind = 'invite' AND l.used_at IS NULL) i ON true`

function conditionOf({ show, words, dealerId }: Pick<UserFilter, 'show' | 'words' | 'dealerId'>): {
  sql: string
  params: unknown[]
} {
  const conditions = [
    'u.removed_at IS NULL',
    "u.search_text || ' ' || coalesce(d.search_text, '') LIKE ALL ($1::text[])",
    '($2::integer IS NULL OR u.dealer_id = $2)',
    ...(show === null ? [] : [shown[show]]),
  ]
  return { sql: conditions.join(' AND '), params: [patternsOf(words), dealerId] }
}

export async function findUsers(db: Db, filter: UserFilter): Promise<UserRow[]> {
  return loadUsers(db, await findUserIds(db, filter))
}

/** The ids of one page, or of all users that the filter matches without a page. */
export async function findUserIds(
  db: Db,
  filter: Omit<UserFilter, 'page' | 'limit'> & { page?: number; limit?: number },
): Promise<number[]> {
  const { sql, params } = conditionOf(filter)
  const { page = 1, limit = null } = filter
  const rows = await db.query<{ id: number }>(
    `SELECT u.id FROM ${tables} WHERE ${sql} ORDER BY ${orderOf(filter.sort)} LIMIT $3 OFFSET $4`,
    [...params, limit, (page - 1) * (limit ?? 0)],
  )
  return rows.map(({ id }) => id)
}

/** Loads these users, in this order. */
export async function loadUsers(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  return db.query<UserRow>(
    `SELECT ${columns}
       FROM unnest($1::integer[]) WITH ORDINALITY page (id, place)
            JOIN (${tables}) ON u.id = page.id ${invitation}
      ORDER BY page.place`,
    [ids],
  )
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { sql, params } = conditionOf(filter)
  const row = await db.one<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${sql}`, params)
  return row?.total ?? 0
}

/** `isLocked` locks the user until the transaction ends. */
export async function findUser(db: Db, id: number, { isLocked = false } = {}): Promise<UserRow | undefined> {
  if (isLocked) await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id])
  return db.one<UserRow>(
    `SELECT ${columns} FROM ${tables} ${invitation} WHERE u.id = $1 AND u.representative_id IS NULL`,
    [id],
  )
}

/** What a user may do by its role. */
export const permissionsOfRow = ({ role, user_role, own_permissions, can_order }: UserRow): ReadonlySet<Permission> =>
  permissionsOf({ kind: role, role: user_role, own: own_permissions, canOrder: can_order })

export function presentUser(row: UserRow): ListedUser {
  const { id, name, email, role, access } = row
  const { dealer_id, dealer_code, dealer_name, is_dealer_disabled } = row
  return {
    id,
    name,
    email,
    role,
    access,
    dealer:
      dealer_id === null
        ? null
        : { id: dealer_id, code: dealer_code ?? '', name: dealer_name ?? '', isDisabled: is_dealer_disabled },
    canOrder: row.can_order,
    userRole: row.user_role,
    roleName: row.role_name,
    isDisabled: row.is_disabled,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }
}
