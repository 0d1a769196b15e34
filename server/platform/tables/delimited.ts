import { pipeline, Readable } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { TableError } from './table-error.ts'
import type { SourceOptions } from './source.ts'
import type { Row, Table } from './table.ts'

/** Characters. A longer record means a quote that was never closed, or a file that is not a table. */
const RECORD_LIMIT = 1_000_000
const COLUMN_LIMIT = 500
const SEPARATORS = ['\t', ';', ','] as const

type ReadText = (options?: SourceOptions) => AsyncIterable<string>
type Parsed = { record: string[]; info: { lines: number } }

/** Opens CSV or TSV. The separator is that of Excel's first line `sep=;`, or the most frequent one of the header. */
export async function openDelimited(file: string, read: ReadText): Promise<Table> {
  const { separator, skip } = await sniff(file, read)
  const records = (options?: SourceOptions) => readRecords(file, unifyLineEnds(read(options)), separator, skip)
  let columns: string[] | undefined
  for await (const { cells } of records()) {
    columns = cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
    break
  }
  if (!columns) throw new TableError('file_empty', { file })
  const width = columns.length
  if (width > COLUMN_LIMIT) throw new TableError('sheet_columns', { file, limit: COLUMN_LIMIT })
  return {
    columns,
    separator,
    async *rows(options) {
      let isHeader = true
      for await (const { line, cells } of records(options)) {
        if (isHeader) isHeader = false
        else yield checkWidth(line, cells, width)
      }
    },
  }
}

/** Fills missing cells at the end of a row, as spreadsheets write them; surplus cells must be empty. */
function checkWidth(line: number, cells: string[], width: number): Row {
  const surplus = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  if (!surplus) return { line, cells }
  return { line, cells, problem: { code: 'cell_count', facts: { found: cells.length, expected: width } } }
}

async function* readRecords(
  file: string,
  text: AsyncIterable<string>,
  separator: string,
  skip: number,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: RECORD_LIMIT,
    info: true,
    from_line: skip + 1,
  })
  let lineBefore = skip
  try {
    for await (const { record, info } of feed(text, parser)) {
      // The line on which the record starts; `lines` counts to its end.
      const line = lineBefore + 1
      lineBefore = info.lines
      if (record.some((cell) => cell !== '' && cell.trim() !== '')) yield { line, cells: record }
    }
  } catch (error) {
    throw asTableError(error, file, lineBefore + 1)
  }
}

/**
 * Replaces every kind of line end with a line feed: the parser counts the two characters of Windows twice within
 * quotes.
 */
async function* unifyLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of text) {
    const whole = held + piece
    held = whole.endsWith('\r') ? '\r' : ''
    yield (held === '' ? whole : whole.slice(0, -1)).replace(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}

/** Forwards errors of the input to the parser's output. */
function feed(text: AsyncIterable<string>, parser: Parser): AsyncIterable<Parsed> {
  pipeline(Readable.from(text), parser, () => {})
  return parser
}

function asTableError(error: unknown, file: string, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new TableError('quote_open', { file, line })
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new TableError('record_too_large', { file, line })
  return new TableError('file_broken', { file, reason: error.message })
}

async function sniff(file: string, read: ReadText): Promise<{ separator: string; skip: number }> {
  let start = ''
  for await (const text of unifyLineEnds(read())) {
    start += text
    if (start.trimStart().includes('\n')) break
    if (start.length > RECORD_LIMIT) throw new TableError('record_too_large', { file, line: 1 })
  }
  const declared = /^sep=(.)\n/i.exec(start)
  if (declared?.[1]) return { separator: declared[1], skip: 1 }
  return { separator: separatorOf(start), skip: 0 }
}

/** The most frequent separator of the first line, outside of quotes. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]))
  let quoted = false
  for (const letter of text.trimStart()) {
    if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === '\n') break
    else if (counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const best = SEPARATORS.reduce((a, b) => ((counts.get(b) ?? 0) > (counts.get(a) ?? 0) ? b : a))
  return (counts.get(best) ?? 0) > 0 ? best : ','
}
