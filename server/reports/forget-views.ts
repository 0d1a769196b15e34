import type { Db } from '#server/platform/db/pool.ts'

/** Removes the saved views of a user whose personal data is erased. */
export async function forgetReportViews(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM report_views WHERE user_id = $1', [userId])
}
