import type { OnlineUser } from '#contract/core/live.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { openSessionsSql } from './queries.ts'

/** Company and user as the administrators' lists show them; NULL for a guest. For `users u LEFT JOIN dealers d`. */
export const personNameSql = `CASE WHEN u.id IS NOT NULL THEN concat_ws(' · ', d.name, nullif(u.name, d.name)) END`

/**
 * Stores that these users are online. Users stored within the last 8 seconds, or locked by another writer, are skipped.
 */
export async function recordPresence(db: Db, userIds: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE users SET last_seen_at = now() WHERE id = ANY (ARRAY(
       SELECT id FROM users
        WHERE id = ANY ($1::integer[]) AND coalesce(last_seen_at, '-infinity') < now() - interval '8 seconds'
        ORDER BY id FOR NO KEY UPDATE SKIP LOCKED))`,
    [userIds],
    'account_touch_people',
  )
}

/** The open ones of these sessions, by their ids in hex, with the role of their user. */
export async function findOpenSessions(db: Db, ids: readonly Buffer[]): Promise<Map<string, 'dealer' | 'admin'>> {
  const rows = await db.query<{ id: string; role: 'dealer' | 'admin' }>(
    `SELECT encode(s.id, 'hex') AS id, u.role
       FROM ${openSessionsSql} AND s.id = ANY ($1::bytea[])`,
    [ids],
    'account_open_sessions',
  )
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Enough for a readable list; users who are online come first. */
const maxListed = 500

type SeenRow = { id: number; name: string; date: Date; is_online: boolean }

/** Dealers' users seen within the last ten minutes; online means within 30 seconds (decisions, "Live channel"). */
export async function listRecentUsers(db: Db): Promise<OnlineUser[]> {
  const rows = await db.query<SeenRow>(
    `SELECT * FROM (
       SELECT u.id, ${personNameSql} AS name, u.last_seen_at AS date,
              u.last_seen_at > now() - interval '30 seconds' AS is_online
         FROM users u JOIN dealers d ON d.id = u.dealer_id
        WHERE u.last_seen_at > now() - interval '10 minutes' AND u.disabled_at IS NULL AND d.disabled_at IS NULL) seen
      ORDER BY is_online DESC, name COLLATE "tr-x-icu", id LIMIT ${maxListed}`,
    [],
    'account_seen_people',
  )
  return rows.map(({ id, name, date, is_online }) => ({
    id,
    name,
    date: date.toISOString(),
    status: is_online ? 'online' : 'offline',
  }))
}
