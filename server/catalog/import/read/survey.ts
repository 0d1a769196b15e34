import { type DecimalSign, decimalSignOf, noEvidence, type NumberEvidence } from '#domain/money/number-text.ts'
import type { ImportOptions, ImportRun } from '#server/catalog/import/import-run.ts'
import type { Table } from '#server/platform/tables/table.ts'
import { type Facts, ImportError, type WarningIssue } from './codes.ts'
import { type Field, fieldOf } from './fields.ts'
import { findColumn, type Header } from './header.ts'
import { inspectFile } from './inspect.ts'
import type { OpenedFile } from './open-file.ts'
import { observe } from './observe.ts'
import { askAboutColumns } from './questions.ts'
import type { Key, Plan, PricesPlan } from './plan.ts'
import { basisOfKind, basisOfName } from './price-basis.ts'

/** A warning about a whole file. */
export type FileWarning = { code: WarningIssue; facts: Facts }
export type Survey = { plan: Plan; warnings: FileWarning[]; rows: number }

/** Reads a whole file once to decide how to interpret each of its columns. */
export async function surveyRows(run: ImportRun, file: OpenedFile, header: Header): Promise<Survey> {
  const { options, signal, currencyCodes } = run
  const { table, name, source } = file
  // The first rows have been read already.
  file.notes.madeCodes = 0
  const onBytes = (bytes: number) => run.reportProgress('check', name, bytes, source.bytes)
  const observed = await observe(table.rows({ signal, onBytes }), header, table.columns.length)
  run.onColumns(inspectFile(file, header, { filled: observed.filled, count: observed.count, options }))
  run.questions.push(...askAboutColumns(file, header, observed, options))
  const { key, keyIndex } = findKey(file, header, options)
  const warnings = columnWarnings(file, header, observed.filled, keyIndex)
  const signs = chooseDecimalSigns(observed.numbers, table, options.decimal, warnings)
  const exactSigns = chosenSigns(table, options)
  const plan: Plan = {
    ...withoutEmptyColumns(header, observed.filled),
    key,
    keyIndex,
    signs,
    exactSigns,
    prices: pricesPlan(table, header, options),
    titles: table.columns,
    category: file.format?.levels ? { slash: file.format.levels === '/', comma: true } : observed.category.style(),
    categoryLevels: header.categoryLevels,
    inStock: options.inStock ?? '1',
    defaults: options.defaults,
    currencyCodes,
  }
  return { plan, warnings, rows: observed.count }
}

/** Throws if the file has no rows, or no columns that an import can use. */
export function rejectUselessFile({ kind, name, table }: OpenedFile, { plan, rows }: Survey): void {
  const facts = { file: name, columns: table.columns.join(', ') }
  if (kind === 'units' && !plan.fields.has('unit')) throw new ImportError('units_column_missing', facts)
  if (!hasProductColumn(plan)) throw new ImportError('nothing_recognised', facts)
  if (rows === 0) throw new ImportError('file_empty', { file: name })
}

/** Whether the plan fills anything besides the code and the currency of a product. */
function hasProductColumn({ fields, stocks, images, attributes }: Plan): boolean {
  const useful = [...fields.keys()].filter((field) => field !== 'code' && field !== 'currency')
  return useful.length + stocks.length + images.length + attributes.length > 0
}

/** The decimal signs that the user chose for columns. `each` needs none: every value is read as it is written. */
function chosenSigns({ columns }: Table, { decimals = new Map() }: ImportOptions): Map<number, DecimalSign> {
  const chosen = [...decimals].flatMap(([column, sign]) =>
    sign === 'each' ? [] : ([[findColumn(columns, column), sign]] as const),
  )
  return new Map(chosen)
}

function columnWarnings(
  { table, repeatedHeaders, notes, ownColumns }: OpenedFile,
  header: Header,
  filled: boolean[],
  keyIndex: number,
): FileWarning[] {
  const warnings: FileWarning[] = []
  const add = (code: WarningIssue, columns: string[]) => {
    if (columns.length > 0) warnings.push({ code, facts: { columns: columns.join(', ') } })
  }
  add(
    'columns_unused',
    header.unused.filter((column) => column !== table.columns[keyIndex]),
  )
  for (const column of header.repeated) add('column_repeated', [column])
  for (const column of header.sameWithTax) add('column_with_tax', [column])
  const used = [...header.fields.values(), ...header.stocks.map(({ index }) => index)]
  add(
    'column_empty',
    used.filter((index) => !filled[index] && index < ownColumns).map((index) => table.columns[index] ?? ''),
  )
  const others = (table.sheets ?? []).map(({ name }) => name).filter((name) => name !== table.sheet)
  if (others.length > 0)
    warnings.push({ code: 'sheets_unused', facts: { sheet: table.sheet ?? '', columns: others.join(', ') } })
  if (repeatedHeaders.size > 0)
    warnings.push({
      code: 'header_repeated',
      facts: { n: repeatedHeaders.size, lines: [...repeatedHeaders].slice(0, 10).join(', ') },
    })
  if (notes.madeCodes > 0) warnings.push({ code: 'codes_made', facts: { n: notes.madeCodes } })
  return warnings
}

function pricesPlan({ columns }: Table, { bases, basisColumn }: Header, { prices }: ImportOptions): PricesPlan {
  if (typeof prices === 'object') {
    const index = findColumn(columns, prices.column)
    if (index >= 0) {
      const isInverted = basisOfName(prices.column)?.basis === 'net'
      return { bases: new Map(), column: { index, isInverted }, others: undefined }
    }
  }
  if (prices === 'net' || prices === 'gross') return { bases, column: undefined, others: prices }
  return { bases, column: basisColumn, others: basisOfKind(columns) }
}

function withoutEmptyColumns(header: Header, filled: boolean[]) {
  const isFilled = ({ index }: { index: number }) => filled[index]
  const saleColumns = header.saleColumns.filter(isFilled)
  const fields = new Map([...header.fields].filter(([, index]) => filled[index]))
  if (saleColumns[0]) fields.set('active', saleColumns[0].index)
  return {
    fields,
    saleColumns,
    currencies: new Map([...header.currencies].filter(([, index]) => filled[index])),
    images: header.images.filter((index) => filled[index]),
    stocks: header.stocks.filter(isFilled),
    dimensions: header.dimensions.filter(isFilled),
    attributes: header.attributes.filter(isFilled),
  }
}

function findKey(
  { name: file, table }: OpenedFile,
  header: Header,
  { key, defaults }: ImportOptions,
): { key: Key; keyIndex: number } {
  const columns = table.columns.join(', ')
  const requireColumn = (field: Field): number => {
    const index = header.fields.get(field)
    if (index === undefined) throw new ImportError('key_column_missing', { file, column: field, columns })
    return index
  }
  if (key.replace(/\s/g, '') === 'brand+code') {
    if (defaults.brand === undefined) requireColumn('brand')
    return { key: { kind: 'brand+code', column: key }, keyIndex: requireColumn('code') }
  }
  const field = fieldOf(key)
  if (field === 'code' || field === 'name') return { key: { kind: field, column: key }, keyIndex: requireColumn(field) }
  const exact = findColumn(table.columns, key)
  const index = exact >= 0 ? exact : ((field && header.fields.get(field)) ?? -1)
  if (index < 0) throw new ImportError('key_column_missing', { file, column: key, columns })
  return { key: { kind: 'external', column: key }, keyIndex: index }
}

/**
 * Chooses the decimal sign of each column from its own values. If all of them can be read both ways, it takes the sign of the
 * file's other columns, then the user's choice, then the sign that goes with the separator (";" means a Turkish spreadsheet).
 */
function chooseDecimalSigns(
  numbers: Map<number, NumberEvidence>,
  table: Table,
  chosen: DecimalSign | undefined,
  warnings: FileWarning[],
): Map<number, DecimalSign | undefined> {
  const wholeFile = noEvidence()
  for (const { comma, point } of numbers.values()) {
    wholeFile.comma += comma
    wholeFile.point += point
  }
  const signOfFile = decimalSignOf(wholeFile) ?? chosen
  const fallback: DecimalSign = signOfFile ?? (table.separator === ';' ? ',' : '.')
  const signs = new Map<number, DecimalSign | undefined>()
  for (const [index, evidence] of numbers) {
    const hasEvidence = evidence.comma > 0 || evidence.point > 0
    if (evidence.comma > 0 && evidence.point > 0)
      warnings.push({
        code: 'decimals_mixed',
        facts: { column: table.columns[index] ?? '', examples: evidence.examples.join(' · ') },
      })
    signs.set(index, hasEvidence ? decimalSignOf(evidence) : fallback)
    if (hasEvidence || evidence.unclear === 0 || signOfFile) continue
    const facts = { column: table.columns[index] ?? '', example: evidence.example, n: evidence.unclear, sign: fallback }
    warnings.push({ code: 'numbers_guessed', facts })
  }
  return signs
}
