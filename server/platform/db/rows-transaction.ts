import type { Pool } from './pool.ts'
import { type Transaction, transaction } from './transaction.ts'

/**
 * Writes rows in one transaction, which is rolled back if `isAtomic` and a row is rejected. `write` returns the outcome of
 * each row, or null if it did not start.
 */
export async function rowsTransaction<Results extends readonly { status: string }[] | null>(
  pool: Pool,
  isAtomic: boolean,
  write: (db: Transaction) => Promise<Results>,
): Promise<{ isWritten: boolean; results: Results }> {
  const rejected = new Error('A row was rejected.')
  let written: Results | undefined
  try {
    const results = await transaction(pool, async (db) => {
      written = await write(db)
      if (isAtomic && written?.some(({ status }) => status === 'rejected')) throw rejected
      return written
    })
    return { isWritten: true, results }
  } catch (error) {
    if (error === rejected && written !== undefined) return { isWritten: false, results: written }
    throw error
  }
}
