import type { Run } from '#server/catalog/import/import.ts'
import type { Author } from '#server/audit/audit.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import type { FileImportRow } from './queries.ts'

/** What a run needs: the import, its files, and where to report progress. */
export type RunContext = { pool: Pool; folder: FileStore; imagesFolder: FileStore; row: FileImportRow; run: Run }

/** The author of the run, for the audit log. */
export const authorOf = ({ row }: Pick<RunContext, 'row'>): Author => ({
  actor: { userId: row.asked_by },
  address: row.asked_from,
})

/** Thrown for a file that cannot be imported at all. */
export class RunRefused extends Error {
  override name = 'RunRefused'
  readonly code: string
  readonly facts: Facts
  constructor(code: string, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}
