import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ImportSummary } from '#server/catalog/import/import-catalog.ts'

/** Who imports, and what the audit log is to call the import. */
export type ImportAuthor = { author: Author; id: string }

/** Writes down that files came into the catalog, in the import's own transaction. */
export async function auditImport(
  db: Db,
  { author, id }: ImportAuthor,
  files: readonly string[],
  { rows, unitRows, created, updated, rejected }: ImportSummary,
): Promise<void> {
  const read = { ...(rows > 0 || unitRows === 0 ? { rows } : {}), ...(unitRows > 0 && { unitRows }) }
  await writeAudit(db, author, {
    ...{ action: 'apply', noun: 'import', id },
    after: { files, ...read, created, updated, rejected },
  })
}
