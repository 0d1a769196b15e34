import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Pictures of one host that are fetched at the same time, over all processes. */
const atOnce = 4
/** Seconds between the starts of two downloads from a host, on average. */
const pace = 0.05
/** After so many seconds another process takes an address whose result was not stored. */
const lease = 180

export type ClaimedAddress = {
  id: number
  url: string
  host: string
  attempts: number
  file: string | null
  etag: string | null
  last_modified: string | null
}

const dueHosts = `SELECT h.host FROM picture_hosts h WHERE h.next_at <= now() AND EXISTS (
  SELECT FROM picture_addresses a WHERE a.host = h.host AND a.next_at <= now()
     AND (a.taken_until IS NULL OR a.taken_until <= now()))`

/** Whether there are pictures to give to products or to fetch: one statement for a shop where mostly there are none. */
export async function hasPictureWork(pool: Pool): Promise<boolean> {
  const row = await pool.one<{ has: boolean }>(
    `SELECT (EXISTS (SELECT FROM product_picture_addresses WHERE is_due) OR EXISTS (${dueHosts})) AS has`,
    [],
    'pictures_has_work',
  )
  return row?.has ?? false
}

/** The hosts from which something may be fetched now. */
export async function findDueHosts(pool: Pool): Promise<string[]> {
  const rows = await pool.query<{ host: string }>(`${dueHosts} ORDER BY h.next_at, h.host`, [], 'pictures_due_hosts')
  return rows.map(({ host }) => host)
}

/** Takes addresses of a host that are due. Their attempts count from now on, so that one that kills the process ends. */
export function claimAddresses(pool: Pool, host: string): Promise<ClaimedAddress[]> {
  return transaction(pool, async (db) => {
    const free = await db.one<{ taken: number }>(
      `SELECT (SELECT count(*) FROM picture_addresses a WHERE a.host = h.host AND a.taken_until > now()) AS taken
         FROM picture_hosts h WHERE h.host = $1 AND h.next_at <= now() FOR UPDATE SKIP LOCKED`,
      [host],
      'pictures_host',
    )
    if (free === undefined || free.taken >= atOnce) return []
    const claimed = await db.query<ClaimedAddress>(
      // Materialized: a plan may run a limited subquery once per row, and claim more than that.
      `WITH due AS MATERIALIZED (
         SELECT w.id FROM picture_addresses w
          WHERE w.host = $1 AND w.next_at <= now() AND (w.taken_until IS NULL OR w.taken_until <= now())
          ORDER BY w.next_at, w.id LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       UPDATE picture_addresses a SET taken_until = now() + make_interval(secs => $3), attempts = a.attempts + 1
         FROM due WHERE a.id = due.id
       RETURNING a.id, a.url, a.host, a.attempts, a.file, a.etag, a.last_modified`,
      [host, atOnce - free.taken, lease],
      'pictures_claim',
    )
    await db.execute(
      'UPDATE picture_hosts SET next_at = now() + make_interval(secs => $2) WHERE host = $1',
      [host, claimed.length * pace],
      'pictures_pace',
    )
    return claimed
  })
}
