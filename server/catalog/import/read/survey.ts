import { CategoryEvidence } from './category-path.ts'
import type { Facts, WarningIssue } from './codes.ts'
import { ImportStop } from './codes.ts'
import { type Field, fieldOf, numberFields } from './fields.ts'
import { findColumn, type Header, type Named, readHeader } from './header.ts'
import {
  type DecimalSign,
  decimalSignOf,
  noEvidence,
  type NumberEvidence,
  observeNumber,
} from '#domain/money/number-text.ts'
import type { Defaults, Key, Plan } from './plan.ts'
import type { SourceOptions } from '#server/platform/tables/source.ts'
import type { Row, Table } from '#server/platform/tables/table.ts'

export type PlanOptions = {
  file: string
  /** Field → column name. */
  mapping: ReadonlyMap<Field, string>
  /** Columns that are left aside. */
  ignored?: ReadonlySet<string>
  key: string
  defaults: Defaults
  decimal?: DecimalSign
  currencyCodes: ReadonlySet<string>
}

export type Note = { code: WarningIssue; facts: Facts }
export type Survey = { plan: Plan; notes: Note[]; rows: number }

/** Reads a whole table once, to settle how each of its columns is to be understood. */
export async function surveyTable(table: Table, options: PlanOptions, reading: SourceOptions = {}): Promise<Survey> {
  for (const [field, column] of options.mapping) {
    if (findColumn(table.columns, column) < 0)
      throw new ImportStop('map_column_missing', { file: options.file, column, field })
  }
  const header = readHeader(table.columns, options.mapping, options.ignored)
  const numeric = numericColumns(header)
  const found = await observe(table.rows(reading), header, numeric, table.columns.length)
  const { key, keyIndex } = findKey(table, header, options)
  const notes = columnNotes(table, header, found.filled, keyIndex)
  const signs = settleSigns(found.numbers, table, options, notes)
  const plan: Plan = {
    ...withoutEmpty(header, found.filled),
    ...{ key, keyIndex, signs, titles: table.columns, category: found.category.style() },
    ...{ defaults: options.defaults, currencyCodes: options.currencyCodes },
  }
  return { plan, notes, rows: found.rows }
}

function numericColumns(header: Header): number[] {
  const fromFields = [...header.fields].filter(([field]) => numberFields.has(field)).map(([, index]) => index)
  return [...fromFields, ...header.stocks.map(({ index }) => index)]
}

async function observe(rows: AsyncIterable<Row>, header: Header, numeric: number[], width: number) {
  const filled = Array.from({ length: width }, () => false)
  const numbers = new Map(numeric.map((index) => [index, noEvidence()]))
  const category = new CategoryEvidence()
  const categoryIndex = header.fields.get('category') ?? -1
  let count = 0
  for await (const { cells } of rows) {
    count += 1
    for (let i = 0; i < width; i += 1) {
      const cell = cells[i]
      if (!filled[i] && cell !== undefined && cell !== '' && String(cell).trim() !== '') filled[i] = true
    }
    for (const [index, evidence] of numbers) {
      const cell = cells[index]
      if (typeof cell === 'string' && cell.trim() !== '') observeNumber(evidence, cell)
    }
    const path = cells[categoryIndex]
    if (path !== undefined && path !== '') category.observe(String(path))
  }
  return { filled, numbers, category, rows: count }
}

function columnNotes(table: Table, header: Header, filled: boolean[], keyIndex: number): Note[] {
  const notes: Note[] = []
  const add = (code: WarningIssue, columns: string[]) => {
    if (columns.length > 0) notes.push({ code, facts: { columns: columns.join(', ') } })
  }
  add(
    'columns_unused',
    header.unused.filter((column) => column !== table.columns[keyIndex]),
  )
  for (const column of header.repeated) add('column_repeated', [column])
  const used = [...header.fields.values(), ...header.stocks.map(({ index }) => index)]
  add(
    'column_empty',
    used.filter((index) => !filled[index]).map((index) => table.columns[index] ?? ''),
  )
  add('sheets_unused', table.otherSheets ?? [])
  return notes
}

function withoutEmpty(header: Header, filled: boolean[]) {
  const isFilled = ({ index }: Named) => filled[index]
  return {
    fields: new Map([...header.fields].filter(([, index]) => filled[index])),
    currencies: new Map([...header.currencies].filter(([, index]) => filled[index])),
    images: header.images.filter((index) => filled[index]),
    stocks: header.stocks.filter(isFilled),
    dimensions: header.dimensions.filter(isFilled),
    attributes: header.attributes.filter(isFilled),
  }
}

function findKey(table: Table, header: Header, { key, file, defaults }: PlanOptions): { key: Key; keyIndex: number } {
  const columns = table.columns.join(', ')
  const needs = (field: Field): number => {
    const index = header.fields.get(field)
    if (index === undefined) throw new ImportStop('key_column_missing', { file, column: field, columns })
    return index
  }
  if (key.replace(/\s/g, '') === 'brand+code') {
    if (defaults.brand === undefined) needs('brand')
    return { key: { kind: 'brand+code', column: key }, keyIndex: needs('code') }
  }
  const field = fieldOf(key)
  if (field === 'code' || field === 'name') return { key: { kind: field, column: key }, keyIndex: needs(field) }
  const exact = findColumn(table.columns, key)
  const index = exact >= 0 ? exact : ((field && header.fields.get(field)) ?? -1)
  if (index < 0) throw new ImportStop('key_column_missing', { file, column: key, columns })
  return { key: { kind: 'external', column: key }, keyIndex: index }
}

/**
 * A column's decimal sign is what its own values show. Where all of them read both ways it is what the file's other
 * columns show, then what the user said, then the one that goes with the separator (";" means a Turkish spreadsheet).
 */
function settleSigns(numbers: Map<number, NumberEvidence>, table: Table, options: PlanOptions, notes: Note[]) {
  const whole = noEvidence()
  for (const { comma, point } of numbers.values()) {
    whole.comma += comma
    whole.point += point
  }
  const usual: DecimalSign = table.separator === ';' ? ',' : '.'
  const signs = new Map<number, DecimalSign | undefined>()
  for (const [index, evidence] of numbers) {
    const isSilent = evidence.comma === 0 && evidence.point === 0
    const guess = decimalSignOf(whole) ?? options.decimal ?? usual
    signs.set(index, isSilent ? guess : decimalSignOf(evidence))
    const isGuess = isSilent && evidence.unclear > 0 && !decimalSignOf(whole) && !options.decimal
    if (!isGuess) continue
    const facts = { column: table.columns[index] ?? '', example: evidence.example, n: evidence.unclear, sign: guess }
    notes.push({ code: 'numbers_guessed', facts })
  }
  return signs
}

/** Whether a plan says anything that a product can take. */
export function recognisesAnything(plan: Plan): boolean {
  const useful = [...plan.fields.keys()].filter((field) => field !== 'code' && field !== 'currency')
  const others = plan.stocks.length + plan.images.length + plan.attributes.length
  return useful.length + others > 0
}
