import { createHash } from 'node:crypto'
import { slugify } from '#domain/text/text.ts'
import { cutAtWord, lineOf, textOf } from '#server/platform/tables/cell-text.ts'
import type { Issue } from './codes.ts'
import type { Field } from './fields.ts'
import { readDescription } from './description.ts'
import { readImages } from './images.ts'
import type { KeyKind, Plan } from './plan.ts'
import {
  cellAt,
  fail,
  lineOfField,
  type Reading,
  type StagedRow,
  type StagedStock,
  shorten,
  startReading,
  type Tally,
  textOfField,
  titleOf,
  warn,
} from './reading.ts'
import { readCategoryField, readUnitFields } from './row-fields.ts'
import { readPrices, readStocks, readTaxRate } from './row-numbers.ts'
import { readSaleWord } from './sale-status.ts'
import type { Row } from '#server/platform/tables/table.ts'

const maxNameLength = 250
/** A longer code is usually several codes in one cell. */
const typicalCodeLength = 50
/** Fits into an index entry with room to spare. */
const maxTextLength = 500
const shortTexts: readonly Field[] = [
  'brand',
  'model',
  'parent_code',
  'equivalent_code',
  'ozelkod',
  'ozelkod2',
  'ozelkod3',
  'ozelkod4',
  'ozelkod5',
  'meta_title',
]
const longTexts: readonly Field[] = ['meta_description', 'meta_keywords']

export type ReadRow = { row?: StagedRow; stocks: StagedStock[]; issues: Issue[] }

/** Reads one row by the plan of its file. A row with errors is rejected; one with warnings only is imported. */
export function readRow(plan: Plan, source: Row, tally: Tally): ReadRow {
  const reading = startReading(plan, source, tally)
  if (isDamaged(reading)) return finish(reading)
  readKey(reading)
  readTexts(reading)
  readCategoryField(reading)
  readPrices(reading)
  readTaxRate(reading)
  readUnitFields(reading)
  readStocks(reading)
  readExtras(reading)
  return finish(reading)
}

/** Reads a row of the units file: the key of the product, a unit, its multiplier, barcode and prices. */
export function readUnitRow(plan: Plan, source: Row, tally: Tally): ReadRow {
  const reading = startReading(plan, source, tally)
  if (isDamaged(reading)) return finish(reading)
  readKey(reading)
  reading.values.brand = lineOfField(reading, 'brand')
  readUnitFields(reading)
  if (reading.values.unit === undefined) fail(reading, 'unit_missing')
  readPrices(reading)
  return finish(reading)
}

function isDamaged(reading: Reading): boolean {
  const { problem } = reading.source
  if (problem) fail(reading, problem.code, problem.facts)
  return problem !== undefined
}

function finish({ failed, issues, stocks, values, key, source }: Reading): ReadRow {
  if (failed) return { issues, stocks: [] }
  return { row: { line: source.line, key_text: shorten(key), ...values }, stocks, issues }
}

/** The field to report if the key is missing; an external key is reported by its column. */
const keyField: Partial<Record<KeyKind, Field>> = { code: 'code', 'brand+code': 'code', name: 'name' }

/** Reads code, name and external key, and which of them is the key of the row. */
function readKey(reading: Reading): void {
  const { plan, source, values } = reading
  const code = lineOfField(reading, 'code')
  const name = lineOfField(reading, 'name')
  const external = plan.key.kind === 'external' ? lineOf(source.cells[plan.keyIndex]) : undefined
  const shortName = name && cutAtWord(name, maxNameLength)
  values.code = code
  values.name = shortName
  values.external_key = external || undefined
  const key = plan.key.kind === 'name' ? shortName : plan.key.kind === 'external' ? external : code
  const brand = plan.key.kind === 'brand+code' ? lineOfField(reading, 'brand') : undefined
  reading.key = brand && key ? `${brand} ${key}` : key || name || code || ''
  if (!key) fail(reading, 'key_missing', { column: keyField[plan.key.kind] ?? plan.key.column })
  if (name && shortName !== name) warn(reading, 'name_cut', { length: name.length, limit: maxNameLength })
  checkCode(reading, code)
  checkLength(reading, code, titleOf(reading, 'code'))
  checkLength(reading, external, plan.key.column)
}

function checkCode(reading: Reading, code: string | undefined): void {
  if (!code) return
  if (code.length > typicalCodeLength) warn(reading, 'code_long', { length: code.length })
  if (/^\d[.,]\d+E\+?\d+$/i.test(code)) warn(reading, 'code_damaged', { value: code })
}

function checkLength(reading: Reading, text: string | undefined, column: string): void {
  if (text && text.length > maxTextLength) {
    fail(reading, 'text_too_long', { column, length: text.length, limit: maxTextLength })
  }
}

function readTexts(reading: Reading): void {
  const { values } = reading
  for (const field of shortTexts) {
    const text = lineOfField(reading, field)
    checkLength(reading, text, titleOf(reading, field))
    values[field] = text
  }
  for (const field of longTexts) values[field] = lineOfField(reading, field)
  const seo = lineOfField(reading, 'seo')
  const name = typeof values.name === 'string' ? values.name : undefined
  values.seo = seo && slugify(seo)
  values.made_seo = slugify(name ?? reading.key)
  if (values.code === undefined) values.made_code = codeFrom(reading.key)
  const description = textOfField(reading, 'description')
  if (description === undefined) return
  const { html, removed } = readDescription(description)
  values.description = html || undefined
  if (removed) reading.tally.descriptionsCleaned += 1
}

/** Generates a code from the key of a product without one. The same key always gives the same code. */
function codeFrom(key: string): string {
  return `OTO-${createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase()}`
}

function readExtras(reading: Reading): void {
  const { plan, source, values, tally } = reading
  if (plan.images.length > 0) {
    const { names, addresses, refused } = readImages(plan.images.map((index) => textOf(source.cells[index])))
    tally.imagesRefused += refused
    // Without a usable name or address the product keeps its images.
    if (names.length > 0) values.images = names
    if (addresses.length > 0) values.addresses = addresses
  }
  if (plan.attributes.length > 0) {
    const pairs = plan.attributes.map(({ index, name }) => [name, lineOf(source.cells[index])] as const)
    values.attributes = pairs.filter(([, value]) => value !== '')
  }
  if (values.parent_code !== undefined) {
    values.variant_values = plan.dimensions.map(({ index }) => cutAtWord(lineOf(source.cells[index]), 100) || null)
  }
  readActive(reading)
}

function readActive(reading: Reading): void {
  const { plan, source, values, tally } = reading
  for (const column of plan.saleColumns) {
    const text = cellAt(reading, column.index)
    if (text === undefined) continue
    const isOnSale = readSaleWord(text, column)
    if (isOnSale === undefined)
      fail(reading, 'active_invalid', { column: titleOf(reading, column.index), value: shorten(text) })
    values.is_active = isOnSale !== false && values.is_active !== false
    if (isOnSale !== false || source.line < 0) continue
    const rule = `${titleOf(reading, column.index)} = ${shorten(text)}`
    tally.offSale.set(rule, (tally.offSale.get(rule) ?? 0) + 1)
  }
}
