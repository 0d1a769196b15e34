import type { SourceOptions } from './source.ts'
import type { Facts, RowProblem } from './table-error.ts'

/** A number only where the format has numbers (XLSX, JSON). */
export type Cell = string | number

export type Row = {
  line: number
  cells: Cell[]
  problem?: { code: RowProblem; facts: Facts }
  /** In feeds: the records nested in this one, by the columns of `Table.parts`. */
  parts?: Cell[][]
}

/** A file as a table; `rows` can be read several times. `separator` is '' if the format has none. */
export type Table = {
  columns: string[]
  separator: string
  rows(options?: SourceOptions): AsyncIterable<Row>
  /** Sheets of the workbook that are not read. */
  otherSheets?: string[]
  /** Columns of nested records. */
  parts?: string[]
}

/** Whether an element of a feed's record is a nested record, by its name and the names of its values. */
export type IsPart = (name: string, values: readonly string[]) => boolean
