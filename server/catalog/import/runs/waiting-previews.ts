import { isImportRunning } from '#server/catalog/import/import-lock.ts'
import { type ImportOptionsInput, type ImportState, runningImportStates } from '#contract/admin/imports.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { moveImport, saveOptions } from './queries.ts'
import { importJob } from './run-import.ts'

type Waiting = {
  id: number
  from: readonly ImportState[]
  options: ImportOptionsInput
  profileId: number | null
  author: { userId: number; address: string }
}

/** Makes a preview wait for the import that runs; false if it is not in one of the states `from`. */
export async function waitForPreview(db: Db, { id, from, options, profileId, author }: Waiting): Promise<boolean> {
  if (!(await moveImport(db, id, { from, to: 'waiting', author }))) return false
  await saveOptions(db, id, { options, profileId })
  return true
}

/** Whether another import was started at the same moment: only one can be in a running state. */
export const isStartedElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** Starts the preview that has waited longest, unless an import runs, also one of the command line. */
export async function startWaitingPreview(pool: Pool): Promise<void> {
  if (await isImportRunning(pool)) return
  await transaction(pool, async (db) => {
    const row = await db.one<{ id: number }>(
      `SELECT id FROM imports WHERE state = 'waiting' AND NOT EXISTS (SELECT FROM imports WHERE state = ANY ($1))
        ORDER BY changed_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [runningImportStates],
    )
    if (row === undefined) return
    await moveImport(db, row.id, { from: ['waiting'], to: 'previewing' })
    await enqueue(db, importJob, { id: row.id })
  }).catch((error: unknown) => {
    if (!isStartedElsewhere(error)) throw error
  })
}
