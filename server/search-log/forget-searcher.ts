import type { Db } from '#server/platform/db/pool.ts'

/** Removes the searches of a user whose personal data is erased, and their sums. */
export async function forgetSearcher(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM searches WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM search_terms WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM search_users WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM cleared_searches WHERE user_id = $1', [userId])
}
