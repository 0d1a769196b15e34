import { createHash, randomBytes } from 'node:crypto'
import { type Permission, permissionsOf, representativePermissions } from '#domain/people/permissions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type Actor, type LoadedSession, parseChoices } from '#server/visitor/visitor.ts'
import { findSession, roleColumns, scopeColumn, type SessionRow, touchSession } from './queries.ts'
import { dealerRatesSql } from './dealer-rates.ts'

/** A new session secret. The browser gets the secret; the database stores only its hash. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function sessionIdOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Loads the session of a cookie; null if it has ended, or the user or dealer is disabled. */
export const loadSession = async (db: Db, cookie: string): Promise<LoadedSession | null> =>
  (await readSession(db, sessionIdOf(cookie)))?.session ?? null

export type ReadSession = {
  session: LoadedSession
  /** The users and dealers that decide what it shows. */
  userIds: readonly number[]
  dealerIds: readonly number[]
  /** Seconds until it expires, or the time at which it was last seen is due to be written. */
  freshFor: number
}

/** Reads a session and writes, once a minute, that it was seen. */
export async function readSession(db: Db, id: Buffer): Promise<ReadSession | null> {
  const row = await findSession(db, id)
  if (row === undefined) return null
  const isSeen = row.seen_for > 0
  if (!isSeen) await touchSession(db, id)
  const session = { actor: actorOf(id, row), choices: parseChoices(row.choices) }
  const isId = (each: number | null) => each !== null
  return {
    session,
    userIds: [row.owner_id, row.viewed_user_id].filter(isId),
    dealerIds: [row.dealer_id, row.viewed_dealer_id].filter(isId),
    freshFor: Math.min(row.open_for, isSeen ? row.seen_for : 60),
  }
}

type UserRow = Omit<
  SessionRow,
  'choices' | 'owner_id' | 'viewed_user_id' | 'viewed_dealer_id' | 'seen_for' | 'open_for'
>

function actorOf(sessionId: Buffer, row: UserRow): Actor {
  const { viewer_id, viewer_name, representative_id } = row
  return {
    sessionId,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    permissions: row.needs_factor ? new Set() : rolePermissions(row),
    needsFactor: row.needs_factor,
    addresses: row.addresses,
    roleTitle: row.user_role === null ? { name: row.own_role_name ?? '' } : { key: row.user_role },
    impersonator: viewer_id === null || representative_id !== null ? null : { userId: viewer_id, name: viewer_name },
    representative: representative_id === null ? null : { userId: representative_id, name: viewer_name },
    dealer: dealerOf(row),
  }
}

function rolePermissions({ role, user_role, own_permissions, can_order, representative_id, addresses }: UserRow) {
  if (representative_id !== null) return new Set(representativePermissions)
  return permissionsOf({
    kind: role,
    role: user_role,
    own: own_permissions,
    canOrder: can_order,
    isBound: addresses !== null,
  })
}

/** Administrators have no dealer. */
function dealerOf(row: UserRow): Actor['dealer'] {
  const { dealer_id: id, dealer_code: code, dealer_name: name, price_list_id: priceListId, discount, rates } = row
  const carrierPayer = row.carrier_payer ?? 'store'
  if (id === null || code === null || name === null || discount === null) return null
  return { id, code, name, priceListId, discount, rates, carrierPayer }
}

/** What the role of a user of staff allows, also while it works for a dealer. */
export async function loadStaffPermissions(db: Db, userId: number): Promise<ReadonlySet<Permission>> {
  const row = await db.one<Pick<UserRow, 'user_role' | 'own_permissions'>>(
    `SELECT ${roleColumns} FROM users u WHERE u.id = $1 AND u.role = 'admin' AND u.disabled_at IS NULL`,
    [userId],
    'account_staff_permissions',
  )
  if (row === undefined) return new Set()
  return permissionsOf({ kind: 'admin', role: row.user_role, own: row.own_permissions, canOrder: true })
}

/** A dealer's user as if signed in, without a session; null if the user or the dealer is disabled. */
export async function loadUser(db: Db, userId: number): Promise<Actor | null> {
  const row = await db.one<
    Omit<UserRow, 'viewer_id' | 'viewer_name' | 'representative_id' | 'own_role_name' | 'needs_factor'>
  >(
    `SELECT u.id AS user_id, u.name, u.email, u.role, u.can_order, ${roleColumns}, ${scopeColumn}, d.id AS dealer_id,
            d.code AS dealer_code, d.name AS dealer_name, d.price_list_id, d.discount, ${dealerRatesSql} AS rates,
            d.carrier_payer
       FROM users u JOIN dealers d ON d.id = u.dealer_id
      WHERE u.id = $1 AND u.disabled_at IS NULL AND d.disabled_at IS NULL`,
    [userId],
    'account_user',
  )
  return row === undefined
    ? null
    : actorOf(Buffer.alloc(0), {
        ...row,
        own_role_name: null,
        viewer_id: null,
        viewer_name: '',
        representative_id: null,
        needs_factor: false,
      })
}

/** Ends all sessions of a user. */
export async function endSessions(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM sessions WHERE user_id = $1', [userId])
}
