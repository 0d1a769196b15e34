import type { Readable } from 'node:stream'
import { rateFileBytesMax } from '#contract/admin/bank-rates.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import { readUploadedTable } from '#server/platform/tables/uploaded-table.ts'

/** Rows and columns that are read: banks' tables are small. */
const rowsMax = 1000
const columnsMax = 60
const cellLength = 200

type Upload = { folder: string; name: string; locale: Locale }

/** The cells of an uploaded sheet as text. Refuses a file that is no table, or is too large. */
export async function readSheetFile(body: Readable, { folder, name, locale }: Upload): Promise<string[][] | Refusal> {
  try {
    return await readUploadedTable(
      body,
      { folder, name, bytesMax: rateFileBytesMax, choices: { isWhole: true } },
      async (table) => {
        const grid: string[][] = []
        const first = table.headerLine ?? 1
        const put = (line: number, cells: readonly (string | number)[]) => {
          if (line <= rowsMax)
            grid[line - 1] = cells.slice(0, columnsMax).map((cell) => String(cell).trim().slice(0, cellLength))
        }
        put(first, table.columns)
        for await (const { line, cells } of table.rows()) put(line, cells)
        return Array.from(grid, (row) => row ?? [])
      },
    )
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    if (error.code === 'file_empty') return refuse('rate_file_empty')
    const reason = translate(locale, `import.refusals.${error.code}`, error.facts)
    return refuse('rate_file_unreadable', { reason })
  }
}
