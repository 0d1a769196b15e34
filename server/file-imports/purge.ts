import { importRetentionDays } from '#contract/admin/imports/imports.ts'
import { purgeUploads } from '#server/catalog/import/import.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** Removes expired imports with their files, unfinished uploads, and files that no import has. */
export async function purgeFileImports(pool: Pool, folder: FileStore): Promise<void> {
  // A run that was not resumed within two days will not finish.
  await pool.execute(
    `UPDATE file_imports SET state = 'failed', refusal = '{"code": "interrupted", "facts": {}}', changed_at = now()
      WHERE state IN ('previewing', 'applying') AND changed_at < now() - interval '2 days'`,
  )
  // An import takes what it has recorded of each row with it.
  await deleteBatches(
    pool,
    'file_imports',
    `state NOT IN ('previewing', 'applying') AND (created_at < now() - make_interval(days => $1)
       OR (state = 'uploading' AND created_at < now() - interval '1 day'))`,
    { params: [importRetentionDays], batch: 1 },
  )
  const rows = await pool.query<{ stored: string }>(
    `SELECT coalesce(file ->> 'stored', '') AS stored FROM file_imports`,
  )
  await purgeUploads(folder, new Set(rows.map(({ stored }) => stored)))
}
