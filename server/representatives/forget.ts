import type { Db } from '#server/platform/db/pool.ts'

/** Deletes the phone and the assignments of a representative, for the erasure of its data. Targets and visits stay. */
export async function forgetRepresentative(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM representatives WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM representative_dealers WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM representative_regions WHERE user_id = $1', [userId])
}
