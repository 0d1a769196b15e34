import { type ImportField, importFields } from '#contract/admin/imports/import-options.ts'
import { type ImportQuestion } from '#contract/admin/imports/import-inspection.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { ImportOptions } from '#server/catalog/import/import-run.ts'
import { translate } from '#server/platform/http/words.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import { type Field, priceFields } from './fields.ts'
import { findColumn, type Header } from './header.ts'
import { localSamplesOf } from './inspect.ts'
import type { Observed } from './observe.ts'
import type { OpenedFile } from './open-file.ts'
import type { Plan } from './plan.ts'
import { shorten, type Tally } from './reading.ts'

const maxExamples = 3

/** Fields of which a wrong column would matter. For others, the first of several columns is used and reported. */
const decisiveFields: readonly Field[] = [
  'code',
  'name',
  'brand',
  'category',
  'barcode',
  'price',
  'list_price',
  'currency',
  'tax_rate',
  'stock',
  'unit',
  'multiplier',
  'parent_code',
]

/** What a file leaves open about its sheets and columns. */
export function askAboutColumns(
  file: OpenedFile,
  header: Header,
  { numbers }: Observed,
  options: ImportOptions,
): ImportQuestion[] {
  return [
    ...askForSheet(file, options),
    ...askForKey(file, header, options),
    ...askForFields(file, header),
    ...askForDecimals(file, numbers, options),
  ]
}

function askForSheet({ name, table }: OpenedFile, { sheet }: ImportOptions): ImportQuestion[] {
  const likely = (table.sheets ?? []).filter(({ isLikely }) => isLikely).map((each) => each.name)
  if (likely.length < 2 || (sheet !== undefined && likely.includes(sheet))) return []
  return [{ kind: 'sheet', file: name, columns: likely, examples: [] }]
}

/** Asks for the column of the codes if products are matched by code and no column is recognized as one. */
function askForKey(file: OpenedFile, { fields }: Header, { key }: ImportOptions): ImportQuestion[] {
  if (key !== 'code' || fields.has('code')) return []
  const columns = file.table.columns.filter((column, index) => column !== '' && isUnique(file, index))
  return [{ kind: 'key', file: file.name, columns, examples: [] }]
}

/** Whether the first rows have different values in the column, and none is long: only such a column can be a key. */
function isUnique({ sample }: OpenedFile, index: number): boolean {
  const values = sample.map((cells) => lineOf(cells[index]))
  return values.every((text) => text !== '' && text.length <= 60) && new Set(values).size === values.length
}

function askForFields(file: OpenedFile, { candidates }: Header): ImportQuestion[] {
  return [...candidates].flatMap(([field, indexes]) => {
    const filled = indexes.filter((index) => file.sample.some((cells) => lineOf(cells[index]) !== ''))
    const [first = -1, ...others] = filled
    const differs = file.sample.some((cells) => others.some((other) => lineOf(cells[other]) !== lineOf(cells[first])))
    if (!differs || !decisiveFields.includes(field) || !isImportField(field)) return []
    const columns = filled.map((index) => file.table.columns[index] ?? '')
    const examples = filled.map((index) => localSamplesOf(file, index).join(' · '))
    return [{ kind: 'field', file: file.name, field, columns, examples }]
  })
}

const isImportField = (field: Field): field is Field & ImportField => importFields.some((each) => each === field)

function askForDecimals(
  { name, table }: OpenedFile,
  numbers: Observed['numbers'],
  { decimals }: ImportOptions,
): ImportQuestion[] {
  const answered = new Set([...(decimals?.keys() ?? [])].map((column) => findColumn(table.columns, column)))
  return [...numbers].flatMap(([index, { comma, point, examples }]) => {
    const column = table.columns[index] ?? ''
    if (comma === 0 || point === 0 || answered.has(index)) return []
    return [{ kind: 'decimal', file: name, columns: [column], examples: examples.map(shorten) }]
  })
}

/** A file of which all rows are read. */
type ReadFile = { name: string; plan: Plan; tally: Tally; examples(index: number): string[] }

/** What a file leaves open about its prices, after all its rows are read. */
export function askAboutPrices({ name, plan, tally, examples }: ReadFile): ImportQuestion[] {
  if (tally.basisAssumed === 0) return []
  const indexes = priceFields.flatMap((field) => (plan.prices.bases.has(field) ? [] : (plan.fields.get(field) ?? [])))
  const columns = indexes.map((index) => plan.titles[index] ?? '')
  return [{ kind: 'prices', file: name, columns, examples: examples(indexes[0] ?? -1).slice(0, maxExamples) }]
}

export function questionText(locale: Locale, { kind, file, field, columns }: ImportQuestion): string {
  return translate(locale, `import.questions.${kind}`, {
    file,
    columns: columns.join(', '),
    field: field ? translate(locale, `imports.fields.${field}`) : '',
  })
}
