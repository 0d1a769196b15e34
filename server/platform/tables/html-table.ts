import sax from 'sax'
import { TableError } from './table-error.ts'
import type { SourceOptions } from './source.ts'
import type { Cell, Table, TableChoices } from './table.ts'
import { chooseSheet } from './workbook.ts'
import { workbookLimits as limits } from './workbook-limits.ts'

type ReadText = (options?: SourceOptions) => AsyncIterable<string>

/** Opens the tables of an HTML page, which many programs save with the ending .xls. Each table is a sheet. */
export async function openHtml(file: string, read: ReadText, choices: TableChoices): Promise<Table> {
  const sheets: { name: string; rows: Cell[][] }[] = []
  let row: string[] | undefined
  let cell: string | undefined
  let hidden = 0
  const endCell = () => {
    if (row && cell !== undefined) row.push(cell.replace(/\s+/g, ' ').trim())
    cell = undefined
  }
  const endRow = () => {
    endCell()
    if (row) sheets.at(-1)?.rows.push(row)
    row = undefined
  }
  const parser = sax.parser(false, { lowercase: true })
  Object.assign(parser, {
    // Pages of old programs are rarely well-formed.
    onerror: () => {
      parser.error = null as unknown as Error
      parser.resume()
    },
    onopentag({ name, attributes }: { name: string; attributes: Record<string, string> }) {
      if (name === 'script' || name === 'style') hidden += 1
      if (name === 'table') sheets.push({ name: String(sheets.length + 1), rows: [] })
      if (name === 'tr') {
        endRow()
        row = []
      }
      if (name === 'td' || name === 'th') {
        endCell()
        const span = Math.min(Number(attributes.colspan) || 1, limits.columns)
        for (let i = 1; i < span; i += 1) row?.push('')
        cell = ''
      }
      if (name === 'br' && cell !== undefined) cell += ' '
      if ((row?.length ?? 0) > limits.columns) throw new TableError('sheet_columns', { file, limit: limits.columns })
    },
    onclosetag(name: string) {
      if (name === 'script' || name === 'style') hidden -= 1
      if (name === 'td' || name === 'th') endCell()
      if (name === 'tr' || name === 'table') endRow()
      if ((sheets.at(-1)?.rows.length ?? 0) > limits.rows)
        throw new TableError('sheet_rows', { file, limit: limits.rows })
    },
    ontext(text: string) {
      if (cell !== undefined && hidden === 0) cell += text
    },
  })
  for await (const text of read()) parser.write(text)
  parser.close()
  endRow()
  return chooseSheet(file, sheets, choices)
}
