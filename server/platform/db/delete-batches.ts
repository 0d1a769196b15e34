import type { Db } from './pool.ts'

/** Rows of one statement: no lock is held for long, and no statement reaches its time limit, however much there is to remove. */
const rowsEach = 2_000

/**
 * Runs a DELETE until it removes fewer rows than a batch. Its last parameter is the size of a batch. Returns how many rows
 * were removed.
 */
export async function deleteBatches(
  db: Db,
  sql: string,
  params: readonly unknown[] = [],
  batch = rowsEach,
): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await db.execute(sql, [...params, batch])
    total += removed
    if (removed < batch) return total
  }
}
