import { createHash, createHmac } from 'node:crypto'
import { randomToken } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type LinkKind = 'invite' | 'reset'

/** How long a link is open. */
export const linkHours: Record<LinkKind, number> = { invite: 7 * 24, reset: 1 }

export const newSeed = (): string => randomToken(24)

/** The token of a link from its seed and the process's secret: the letter's job carries the seed alone, and the database no way in. */
export function tokenOf(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(`account-link:${seed}`).digest('base64url')
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a link; earlier ones of its kind are closed. One that is there already stays as it is. */
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

/** Closes a user's links that nobody has used; all kinds unless one is named. Answers whether there was an open one. */
export async function closeLinks(db: Db, userId: number, kind?: LinkKind, butToken = ''): Promise<boolean> {
  const closed = await db.execute(
    `DELETE FROM one_time_links
      WHERE user_id = $1 AND used_at IS NULL AND kind = coalesce($2, kind) AND token_hash <> $3`,
    [userId, kind ?? null, hashOf(butToken)],
    'account_close_links',
  )
  return closed > 0
}

export type OpenLink = {
  user_id: number
  kind: LinkKind
  name: string
  email: string
  role: 'dealer' | 'admin'
  /** Its company; null for staff. */
  dealer: string | null
}

/** A link that can still be used, by an account that is open. `FOR UPDATE`: of two who use it at once one is first. */
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

/** The new password; the link is used up, the user's other links, sessions and wrong tries are gone. */
export async function usePassword(db: Db, token: string, userId: number, passwordHash: string): Promise<void> {
  await db.execute('UPDATE one_time_links SET used_at = now() WHERE token_hash = $1', [hashOf(token)])
  await closeLinks(db, userId)
  await db.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash])
  await db.execute('DELETE FROM sessions WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM login_failures WHERE account = $1', [`user:${userId}`])
}

/** A line of the log without the tokens of links: whoever reads it could set a password. */
export function scrubAccountTokens(line: string): string {
  return line.replace(/(account(?:\/|%2F)password(?:\/|%2F))[\w-]+/gi, '$1***')
}
