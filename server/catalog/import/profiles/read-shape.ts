import type { ImportFile } from '#server/catalog/import/import-run.ts'
import { openFile } from '#server/catalog/import/read/open-file.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import { shapeOf } from './shape.ts'

/** The shape of product files as they open without any options; empty if one cannot be read. Null: aborted. */
export async function readShape(files: readonly ImportFile[], signal?: AbortSignal): Promise<string[] | null> {
  const columns: string[] = []
  for (const [number, file] of files.entries()) {
    try {
      const { table, ownColumns } = await openFile(
        { options: { mapping: new Map() }, signal },
        { number, kind: 'products', file },
      )
      columns.push(...table.columns.slice(0, ownColumns))
    } catch (error) {
      if (signal?.aborted) return null
      if (error instanceof TableError) return []
      throw error
    }
  }
  return shapeOf(columns)
}
