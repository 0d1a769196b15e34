import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import type { ImportState } from '#contract/admin/imports/imports.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { moveImport, saveOptions } from './queries.ts'
import { importJob } from './run-import.ts'
import { unlessBusy } from './unless-busy.ts'

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

/** Starts the preview that has waited longest, unless an import runs. */
export async function startWaitingPreview(pool: Pool): Promise<void> {
  await unlessBusy(pool, () =>
    transaction(pool, async (db) => {
      const row = await db.one<{ id: number }>(
        `SELECT id FROM imports WHERE state = 'waiting' ORDER BY changed_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      )
      if (row === undefined) return
      await moveImport(db, row.id, { from: ['waiting'], to: 'previewing' })
      await enqueue(db, importJob, { id: row.id })
    }),
  )
}
