import { type RowProblem, type Facts, TableStop } from './stop.ts'
import { openDelimited } from './delimited.ts'
import { openJsonLines } from './json-lines.ts'
import { detectEncoding, type Encoding, readText, type Source, type SourceOptions } from './source.ts'
import { openWorkbook } from './workbook.ts'
import { openXml, xmlEncoding } from './xml.ts'

/** Numbers come from formats that have them (XLSX, JSON): they need no reading. */
export type Cell = string | number

export type Row = {
  line: number
  cells: Cell[]
  problem?: { code: RowProblem; facts: Facts }
  /** Of a feed: the records within this one, by the columns of `Table.parts`. */
  parts?: Cell[][]
}

/** A file as a table; `rows` may be read several times. `separator` is '' where the format has none. */
export type Table = {
  columns: string[]
  separator: string
  rows(options?: SourceOptions): AsyncIterable<Row>
  /** Sheets of the workbook that were not read. */
  otherSheets?: string[]
  /** Columns of the records that records hold. */
  parts?: string[]
}

/** Which elements of a feed's record are records of their own, by their name and the names of what they hold. */
export type IsPart = (name: string, values: readonly string[]) => boolean

export async function openTable(source: Source, options: SourceOptions = {}, isPart?: IsPart): Promise<Table> {
  if (source.zip) return openWorkbook(source, options)
  const found = await detectEncoding(source, options)
  const start = await firstText(source, found)
  if (start === '') throw new TableStop('file_empty', { file: source.name })
  if (start.startsWith('[') || start.includes('\u0000')) {
    throw new TableStop('file_unknown', { file: source.name })
  }
  const isXml = start.startsWith('<')
  const encoding = isXml ? xmlEncoding(source.name, start, found) : found
  const read = (rowOptions: SourceOptions = {}) => readText(source, encoding, { ...options, ...rowOptions })
  if (isXml) return openXml(source.name, read, isPart)
  return start.startsWith('{') ? openJsonLines(source.name, read) : openDelimited(source.name, read)
}

async function firstText(source: Source, encoding: Encoding): Promise<string> {
  for await (const text of readText(source, encoding)) {
    const start = text.trimStart()
    if (start !== '') return start.slice(0, 4096)
  }
  return ''
}
