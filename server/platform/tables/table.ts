import type { Encoding, SourceOptions } from './source.ts'
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
  /** The line of the header, from 1; missing if the format has none. */
  headerLine?: number
  encoding?: Encoding
  /** The sheet that is read, and all sheets with content. `isLikely`: it has a header that is recognized. */
  sheet?: string
  sheets?: { name: string; rows: number; isLikely: boolean }[]
  /** Columns of nested records. */
  parts?: string[]
}

/** Whether an element of a feed's record is a nested record, by its name and the names of its values. */
export type IsPart = (name: string, values: readonly string[]) => boolean

/** How many columns of a line are recognized as column names. */
export type RateHeader = (cells: readonly string[]) => number

export type TableChoices = {
  isPart?: IsPart
  /** Finds a header below other lines and chooses among sheets. Without it, the first line of the first sheet is the header. */
  rateHeader?: RateHeader
  /** The first line with a text is the header, whatever is below it: for sheets with titles and several tables. */
  isWhole?: boolean
  /** The sheet to read, if the workbook has it. */
  sheet?: string
}
