import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { type DecimalSign, decimalSignOf, noEvidence, observeNumber, parseNumber } from '#domain/money/number-text.ts'
import { squeezeCode } from '#domain/text/text.ts'
import { samplesOf } from '#server/catalog/import/import.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import { firstRows } from '#server/platform/tables/first-rows.ts'
import { skipRepeatedHeaders } from '#server/platform/tables/repeated-headers.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import type { FieldOf, Words } from './import-fields.ts'
import { RecordReader } from './record-reader.ts'

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
