import { lineOf, textOf } from '#server/platform/tables/cell-text.ts'
import type { ErrorIssue, Facts, Issue, WarningIssue } from './codes.ts'
import type { Field } from './fields.ts'
import { parseNumber } from '#domain/money/number-text.ts'
import { type DefaultField, defaultFields, type Plan } from './plan.ts'
import type { Row } from '#server/platform/tables/table.ts'

/** The columns of the staging table; missing ones are NULL. */
export type StagedRow = Record<string, unknown>
export type StagedStock = { line: number; warehouse: string; quantity: string }

/** Counts over a whole file, reported once. */
export type Tally = {
  imagesRefused: number
  descriptionsCleaned: number
  currencyAssumed: number
  basisAssumed: number
  /** Words of stock columns with the figures that they became. */
  stockWords: Map<string, string>
  /** Rows by their tax rate in percent. */
  taxRates: Map<string, number>
  /** Rows off sale by the value that says so. */
  offSale: Map<string, number>
}

/** A row while it is read. */
export type Reading = {
  plan: Plan
  source: Row
  key: string
  values: StagedRow
  stocks: StagedStock[]
  issues: Issue[]
  failed: boolean
  tally: Tally
}

export function startReading(plan: Plan, source: Row, tally: Tally): Reading {
  return { plan, source, key: '', values: {}, stocks: [], issues: [], failed: false, tally }
}

/** Reports an error: the row is rejected. */
export function fail(reading: Reading, code: ErrorIssue, facts: Facts = {}): void {
  reading.failed = true
  reading.issues.push({ line: reading.source.line, key: reading.key, level: 'error', code, facts })
}

/** Reports a warning: the row is still imported. */
export function warn(reading: Reading, code: WarningIssue, facts: Facts = {}): void {
  reading.issues.push({ line: reading.source.line, key: reading.key, level: 'warning', code, facts })
}

/** Returns the text of a field on one line; undefined if the cell is empty and the user gave no default. */
export function lineOfField(reading: Reading, field: Field): string | undefined {
  const { plan, source } = reading
  const index = plan.fields.get(field)
  const text = index === undefined ? '' : lineOf(source.cells[index])
  return text === '' ? (isDefaultField(field) ? plan.defaults[field] : undefined) : text
}

export function textOfField(reading: Reading, field: Field): string | undefined {
  const index = reading.plan.fields.get(field)
  return (index === undefined ? '' : textOf(reading.source.cells[index])) || undefined
}

export type Amount = { value: string; currency?: string }

/** Returns the file's own name of a column. */
export function titleOf(reading: Reading, at: number | Field | undefined): string {
  const index = typeof at === 'string' ? reading.plan.fields.get(at) : at
  return reading.plan.titles[index ?? -1] ?? (typeof at === 'string' ? at : '')
}

/** Reads a number without a currency. An invalid one is reported and returns undefined, like an empty cell. */
export function numberAt(reading: Reading, index: number | undefined): string | undefined {
  const amount = amountAt(reading, index)
  if (amount?.currency === undefined) return amount?.value
  fail(reading, 'number_invalid', { column: titleOf(reading, index), value: shorten(cellAt(reading, index) ?? '') })
  return undefined
}

/** Returns the text of a cell on one line; undefined if it is empty. */
export function cellAt(reading: Reading, index: number | undefined): string | undefined {
  return (index === undefined ? '' : lineOf(reading.source.cells[index])) || undefined
}

/** Reads an amount, with its currency if the cell has a currency sign. */
function amountAt(reading: Reading, index: number | undefined): Amount | undefined {
  const text = cellAt(reading, index)
  return index === undefined || text === undefined ? undefined : amountOf(reading, index, text)
}

/** Like `amountAt`, for the part `text` of the cell. */
export function amountOf(reading: Reading, index: number, text: string): Amount | undefined {
  const { signs, exactSigns } = reading.plan
  const isNumber = typeof reading.source.cells[index] === 'number'
  const exact = isNumber ? undefined : exactSigns.get(index)
  const number = parseNumber(text, isNumber ? '.' : (exact ?? signs.get(index)), { isExact: exact !== undefined })
  if (number.ok) return number
  fail(reading, number.reason, { column: titleOf(reading, index), value: shorten(text) })
  return undefined
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function isDefaultField(field: Field): field is Field & DefaultField {
  return defaultFields.some((each) => each === field)
}
