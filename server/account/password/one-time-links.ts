import { createHash, createHmac } from 'node:crypto'
import { currentSecret, randomToken, type Secret } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { closeSignInLinks } from './sign-in-links.ts'

export type LinkKind = 'invite' | 'reset'

/** How many hours a link is valid. */
export const linkHours: Record<LinkKind, number> = { invite: 7 * 24, reset: 1 }

export const newSeed = (): string => randomToken(24)

/**
 * The token of a link, derived from its seed and the secret: the email's job stores only the seed, so that the database
 * gives no access.
 */
export function tokenOf(secret: Secret, seed: string): string {
  return createHmac('sha256', currentSecret(secret)).update(`account-link:${seed}`).digest('base64url')
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a link and closes earlier ones of its kind. An existing link remains unchanged. */
export async function openLink(
  db: Db,
  { userId, kind, token }: { userId: number; kind: LinkKind; token: string },
): Promise<void> {
  await closeLinks(db, userId, kind, token)
  await db.execute(
    `INSERT INTO one_time_links (token_hash, user_id, kind, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4)) ON CONFLICT (token_hash) DO NOTHING`,
    [hashOf(token), userId, kind, linkHours[kind]],
  )
}

/** Closes a user's unused links, of one kind or of all. Returns whether there was an open one. */
export async function closeLinks(db: Db, userId: number, kind?: LinkKind, butToken = ''): Promise<boolean> {
  const closed = await db.execute(
    `DELETE FROM one_time_links
      WHERE user_id = $1 AND used_at IS NULL AND kind = coalesce($2, kind) AND token_hash <> $3`,
    [userId, kind ?? null, hashOf(butToken)],
    'account_close_links',
  )
  if (kind === undefined) await closeSignInLinks(db, userId)
  return closed > 0
}

export type OpenLink = {
  user_id: number
  kind: LinkKind
  name: string
  email: string
  role: 'dealer' | 'admin'
  /** The user's company; null for staff. */
  dealer: string | null
}

/** A valid link of an enabled account. `FOR UPDATE` serialises two users of the same link. */
export async function findOpenLink(
  db: Db,
  token: string,
  lock: '' | 'FOR UPDATE OF l' = '',
): Promise<OpenLink | undefined> {
  return db.one<OpenLink>(
    `SELECT l.user_id, l.kind, u.name, u.email, u.role, d.name AS dealer
       FROM one_time_links l JOIN users u ON u.id = l.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now()
        AND u.disabled_at IS NULL AND d.disabled_at IS NULL ${lock}`,
    [hashOf(token)],
    lock === '' ? 'account_link' : 'account_link_locked',
  )
}

/** Sets the password, uses up the link, and removes the user's other links, sessions and failed attempts. */
export async function usePassword(db: Db, token: string, userId: number, passwordHash: string): Promise<void> {
  await db.execute('UPDATE one_time_links SET used_at = now() WHERE token_hash = $1', [hashOf(token)])
  await closeLinks(db, userId)
  await db.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash])
  await db.execute('DELETE FROM sessions WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM login_failures WHERE account = $1', [`user:${userId}`])
}

/** Removes the tokens of links and second steps from a log line: its readers could set passwords or sign in with them. */
export function scrubAccountTokens(line: string): string {
  return line
    .replace(/((?:account|login)(?:\/|%2F)(?:password|sign-in-link|link)(?:\/|%2F))[\w-]+/gi, '$1***')
    .replace(/(challenge(?:=|%3D))[\w.-]+/gi, '$1***')
}
