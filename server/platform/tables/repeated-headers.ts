import { textOf } from './cell-text.ts'
import type { Row, Table } from './table.ts'

/** Leaves out rows that repeat the header: exports of several pages have it on each. Their lines are collected. */
export function skipRepeatedHeaders(table: Table): { table: Table; repeatedHeaders: ReadonlySet<number> } {
  const repeatedHeaders = new Set<number>()
  const isHeader = ({ cells }: Row) =>
    table.columns.length > 1 &&
    table.columns.every((column, i) => textOf(cells[i]).replace(/\s+/g, ' ').toLowerCase() === column.toLowerCase())
  return {
    repeatedHeaders,
    table: {
      ...table,
      async *rows(options) {
        for await (const row of table.rows(options)) {
          if (isHeader(row)) repeatedHeaders.add(row.line)
          else yield row
        }
      },
    },
  }
}
