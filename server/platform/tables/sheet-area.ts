import type { Facts, TableError, TableRefusal } from './table-error.ts'
import { workbookLimits as limits } from './workbook-limits.ts'

const rowsOfFormat = 1_048_576
const tag = /<(?:\w+:)?(row|c)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>/g

/**
 * Refuses a sheet with content outside of the limits and returns the cells that reading it takes: the reader fills the
 * rectangle up to the last row and column, however few cells have content. Cells and rows that only have a format do
 * not count.
 */
export function checkSheetArea(xml: string, refuse: (code: TableRefusal, facts?: Facts) => TableError): number {
  let row = 0
  let column = 0
  let lastRow = 0
  let lastColumn = 0
  for (const [, name, attributes = ''] of xml.matchAll(tag)) {
    const address = /(?:^|\s)r\s*=\s*["']\s*([A-Za-z]*)([^"']*)/.exec(attributes)
    if (name === 'row') {
      row = address ? Number(address[2]) : row + 1
      column = 0
      if (!(row > 0 && row <= rowsOfFormat)) throw refuse('file_broken', { reason: 'row' })
      continue
    }
    column = address?.[1] ? columnOf(address[1]) : column + 1
    if (attributes.endsWith('/')) continue
    if (column > limits.columns) throw refuse('sheet_columns', { limit: limits.columns })
    if (row > limits.rows + 1) throw refuse('sheet_rows', { limit: limits.rows })
    lastRow = Math.max(lastRow, row)
    lastColumn = Math.max(lastColumn, column)
  }
  return lastRow * lastColumn
}

/** A = 1, XFD = 16,384. */
function columnOf(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}
