import { createHash } from 'node:crypto'
import { isFactorRequiredSql } from '#server/account/factors/factor-rows.ts'
import { passwordOffSql } from '#server/account/queries.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** How many minutes a link is valid. */
const linkMinutes = 15

type LinkUser = { id: number; name: string; email: string; role: 'dealer' | 'admin' }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Enabled users `u`, unless the provider of their company is the only way in. Staff without the second factor that the store
 * requires sign in with their password.
 */
const mayUseLinkSql = `u.disabled_at IS NULL AND d.disabled_at IS NULL AND NOT ${passwordOffSql} AND NOT (u.role = 'admin' AND ${isFactorRequiredSql}
  AND NOT EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id)
  AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))`

/** Opens a link for the user with an email address, and closes earlier ones. Undefined if no user may use one. */
export async function openSignInLink(db: Db, email: string, token: string): Promise<LinkUser | undefined> {
  const user = await db.one<LinkUser>(
    `SELECT u.id, u.name, u.email, u.role FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE u.email = $1 AND u.password_hash IS NOT NULL AND ${mayUseLinkSql}`,
    [email],
  )
  if (user === undefined) return undefined
  await db.execute('DELETE FROM sign_in_links WHERE user_id = $1 AND used_at IS NULL AND token_hash <> $2', [
    user.id,
    hashOf(token),
  ])
  await db.execute(
    `INSERT INTO sign_in_links (token_hash, user_id, expires_at)
     VALUES ($1, $2, now() + make_interval(mins => $3)) ON CONFLICT (token_hash) DO NOTHING`,
    [hashOf(token), user.id, linkMinutes],
  )
  return user
}

const openLinkSql = `l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now() AND ${mayUseLinkSql}`

/** The user of an open link. */
export function findSignInLink(db: Db, token: string): Promise<LinkUser | undefined> {
  return db.one<LinkUser>(
    `SELECT u.id, u.name, u.email, u.role FROM sign_in_links l JOIN users u ON u.id = l.user_id
            LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE ${openLinkSql}`,
    [hashOf(token)],
  )
}

/** Uses a link up. Undefined if it is not open; of two requests at once, one gets the user. */
export async function useSignInLink(db: Db, token: string): Promise<LinkUser | undefined> {
  const user = await findSignInLink(db, token)
  if (user === undefined) return undefined
  const used = await db.execute(
    'UPDATE sign_in_links SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()',
    [hashOf(token)],
  )
  return used > 0 ? user : undefined
}

/** Closes a user's links, since its password, address or state has changed. */
export const closeSignInLinks = (db: Db, userId: number): Promise<number> =>
  db.execute('DELETE FROM sign_in_links WHERE user_id = $1 AND used_at IS NULL', [userId])
