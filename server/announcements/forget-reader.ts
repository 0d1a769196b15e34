import type { Db } from '#server/platform/db/pool.ts'

/** Removes which announcements a user whose personal data is erased has seen. */
export async function forgetReader(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM announcement_readers WHERE user_id = $1', [userId])
}
