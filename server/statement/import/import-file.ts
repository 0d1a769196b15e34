import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { type DecimalSign, decimalSignOf, noEvidence, observeNumber, parseNumber } from '#domain/money/number-text.ts'
import { type Day, parseDay } from '#domain/text/calendar-day.ts'
import { squeezeCode } from '#domain/text/text.ts'
import { samplesOf } from '#server/catalog/import/import.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import { firstRows } from '#server/platform/tables/first-rows.ts'
import { skipRepeatedHeaders } from '#server/platform/tables/repeated-headers.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import type { Cell, Row, Table } from '#server/platform/tables/table.ts'
import type { Facts, RowProblem } from '#server/platform/tables/table-error.ts'
import type { FieldOf, Words } from './import-fields.ts'

/** Why a row was skipped, or what is unusual about it. The messages are in the locales under `import.issues.<code>`. */
export const accountIssues = [
  'number_invalid',
  'number_unclear',
  'number_negative',
  'number_too_large',
  'text_too_long',
  'currency_unknown',
  'currency_differs',
  'dealer_unknown',
  'date_invalid',
  'reference_missing',
  'movement_repeated',
  'balance_repeated',
  'amount_missing',
  'amount_on_both_sides',
  'side_invalid',
  'serial_unreadable',
  'serial_repeated',
  'status_missing',
  'months_invalid',
  'document_exists',
  'product_unknown',
] as const
export type AccountIssue = (typeof accountIssues)[number] | RowProblem
/** A `warning` is about a row that is imported. */
export type Issue = { level: 'error' | 'warning'; line: number; code: AccountIssue; facts: Facts }

/** Stops reading a row; the row is skipped. */
export class RowSkipped extends Error {
  readonly code: AccountIssue
  readonly facts: Facts
  constructor(code: AccountIssue, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

export type ImportFile = { path: string; name: string }
export type Records<Field extends string> = {
  /** Whether the file has a column for the field. */
  has(field: Field): boolean
  columns: readonly string[]
  inspection: ImportFileInspection
  /** Number of rows. */
  total: number
  rows(): AsyncIterable<{ line: number; record: RecordReader<Field> }>
}

/** numeric(18, 2) holds more, but no real amount is larger. */
const LARGEST = 999_999_999_999_999
const LONGEST_TEXT = 500

/** Reads a row by field. Its methods throw `RowStop` for invalid cells. */
export class RecordReader<Field extends string> {
  readonly #row: Row
  readonly #columns: ReadonlyMap<Field, number>
  readonly #titles: readonly string[]
  readonly #signs: ReadonlyMap<number, DecimalSign>

  constructor(
    row: Row,
    columns: ReadonlyMap<Field, number>,
    titles: readonly string[],
    signs: ReadonlyMap<number, DecimalSign>,
  ) {
    this.#row = row
    this.#columns = columns
    this.#titles = titles
    this.#signs = signs
  }

  check(): void {
    if (this.#row.problem) throw new RowSkipped(this.#row.problem.code, this.#row.problem.facts)
  }

  /** Whether the row names the field, possibly as empty. */
  has(field: Field): boolean {
    return this.#columns.has(field)
  }

  text(field: Field): string {
    const index = this.#columns.get(field)
    const text = index === undefined ? '' : lineOf(this.#row.cells[index])
    if (text.length <= LONGEST_TEXT) return text
    throw new RowSkipped('text_too_long', { column: this.title(field), length: text.length, limit: LONGEST_TEXT })
  }

  title(field: Field): string {
    return this.#titles[this.#columns.get(field) ?? -1] ?? field
  }

  /** The exact text of an amount in the row's currency, or of a number without a currency; null for an empty cell. */
  amount(field: Field, currency?: string): string | null {
    const index = this.#columns.get(field)
    const text = this.text(field)
    if (index === undefined || text === '') return null
    const sign = typeof this.#row.cells[index] === 'number' ? '.' : this.#signs.get(index)
    const number = parseNumber(text, sign)
    const facts = { column: this.title(field), value: text.slice(0, 60) }
    if (!number.ok) throw new RowSkipped(number.reason, facts)
    if (number.currency !== undefined && number.currency !== currency) {
      throw currency === undefined
        ? new RowSkipped('number_invalid', facts)
        : new RowSkipped('currency_differs', { ...facts, currency })
    }
    if (Math.abs(Number(number.value)) > LARGEST) throw new RowSkipped('number_too_large', facts)
    return number.value
  }

  day(field: Field): Day | null {
    const text = this.text(field)
    if (text === '') return null
    const day = parseDay(text)
    if (day === null) throw new RowSkipped('date_invalid', { column: this.title(field), value: text.slice(0, 60) })
    return day
  }
}

export type ReadOptions<W extends Words> = {
  words: W
  /** Columns with numbers. */
  numbers: readonly FieldOf<W>[]
  decimal?: DecimalSign | undefined
  /** Column → its field, or `ignore`; the others are recognized by name. */
  mapping?: ReadonlyMap<string, string> | undefined
  sheet?: string | undefined
}

/**
 * Opens a file of the ERP. The header is found below titles and blank lines, columns by name, and number formats by the
 * whole column.
 */
export async function openRecords<W extends Words>(
  file: ImportFile,
  { words, numbers, decimal, mapping = new Map(), sheet }: ReadOptions<W>,
): Promise<Records<FieldOf<W>>> {
  const opened = await openTable(
    await inspectSource(file.path, file.name),
    {},
    { rateHeader: (cells) => findColumns(cells, words, mapping).size, ...(sheet !== undefined && { sheet }) },
  )
  const { table, repeatedHeaders } = skipRepeatedHeaders(opened)
  const columns = findColumns(table.columns, words, mapping)
  const numeric = new Set(numbers.flatMap((field) => columns.get(field) ?? []))
  const { signs, total, filled } = await findSigns(table, [...numeric], decimal)
  const sample = await firstRows(table)
  const uses = new Map([...columns].map(([field, index]) => [index, field]))
  const chosen = new Set([...mapping.keys()].map((column) => findTitle(table.columns, column)))
  return {
    has: (field) => columns.has(field),
    columns: table.columns,
    total,
    inspection: {
      file: file.name,
      rows: total,
      encoding: table.encoding ?? null,
      separator: table.separator || null,
      headerLine: table.headerLine ?? null,
      repeatedHeaders: repeatedHeaders.size,
      sheet: table.sheet ?? null,
      sheets: (table.sheets ?? []).map(({ name }) => name),
      columns: table.columns.map((name, index) => ({
        name,
        use: uses.get(index) ?? null,
        samples: samplesOf({ sample }, index),
        isEmpty: !filled.has(index),
        certainty: chosen.has(index)
          ? 'chosen'
          : numeric.has(index) && !hasNumbers(sample, index)
            ? 'doubtful'
            : 'sure',
      })),
    },
    async *rows() {
      for await (const row of table.rows()) {
        yield { line: row.line, record: new RecordReader(row, columns, table.columns, signs) }
      }
    },
  }
}

/** Whether most values of a column are numbers. */
function hasNumbers(sample: readonly (readonly Cell[])[], index: number): boolean {
  const values = sample.map((cells) => lineOf(cells[index])).filter((text) => text !== '')
  return values.filter((text) => parseNumber(text, ',').ok).length * 5 >= values.length * 4
}

/** An exact match goes before one that ignores case and punctuation; −1: none. */
function findTitle(titles: readonly string[], column: string): number {
  const exact = titles.indexOf(column)
  return exact >= 0 ? exact : titles.findIndex((title) => squeezeCode(title) === squeezeCode(column))
}

/** The column of each field: as mapped, otherwise the first whose name means it. */
function findColumns<W extends Words>(
  titles: readonly string[],
  words: W,
  mapping: ReadonlyMap<string, string>,
): Map<FieldOf<W>, number> {
  const found = new Map<FieldOf<W>, number>()
  const fields: readonly FieldOf<W>[] = Object.keys(words)
  const mapped = new Set<number>()
  for (const [column, use] of mapping) {
    const index = findTitle(titles, column)
    if (index < 0) continue
    mapped.add(index)
    const field = fields.find((each) => each === use)
    if (field !== undefined) found.set(field, index)
  }
  for (const [index, title] of titles.entries()) {
    if (mapped.has(index)) continue
    const squeezed = squeezeCode(title)
    const field = fields.find((key) => words[key]?.split(' ').includes(squeezed) || squeezeCode(key) === squeezed)
    if (field !== undefined && !found.has(field)) found.set(field, index)
  }
  return found
}

/**
 * A column's decimal separator: the one it shows, otherwise the one that all columns show, otherwise the user's choice,
 * otherwise the one that fits the field separator. `filled`: the columns with a value.
 */
async function findSigns(
  table: Table,
  indexes: readonly number[],
  decimal: DecimalSign | undefined,
): Promise<{ signs: Map<number, DecimalSign>; total: number; filled: ReadonlySet<number> }> {
  let total = 0
  const evidence = new Map(indexes.map((index) => [index, noEvidence()]))
  const whole = noEvidence()
  const filled = new Set<number>()
  for await (const { cells } of table.rows()) {
    total += 1
    for (const [index, cell] of cells.entries()) {
      if (!filled.has(index) && String(cell).trim() !== '') filled.add(index)
    }
    for (const [index, seen] of evidence) {
      const cell = cells[index]
      if (typeof cell !== 'string' || cell.trim() === '') continue
      observeNumber(seen, cell)
      observeNumber(whole, cell)
    }
  }
  const fallback = decimalSignOf(whole) ?? decimal ?? (table.separator === ';' ? ',' : '.')
  const signs = new Map([...evidence].map(([index, seen]) => [index, decimalSignOf(seen) ?? fallback]))
  return { signs, total, filled }
}
