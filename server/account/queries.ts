import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { CarrierAgreement } from '#domain/orders/carrier-payer.ts'
import type { Choices } from '#server/visitor/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isFactorRequiredSql } from '#server/account/factors/factor-rows.ts'
import { dealerRatesSql } from './dealer-rates.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'

export type AccountRow = {
  id: number
  name: string
  role: 'dealer' | 'admin'
  password_hash: string | null
  is_disabled: boolean
  /** Signs in at the provider of its company only. */
  is_password_off: boolean
}

/**
 * Whether a user `u` cannot use a password, because the provider of its company is the only way in. The last full
 * administrator always can, so that a provider that fails locks nobody out of the shop.
 */
export const passwordOffSql = `(EXISTS (SELECT FROM identity_providers p
    WHERE p.is_active AND p.is_required AND p.dealer_id IS NOT DISTINCT FROM u.dealer_id)
  AND (u.user_role IS DISTINCT FROM 'full' OR EXISTS (
    SELECT FROM users o WHERE o.user_role = 'full' AND o.disabled_at IS NULL AND o.id <> u.id)))`

/** The user with an email address, or the oldest enabled user of a dealer code. */
export async function findAccount(db: Db, username: string): Promise<AccountRow | undefined> {
  return db.one<AccountRow>(
    `SELECT u.id, u.name, u.role, u.password_hash,
            u.disabled_at IS NOT NULL OR d.disabled_at IS NOT NULL AS is_disabled,
            ${passwordOffSql} AS is_password_off
       FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE u.id = coalesce(
              (SELECT id FROM users WHERE email = lower($1)),
              (SELECT a.id FROM users a JOIN dealers b ON b.id = a.dealer_id WHERE b.code = $1
                ORDER BY a.disabled_at IS NOT NULL, a.id LIMIT 1))`,
    [username],
    'account_find',
  )
}

/** Whether a user of the same dealer has disabled a user last, and not the store. */
export async function isClosedByColleague(db: Db, userId: number): Promise<boolean> {
  const row = await db.one<{ is_colleague: boolean }>(
    `SELECT coalesce(by.dealer_id = u.dealer_id, false) AS is_colleague
       FROM users u JOIN dealers d ON d.id = u.dealer_id AND d.disabled_at IS NULL
       JOIN audit_log a ON a.noun = 'user' AND a.noun_id = u.email AND a.action = 'deactivate'
       LEFT JOIN users by ON by.id = a.user_id
      WHERE u.id = $1 AND u.disabled_at IS NOT NULL ORDER BY a.at DESC, a.id DESC LIMIT 1`,
    [userId],
  )
  return row?.is_colleague === true
}

/** `of_network`: of any account, from the network in 15 minutes. */
export type FailureCounts = { here: number; everywhere: number; of_network: number; seconds_left: number }

/** Failed sign-ins of an account: from one network in 15 minutes, and from all networks in an hour. */
export async function countFailures(
  db: Db,
  account: string,
  network: string,
  maxCounted: number,
): Promise<FailureCounts> {
  const row = await db.one<FailureCounts>(
    `SELECT count(*) FILTER (WHERE is_here)::int AS here, count(*)::int AS everywhere,
            greatest(1, ceil(extract(epoch FROM
              (array_agg(failed_at ORDER BY failed_at DESC) FILTER (WHERE is_here))[$3] + interval '15 minutes' - now()
            )))::int AS seconds_left,
            (SELECT count(*)::int FROM login_failures
              WHERE address = $2 AND failed_at > now() - interval '15 minutes') AS of_network
       FROM (SELECT failed_at, address = $2 AND failed_at > now() - interval '15 minutes' AS is_here
               FROM login_failures WHERE account = $1 AND failed_at > now() - interval '1 hour') AS recent`,
    [account, network, maxCounted],
    'account_failures',
  )
  return row ?? { here: 0, everywhere: 0, of_network: 0, seconds_left: 0 }
}

export async function recordFailure(db: Db, account: string, network: string): Promise<void> {
  await db.execute('INSERT INTO login_failures (account, address) VALUES ($1, $2)', [account, network])
}

export type NewSession = {
  id: Buffer
  /** The previous session of this browser. */
  replaces: Buffer | null
  userId: number
  days: number
  account: string
  network: string
  userAgent: string
  address: string
  /** The guest's choices; the user's own choices take precedence. */
  choices: Choices
}

/** Sessions of one user. More are no browsers of a person: the ones not seen for longest end. */
const sessionsMax = 100

/** Opens the session, ends the browser's previous one and clears the failures, in one statement. */
export async function openSession(db: Db, session: NewSession): Promise<void> {
  await db.execute(
    `WITH ended AS (DELETE FROM sessions WHERE id = $2 OR id IN (
            SELECT id FROM sessions WHERE user_id = $3 ORDER BY last_seen_at DESC OFFSET ${sessionsMax - 1})),
          forgotten AS (DELETE FROM login_failures WHERE account = $5 AND address = $6),
          seen AS (UPDATE users SET last_seen_at = now(), choices = $7::jsonb || choices WHERE id = $3)
     INSERT INTO sessions (id, user_id, expires_at, user_agent, address)
     VALUES ($1, $3, now() + make_interval(days => $4), $8, $9)`,
    [
      session.id,
      session.replaces,
      session.userId,
      session.days,
      session.account,
      session.network,
      JSON.stringify(session.choices),
      session.userAgent,
      session.address,
    ],
  )
}

/** The stored hash of a user's password; null before the first password. */
export async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  const row = await db.one<{ password_hash: string | null }>(
    'SELECT password_hash FROM users WHERE id = $1',
    [userId],
    'account_password',
  )
  return row?.password_hash ?? null
}

export type PasswordChange = {
  userId: number
  /** The hash that the current password was compared with. */
  checkedHash: string
  passwordHash: string
  sessionId: Buffer
  days: number
  account: string
  network: string
  userAgent: string
  address: string
}

/**
 * Replaces the password, ends all of the user's sessions, opens a new one for this browser and clears the failures, in
 * one statement. False if the password was changed since it was checked.
 */
export async function replacePassword(db: Db, change: PasswordChange): Promise<boolean> {
  const { userId, checkedHash, passwordHash, sessionId, days, account, network, userAgent, address } = change
  const opened = await db.execute(
    `WITH changed AS (UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $5 RETURNING id),
          ended AS (DELETE FROM sessions WHERE user_id IN (SELECT id FROM changed)),
          closed AS (DELETE FROM one_time_links WHERE user_id IN (SELECT id FROM changed) AND used_at IS NULL),
          unsent AS (DELETE FROM sign_in_links WHERE user_id IN (SELECT id FROM changed) AND used_at IS NULL),
          forgotten AS (DELETE FROM login_failures
                         WHERE account = $6 AND address = $7 AND EXISTS (SELECT FROM changed))
     INSERT INTO sessions (id, user_id, expires_at, user_agent, address)
     SELECT $3, id, now() + make_interval(days => $4), $8, $9 FROM changed`,
    [userId, passwordHash, sessionId, days, checkedHash, account, network, userAgent, address],
  )
  return opened > 0
}

export async function endSession(db: Db, id: Buffer): Promise<void> {
  await db.execute('DELETE FROM sessions WHERE id = $1', [id])
}

/** Whether a user `o` of staff may work as a representative: the roles with the right `field:write`. */
export const isRepresentativeSql = `(o.user_role IN ('full', 'sales', 'representative') OR EXISTS (
  SELECT FROM user_roles w WHERE w.id = o.own_role_id AND 'field:write' = ANY (w.permissions)))`

/**
 * Open sessions `s` with their owner `o` and the user `u` of dealer `d` for whom they act. That is the owner; the user
 * whom an administrator impersonates, as long as that user could sign in; or the seat of a representative at a dealer, as
 * long as the dealer is assigned to it.
 */
export const openSessionsSql = `sessions s JOIN users o ON o.id = s.user_id LEFT JOIN dealers od ON od.id = o.dealer_id
  LEFT JOIN LATERAL (SELECT v.id FROM users v JOIN dealers vd ON vd.id = v.dealer_id
    WHERE v.id = s.viewed_user_id AND o.role = 'admin' AND vd.disabled_at IS NULL
      AND CASE WHEN v.representative_id IS NULL THEN v.disabled_at IS NULL
               ELSE v.representative_id = o.id AND ${isRepresentativeSql} AND EXISTS (
                 SELECT FROM dealer_representatives a WHERE a.dealer_id = v.dealer_id AND a.user_id = o.id) END) seen ON true
  JOIN users u ON u.id = coalesce(seen.id, s.user_id) LEFT JOIN dealers d ON d.id = u.dealer_id
  WHERE s.expires_at > now() AND o.disabled_at IS NULL AND od.disabled_at IS NULL`

/** The role of a user `u`: the key of one that everybody has, or the permissions of an own one. */
export const roleColumns = `u.user_role, (SELECT r.permissions FROM user_roles r WHERE r.id = u.own_role_id) AS own_permissions`

/**
 * Conditions on a dealer's user `u`: whether its role allows keys, which nobody has who is bound to addresses, and to see
 * prices (domain/people/permissions.ts).
 */
export const mayUseKeys = `((coalesce(u.user_role IN ('owner', 'buyer'), false)
  OR EXISTS (SELECT FROM user_roles r WHERE r.id = u.own_role_id AND 'keys' = ANY (r.permissions)))
  AND NOT EXISTS (SELECT FROM user_addresses b WHERE b.user_id = u.id))`
export const maySeePrices = `(u.own_role_id IS NULL
  OR EXISTS (SELECT FROM user_roles r WHERE r.id = u.own_role_id AND 'prices' = ANY (r.permissions)))`
/** Whether the owner `o` of a session is staff without the second factor that the store requires. */
const needsFactorSql = `CASE WHEN o.role = 'admin' THEN ${isFactorRequiredSql}
  AND NOT EXISTS (SELECT FROM totp_factors f WHERE f.user_id = o.id)
  AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = o.id) ELSE false END`
/** The delivery addresses that a user `u` is bound to; null: none. */
export const scopeColumn = `(SELECT array_agg(b.address_id ORDER BY b.address_id) FROM user_addresses b
  WHERE b.user_id = u.id) AS addresses`

export type SessionRow = {
  viewer_id: number | null
  viewer_name: string
  /** The session's owner who works from a seat at this dealer. */
  representative_id: number | null
  user_id: number
  name: string
  email: string
  role: 'dealer' | 'admin'
  can_order: boolean
  user_role: string | null
  own_permissions: string[] | null
  own_role_name: string | null
  addresses: number[] | null
  choices: unknown
  dealer_id: number | null
  dealer_code: string | null
  dealer_name: string | null
  price_list_id: number | null
  discount: string | null
  rates: DealerRates | null
  carrier_payer: CarrierAgreement | null
  /** The owner of the session, the user that it names to act for, and that user's dealer. */
  owner_id: number
  viewed_user_id: number | null
  viewed_dealer_id: number | null
  /** Seconds until the session counts as not seen for a minute, and until it expires. */
  seen_for: number
  open_for: number
  /** Staff without the second factor that the store requires. */
  needs_factor: boolean
}

/** The session of a request. */
export async function findSession(db: Db, id: Buffer): Promise<SessionRow | undefined> {
  return db.one<SessionRow>(
    `SELECT u.id AS user_id, CASE WHEN u.representative_id IS NULL THEN u.name ELSE o.name END AS name,
            CASE WHEN u.representative_id IS NULL THEN u.email ELSE o.email END AS email, u.role, u.can_order,
            u.choices, ${roleColumns}, ${scopeColumn}, u.representative_id,
            (SELECT r.name FROM user_roles r WHERE r.id = u.own_role_id) AS own_role_name,
            d.id AS dealer_id, d.code AS dealer_code,
            CASE WHEN u.id <> o.id THEN o.id END AS viewer_id, o.name AS viewer_name,
            d.name AS dealer_name, d.price_list_id, d.discount, ${dealerRatesSql} AS rates, d.carrier_payer,
            o.id AS owner_id, s.viewed_user_id,
            (SELECT w.dealer_id FROM users w WHERE w.id = s.viewed_user_id) AS viewed_dealer_id,
            extract(epoch FROM s.last_seen_at + interval '1 minute' - now())::float8 AS seen_for,
            extract(epoch FROM s.expires_at - now())::float8 AS open_for, ${needsFactorSql} AS needs_factor
       FROM ${openSessionsSql} AND s.id = $1`,
    [id],
    'account_session',
  )
}

/**
 * The number of lines in a user's cart. `user`: the parameter of the statement. A scalar subquery finds the cart: with a join, a
 * plan made while `cart_lines` was almost empty reads the lines of all carts until the next ANALYZE.
 */
export const cartLineCountSql = (user: string): string =>
  `(SELECT count(*)::int FROM cart_lines WHERE cart_id = (SELECT id FROM carts WHERE user_id = ${user}))`

export async function touchSession(db: Db, id: Buffer): Promise<void> {
  await db.execute(
    `WITH touched AS (UPDATE sessions SET last_seen_at = now()
       WHERE id = $1 AND last_seen_at < now() - interval '1 minute' RETURNING user_id)
     UPDATE users SET last_seen_at = now() WHERE id IN (SELECT user_id FROM touched)`,
    [id],
    'account_touch',
  )
}

/** Signs everybody out, and ends the links that sign in. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.execute('DELETE FROM sessions')
  await db.execute('DELETE FROM sign_in_flows')
  await db.execute('DELETE FROM sign_in_links')
}

export async function purgeExpired(db: Db): Promise<void> {
  await deleteBatches(db, 'sessions', 'expires_at <= now()', { by: 'expires_at' })
  await deleteBatches(db, 'login_failures', "failed_at < now() - interval '1 hour'", { by: 'failed_at' })
  await deleteBatches(db, 'sign_in_flows', "created_at < now() - interval '1 hour'", { by: 'created_at' })
  await deleteBatches(db, 'password_requests', "asked_at < now() - interval '1 hour'", { by: 'asked_at' })
  // Kept a month after they expire: administrators see that an invitation has expired.
  await deleteBatches(db, 'one_time_links', "expires_at < now() - interval '30 days'", { by: 'expires_at' })
  await deleteBatches(db, 'sign_in_links', 'expires_at < now()', { by: 'expires_at' })
  await deleteBatches(db, 'used_challenges', "used_at < now() - interval '1 hour'", { by: 'used_at' })
  // A browser's cookie is valid for a year after its last sign-in.
  await deleteBatches(db, 'known_devices', "last_seen_at < now() - interval '400 days'", { by: 'last_seen_at' })
}
