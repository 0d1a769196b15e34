import { type CellObject, read, SSF, utils, type WorkSheet } from '@e965/xlsx'
import { TableError } from './table-error.ts'
import type { Cell } from './table.ts'
import { workbookLimits as limits } from './workbook-limits.ts'

/**
 * Reads the sheets of a workbook in the formats before XLSX: the binary one of Excel 97 to 2003 and "XML Spreadsheet 2003". Throws TableError for
 * encrypted and too large ones, and Error for damaged ones.
 */
export function readOldWorkbook(bytes: Buffer): { name: string; rows: Cell[][] }[] {
  const book = readBook(bytes)
  let cells = 0
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name]
    const range = sheet?.['!ref']
    if (sheet === undefined || range === undefined) return []
    const { e: end } = utils.decode_range(range)
    if (end.r > limits.rows) throw new TableError('sheet_rows', { limit: limits.rows })
    if (end.c >= limits.columns) throw new TableError('sheet_columns', { limit: limits.columns })
    cells += (end.r + 1) * (end.c + 1)
    if (cells > limits.cells) throw new TableError('sheet_cells', { limit: limits.cells })
    return [{ name, rows: rowsOf(sheet, end.r + 1, end.c + 1) }]
  })
}

function readBook(bytes: Buffer) {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      sheetRows: limits.rows + 2,
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw new TableError('file_password')
    throw error
  }
}

function rowsOf(sheet: WorkSheet, height: number, width: number): Cell[][] {
  const data = sheet['!data'] ?? []
  return Array.from({ length: height }, (_row, r) => Array.from({ length: width }, (_cell, c) => cellOf(data[r]?.[c])))
}

function cellOf(cell: CellObject | undefined): Cell {
  const value = cell?.v
  if (cell === undefined || value === undefined || cell.t === 'e' || cell.t === 'z') return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'number') return value instanceof Date ? value.toISOString().slice(0, 10) : value
  const format = String(cell.z ?? '')
  // Codes with leading zeros are numbers with such a format.
  if (/^0{2,}$/.test(format)) return String(value).padStart(format.length, '0')
  return SSF.is_date(format) ? dateOf(value) : value
}

function dateOf(value: number): string {
  const { y, m, d } = SSF.parse_date_code(value) as { y: number; m: number; d: number }
  return [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-')
}
