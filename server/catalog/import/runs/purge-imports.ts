import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { importRetentionDays } from '#contract/admin/imports/imports.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { purgeUploads } from './import-files.ts'

/** Removes expired imports with their files and recorded changes, and unfinished uploads. */
export async function purgeImports(pool: Pool, folder: FileStore): Promise<void> {
  // A run that was not resumed within two days will not finish.
  await pool.execute(
    `UPDATE imports SET state = CASE state WHEN 'undoing' THEN 'applied' ELSE 'failed' END,
            refusal = '{"code": "interrupted", "facts": {}}', changed_at = now()
      WHERE state IN ('previewing', 'applying', 'undoing') AND changed_at < now() - interval '2 days'`,
  )
  // An import takes what it has recorded of each product with it.
  await deleteBatches(
    pool,
    'imports',
    `state NOT IN ('previewing', 'applying', 'undoing') AND (created_at < now() - make_interval(days => $1)
       OR (state = 'uploading' AND created_at < now() - interval '1 day'))`,
    { params: [importRetentionDays], batch: 1 },
  )
  const rows = await pool.query<{ stored: string }>(
    `SELECT file ->> 'stored' AS stored FROM imports, jsonb_array_elements(files) file`,
  )
  await purgeUploads(folder, new Set(rows.map(({ stored }) => stored)))
}
