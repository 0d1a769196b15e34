import type { Cell, Table } from './table.ts'

const sampleRows = 200

/** The first rows of a table: they show what a column contains. */
export async function firstRows(table: Table): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { cells } of table.rows()) {
    rows.push(cells)
    if (rows.length === sampleRows) break
  }
  return rows
}
