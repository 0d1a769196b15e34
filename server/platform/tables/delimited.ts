import { pipeline, Readable } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { findHeader, headerSearchLines } from './header-line.ts'
import { TableError } from './table-error.ts'
import type { SourceOptions } from './source.ts'
import type { RateHeader, Row, Table, TableChoices } from './table.ts'

/** Characters. A longer record means a quote that was never closed, or a file that is not a table. */
const RECORD_LIMIT = 1_000_000
const COLUMN_LIMIT = 500
/** Characters and lines from which separator and header are found. */
const sniffedLength = 100_000
const maxSniffedLines = 60
const SEPARATORS = ['\t', ';', ','] as const

type ReadText = (options?: SourceOptions) => AsyncIterable<string>
type Parsed = { record: string[]; info: { lines: number } }

/** Opens CSV or TSV. The separator is that of Excel's first line `sep=;`, or the most frequent one of the header. */
export async function openDelimited(
  file: string,
  read: ReadText,
  { rateHeader, isWhole = false }: Pick<TableChoices, 'rateHeader' | 'isWhole'> = {},
): Promise<Table> {
  const { separator, skip, header = 0 } = await sniff(file, read, { rate: rateHeader, isWhole })
  const records = (options?: SourceOptions) => readRecords(file, unifyLineEnds(read(options)), separator, skip)
  let columns: string[] | undefined
  let headerLine = 1
  let at = 0
  for await (const { line, cells } of records()) {
    if (at++ < header) continue
    columns = cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
    headerLine = line
    break
  }
  if (!columns) throw new TableError('file_empty', { file })
  const width = columns.length
  if (width > COLUMN_LIMIT) throw new TableError('sheet_columns', { file, limit: COLUMN_LIMIT })
  return {
    columns,
    separator,
    headerLine,
    async *rows(options) {
      for await (const { line, cells } of records(options)) {
        if (line > headerLine) yield checkWidth(line, cells, width)
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

type Format = { separator: string; skip: number; header?: number }

/** Finds the separator and, with `rate`, the index of the header among the lines that are not blank. */
type Sniffing = { rate: RateHeader | undefined; isWhole: boolean }

async function sniff(file: string, read: ReadText, { rate, isWhole }: Sniffing): Promise<Format> {
  let start = ''
  for await (const text of unifyLineEnds(read())) {
    start += text
    if (start.length > sniffedLength || (rate === undefined && !isWhole && start.trimStart().includes('\n'))) break
  }
  if (start.length > RECORD_LIMIT && !start.trimStart().includes('\n'))
    throw new TableError('record_too_large', { file, line: 1 })
  const declared = /^sep=(.)\n/i.exec(start)
  const skip = declared ? 1 : 0
  const lines = start
    .split('\n')
    .slice(skip, skip + maxSniffedLines)
    .filter((line) => /[^\s;,|"]/.test(line))
  if (isWhole) return { separator: declared?.[1] ?? widestOf(lines), skip }
  const separators = declared?.[1] ? [declared[1]] : [...SEPARATORS, '|']
  if (rate) {
    const found = separators.map((separator) => {
      const header = findHeader(
        lines.slice(0, headerSearchLines).map((line) => splitLine(line, separator)),
        rate,
      )
      return { separator, header }
    })
    const best = found.reduce((a, b) => (b.header.score > a.header.score ? b : a))
    if (best.header.score >= 2) return { separator: best.separator, skip, header: best.header.index }
  }
  const wide = rate && lines.find((line) => SEPARATORS.some((each) => line.includes(each)))
  const separator = declared?.[1] ?? separatorOf(wide ?? start)
  const header =
    rate &&
    findHeader(
      lines.map((line) => splitLine(line, separator)),
      rate,
    ).index
  return { separator, skip, ...(header !== undefined && header > 0 && { header }) }
}

/** The separator that most lines have: a comma may be that of decimals. */
function widestOf(lines: readonly string[]): string {
  const count = (separator: string) => lines.filter((line) => line.includes(separator)).length
  return SEPARATORS.reduce<string>((best, each) => (count(each) > count(best) ? each : best), SEPARATORS[0])
}

/** Splits a line at a separator outside of quotes. */
function splitLine(line: string, separator: string): string[] {
  const cells = ['']
  let quoted = false
  for (const letter of line) {
    if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
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
