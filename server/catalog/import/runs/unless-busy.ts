import pg from 'pg'
import { runningImportStates } from '#contract/admin/imports/imports.ts'
import { isImportRunning } from '#server/catalog/import/import-lock.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'

/**
 * Calls `start`, which moves an import to a running state. Returns 'busy' if another import runs, also one of the command
 * line, or was started at the same moment; then nothing is changed.
 */
export async function unlessBusy<Value>(pool: Pool, start: () => Promise<Value>): Promise<Value | 'busy'> {
  if ((await hasRunningImport(pool)) || (await isImportRunning(pool))) return 'busy'
  try {
    return await start()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'imports_one_running') return 'busy'
    throw error
  }
}

/** Whether an import of an administrator or a source runs. */
async function hasRunningImport(db: Db): Promise<boolean> {
  return (await db.one('SELECT FROM imports WHERE state = ANY ($1)', [runningImportStates])) !== undefined
}
