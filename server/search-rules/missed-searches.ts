import type { MissedSearch } from '#contract/admin/search-rules.ts'
import { fold } from '#domain/text/text.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export type MissedQuery = { q: string; isIgnored: boolean }

type MissedRow = {
  query: string
  searches: number
  users: number
  guest_searches: number
  without_result: number
  last_at: Date
}

/**
 * The searches that found nothing, or only similar products, most frequent first. A search is left out once it has a
 * rule, or when it was repeated later and found products.
 */
export async function findMissedSearches(
  db: Db,
  { q, isIgnored }: MissedQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: MissedSearch[]; total: number }> {
  const params = [fold(q), isIgnored]
  const rows = await db.query<MissedRow>(
    `WITH missed AS (${missedSql})
     SELECT w.query, m.searches, m.users, m.guest_searches, m.without_result, m.last_at
       FROM missed m JOIN search_words w ON w.folded = m.folded
      ORDER BY m.searches DESC, m.last_at DESC, m.folded LIMIT $3 OFFSET $4`,
    [...params, limit, offset],
    'missed_searches',
  )
  const counted = await db.one<{ total: number }>(
    `WITH missed AS (${missedSql}) SELECT count(*)::int AS total FROM missed m JOIN search_words w ON w.folded = m.folded`,
    params,
    'missed_searches_count',
  )
  return { items: rows.map((row) => present(row, isIgnored)), total: counted?.total ?? 0 }
}

const missedSql = `
  SELECT m.* FROM (
    SELECT folded, count(*)::int AS searches, count(DISTINCT user_id)::int AS users,
           count(*) FILTER (WHERE user_id IS NULL)::int AS guest_searches,
           count(*) FILTER (WHERE result_count = 0)::int AS without_result, max(created_at) AS last_at
      FROM searches WHERE result_count = 0 OR is_relaxed GROUP BY folded
  ) m
   WHERE strpos(m.folded, $1) > 0
     AND EXISTS (SELECT FROM ignored_searches i WHERE i.folded = m.folded) = $2
     AND NOT EXISTS (SELECT FROM search_rule_words r
                      WHERE r.word IN (btrim(regexp_replace(m.folded, '[^[:alnum:]]+', ' ', 'g')),
                                       regexp_replace(m.folded, '[^[:alnum:]]+', '', 'g')))
     AND NOT EXISTS (SELECT FROM searches s WHERE s.folded = m.folded AND s.created_at > m.last_at)`

function present(row: MissedRow, isIgnored: boolean): MissedSearch {
  const { query, searches, users, guest_searches, without_result, last_at } = row
  return {
    query,
    searches,
    users,
    guestSearches: guest_searches,
    withoutResult: without_result,
    lastAt: last_at.toISOString(),
    isIgnored,
  }
}

export async function setIgnored(pool: Pool, author: Author, query: string, isIgnored: boolean): Promise<void> {
  const folded = foldedSearch(query)
  await transaction(pool, async (db) => {
    const changed = await db.execute(
      isIgnored
        ? 'INSERT INTO ignored_searches (folded) VALUES ($1) ON CONFLICT DO NOTHING'
        : 'DELETE FROM ignored_searches WHERE folded = $1',
      [folded],
    )
    if (changed === 0) return
    const [before, after] = [{ isIgnored: !isIgnored }, { isIgnored }]
    await writeAudit(db, author, { action: 'ignore', noun: 'search_rule', id: query, before, after })
  })
}

/** As the search log folds a search. */
export const foldedSearch = (query: string): string => fold(query.replace(/[\p{C}\s]+/gu, ' ').trim()).slice(0, 200)

/** What the same users searched for in the next minutes, and found, most frequent first. */
export async function laterSearches(db: Db, query: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ query: string }>(
    `SELECT min(n.query) AS query
       FROM (SELECT user_id, folded, created_at FROM searches
              WHERE folded = $1 AND user_id IS NOT NULL AND (result_count = 0 OR is_relaxed)
              ORDER BY created_at DESC LIMIT 50) s
      CROSS JOIN LATERAL (SELECT l.folded, l.query FROM searches l
                           WHERE l.user_id = s.user_id AND l.created_at > s.created_at
                             AND l.created_at < s.created_at + interval '10 minutes'
                             AND l.result_count > 0 AND NOT l.is_relaxed
                           ORDER BY l.created_at LIMIT 1) n
      GROUP BY n.folded ORDER BY count(*) DESC, n.folded LIMIT $2`,
    [foldedSearch(query), limit],
    'later_searches',
  )
  return rows.map((row) => row.query)
}
