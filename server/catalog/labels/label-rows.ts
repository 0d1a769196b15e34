import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { LabelProblem } from './plan-categories.ts'

export type LabelRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
  problem: LabelProblem | null
}
export type SavedLabels = { isWritten: boolean; results: LabelRowResult[] }

/** Carries the results out of the transaction that is rolled back. */
class NotWritten extends Error {
  readonly results: LabelRowResult[]

  constructor(results: LabelRowResult[]) {
    super('not written')
    this.results = results
  }
}

/** Writes rows in one transaction, which is rolled back if `isAtomic` and a row is rejected. */
export async function inTransaction(
  pool: Pool,
  isAtomic: boolean,
  write: (db: Db) => Promise<LabelRowResult[]>,
): Promise<SavedLabels> {
  try {
    const results = await transaction(pool, async (db) => {
      const written = await write(db)
      if (isAtomic && written.some(({ status }) => status === 'rejected')) throw new NotWritten(written)
      return written
    })
    return { isWritten: true, results }
  } catch (error) {
    if (error instanceof NotWritten) return { isWritten: false, results: error.results }
    throw error
  }
}
