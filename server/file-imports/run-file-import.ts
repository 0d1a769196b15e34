import type { FileStore } from '#server/platform/files/file-store.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import { isUnavailable, UnknownOutcomeError } from '#server/platform/db/failure.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { watchRun } from '#server/catalog/import/import.ts'
import { type FileImportRow, findFileImport, moveFileImport, saveFileFailure, saveFileProgress } from './queries.ts'
import { runPictures } from './pictures/run-pictures.ts'
import { runRecords } from './run-records.ts'
import { type RunContext, RunRefused } from './run-context.ts'

export const fileImportJob = 'file-import'
export type FileImportJobData = { id: number }

/** `folder` has the uploaded files, `imagesFolder` the pictures of the shop. */
export type FileImportDeps = { pool: Pool; folder: FileStore; imagesFolder: FileStore; warn: (error: Error) => void }

/**
 * Runs the preview or the import that the import waits for. A run that a dying process left behind starts again: its
 * result is saved in the transaction of its changes.
 */
export async function runFileImport(deps: FileImportDeps, { id }: FileImportJobData): Promise<void> {
  const { pool, warn } = deps
  const row = await findFileImport(pool, id)
  if (row === undefined || (row.state !== 'previewing' && row.state !== 'applying')) return
  const run = watchRun((progress) => saveFileProgress(pool, id, progress))
  try {
    await withCommandPool(pool, (commandPool) => runKind({ ...deps, pool: commandPool, row, run }), 3)
  } catch (error) {
    if (isUnavailable(error) || error instanceof UnknownOutcomeError) throw error
    if (run.signal.aborted) return await cancel(pool, row)
    const isRefusal = error instanceof RunRefused
    if (!isRefusal) warn(new Error(`The import ${id} of ${row.kind} failed.`, { cause: error }))
    await saveFileFailure(pool, row, isRefusal ? error : { code: 'internal', facts: {} })
  } finally {
    await run.close()
  }
}

function runKind(context: RunContext): Promise<void> {
  return context.row.kind === 'pictures' ? runPictures(context) : runRecords(context)
}

async function cancel(pool: Pool, { id, state }: FileImportRow): Promise<void> {
  await moveFileImport(pool, id, { from: [state], to: 'cancelled' })
}
