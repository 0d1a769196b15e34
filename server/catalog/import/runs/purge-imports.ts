import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importRetentionDays } from '#contract/admin/imports/imports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { removeStored } from './import-files.ts'
import type { StoredFile } from './queries.ts'

const dayMilliseconds = 24 * 3600 * 1000 // milliseconds

/** Removes expired imports with their files and recorded changes, and unfinished uploads. */
export async function purgeImports(pool: Pool, folder: string): Promise<void> {
  // A run that was not resumed within two days will not finish.
  await pool.execute(
    `UPDATE imports SET state = CASE state WHEN 'undoing' THEN 'applied' ELSE 'failed' END,
            refusal = '{"code": "interrupted", "facts": {}}', changed_at = now()
      WHERE state IN ('previewing', 'applying', 'undoing') AND changed_at < now() - interval '2 days'`,
  )
  const old = await pool.query<{ files: StoredFile[] }>(
    `DELETE FROM imports WHERE state NOT IN ('previewing', 'applying', 'undoing')
        AND (created_at < now() - make_interval(days => $1) OR (state = 'uploading' AND created_at < now() - interval '1 day'))
     RETURNING files`,
    [importRetentionDays],
  )
  for (const { files } of old) await removeStored(folder, files)
  await removeOrphanedFiles(pool, folder)
}

/** Removes files without an import, left by a process that died between deleting the row and the file. */
async function removeOrphanedFiles(pool: Pool, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const rows = await pool.query<{ stored: string }>(
    `SELECT file ->> 'stored' AS stored FROM imports, jsonb_array_elements(files) file`,
  )
  const storedNames = new Set(rows.map(({ stored }) => stored))
  for (const name of names.filter((each) => !storedNames.has(each))) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && Date.now() - info.mtimeMs > dayMilliseconds) await rm(join(folder, name), { force: true })
  }
}
