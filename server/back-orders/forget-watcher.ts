import type { Db } from '#server/platform/db/pool.ts'

/** Removes what a user whose personal data is erased waits for. */
export async function forgetWatcher(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM stock_watches WHERE user_id = $1', [userId])
}
