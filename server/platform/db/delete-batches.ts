import type { Db } from './pool.ts'

/** Rows of one statement: no lock is held for long, and no statement reaches its time limit, however much there is to remove. */
const rowsEach = 2_000

type Options = {
  params?: readonly unknown[]
  /** The indexed column whose lowest values go first. */
  by?: string
  /** Fewer for rows that take many others with them. */
  batch?: number
}

/**
 * Removes the rows of a table for which `where` is true, a batch in each statement. Without a transaction around it each
 * batch is committed on its own. Returns how many rows were removed.
 */
export async function deleteBatches(
  db: Db,
  table: string,
  where: string,
  { params = [], by, batch = rowsEach }: Options = {},
): Promise<number> {
  // The outer condition is asked again of a row that changes meanwhile, also by versions of PostgreSQL that do not compare
  // the ctid again: a cart that is used stays.
  const sql = `DELETE FROM ${table} WHERE (${where}) AND ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${where}${by === undefined ? '' : ` ORDER BY ${by}`} LIMIT ${batch}))`
  for (let total = 0; ; ) {
    const removed = await db.execute(sql, params)
    total += removed
    if (removed < batch) return total
  }
}
