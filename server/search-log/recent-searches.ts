import type { Db } from '#server/platform/db/pool.ts'

/** The user's latest different searches, newest first, since they were last cleared. */
export async function listRecent(db: Db, userId: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ query: string }>(
    `SELECT s.query
       FROM search_terms t
      CROSS JOIN LATERAL (SELECT query FROM searches WHERE user_id = $1 AND folded = t.term
                           ORDER BY created_at DESC LIMIT 1) s
      WHERE t.user_key = $1 AND NOT t.is_word
        AND t.searched_at > coalesce((SELECT cleared_at FROM cleared_searches WHERE user_id = $1), '-infinity')
      ORDER BY t.searched_at DESC LIMIT $2`,
    [userId, limit],
    'recent_searches',
  )
  return rows.map(({ query }) => query)
}

/** Later searches are offered again. The searches stay in the log of the store until their time is over. */
export async function clearRecent(db: Db, userId: number): Promise<void> {
  await db.execute(
    `INSERT INTO cleared_searches (user_id, cleared_at) VALUES ($1, now())
     ON CONFLICT (user_id) DO UPDATE SET cleared_at = excluded.cleared_at`,
    [userId],
  )
}
