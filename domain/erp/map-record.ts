import { type Decimal, decimal } from '#domain/money/decimal.ts'
import type { Conversion, Expression, Fields, Mapping, MappingProblem } from './mapping.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonRecord = Readonly<Record<string, unknown>>

class Problem extends Error {
  readonly problem: MappingProblem
  constructor(problem: MappingProblem) {
    super(problem.code)
    this.problem = problem
  }
}

export type Mapped =
  | { state: 'row'; row: Record<string, Json> }
  /** The mapping leaves this record out. */
  | { state: 'skipped' }
  /** `row` has the fields before the problem. */
  | { state: 'problem'; problem: MappingProblem; row: Record<string, Json> }

/** The fields of a record by a part of a mapping, which is at `place`. Fields whose value is missing are left out. */
export function mapRecord(
  mapping: Mapping,
  { fields, skip, place }: { fields: Fields; skip?: Expression | undefined; place: string },
  record: JsonRecord,
): Mapped {
  const row: Record<string, Json> = {}
  const at = (name: string): Scope => ({ mapping, record, place: `${place}.${name}`, using: [] })
  try {
    if (skip !== undefined && isTrue(evaluate(at('skip'), skip))) return { state: 'skipped' }
    for (const [name, expression] of Object.entries(fields)) {
      const value = evaluate(at(`fields.${name}`), expression)
      if (value !== undefined) row[name] = (isCalculated(mapping, expression) ? shortened(value) : value) as Json
    }
    return { state: 'row', row }
  } catch (error) {
    if (error instanceof Problem) return { state: 'problem', problem: error.problem, row }
    throw error
  }
}

/** Decimal places of a calculated field: no row takes more. Within a calculation nothing is rounded. */
const maxPlaces = 8

const shortened = (value: unknown): unknown => (typeof value === 'string' ? rounded(decimal(value), maxPlaces) : value)

function isCalculated(mapping: Mapping, expression: Expression | undefined): boolean {
  if (expression === undefined || typeof expression === 'string' || expression.convert === 'text') return false
  if ('use' in expression) return isCalculated(mapping, mapping.values?.[expression.use])
  return 'divide' in expression || 'multiply' in expression
}

const rounded = (number: Decimal, places: number) => number.toDecimalPlaces(places).toString()

const isTrue = (value: unknown) => value === true || value === 1 || value === '1'

type Scope = { mapping: Mapping; record: JsonRecord; place: string; using: readonly string[] }

/** `undefined` for a missing value; `null` only where the mapping says so. */
function evaluate(scope: Scope, expression: Expression): unknown {
  if (typeof expression === 'string') return present(valueAt(scope.record, expression))
  const found = afterTable(scope, expression, source(scope, expression))
  const converted = found === undefined || found === null ? found : convert(scope, expression.convert, found)
  if (converted === undefined || converted === '') return expression.otherwise
  const { maxLength, places } = expression
  if (places !== undefined && converted !== null) return rounded(numberOf(scope, converted), places)
  if (maxLength !== undefined && typeof converted === 'string' && converted.length > maxLength) {
    throw problem(scope, 'too_long', converted)
  }
  return converted
}

function source(scope: Scope, expression: Exclude<Expression, string>): unknown {
  if ('path' in expression) return present(valueAt(scope.record, expression.path))
  if ('value' in expression) return expression.value
  if ('use' in expression) return usedValue(scope, expression.use)
  if ('first' in expression) {
    for (const each of expression.first) {
      const value = evaluate(scope, each)
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }
  if ('join' in expression) {
    const texts = expression.join.map((each) => evaluate(scope, each)).filter((value) => value !== undefined)
    return present(texts.map(textOf).join(expression.with ?? ' '))
  }
  return calculated(scope, expression)
}

function usedValue(scope: Scope, name: string): unknown {
  const expression = scope.mapping.values?.[name]
  if (expression === undefined) throw problem(scope, 'value_unknown', name)
  if (scope.using.includes(name)) throw problem(scope, 'value_cycle', [...scope.using, name].join(' > '))
  return evaluate({ ...scope, using: [...scope.using, name] }, expression)
}

type Calculation = Extract<
  Exclude<Expression, string>,
  { add: unknown } | { subtract: unknown } | { multiply: unknown } | { divide: unknown }
>

/** Undefined if a part is missing. */
function calculated(scope: Scope, expression: Calculation): string | undefined {
  const [name, parts] = operation(expression)
  const [left, right] = parts.map((part) => evaluate(scope, part))
  if (left === undefined || right === undefined || left === null || right === null) return undefined
  const [a, b] = [numberOf(scope, left), numberOf(scope, right)]
  if (name === 'add') return a.plus(b).toString()
  if (name === 'subtract') return a.minus(b).toString()
  if (name === 'multiply') return a.times(b).toString()
  if (b.isZero()) throw problem(scope, 'division_by_zero', textOf(left))
  return a.dividedBy(b).toString()
}

function operation(expression: Calculation) {
  if ('add' in expression) return ['add', expression.add] as const
  if ('subtract' in expression) return ['subtract', expression.subtract] as const
  if ('multiply' in expression) return ['multiply', expression.multiply] as const
  return ['divide', expression.divide] as const
}

function afterTable(
  scope: Scope,
  { table, otherwise }: { table?: string; otherwise?: unknown },
  value: unknown,
): unknown {
  if (table === undefined || value === undefined || value === null) return value
  const entries = scope.mapping.tables?.[table]
  if (entries === undefined) throw problem(scope, 'table_unknown', table)
  const key = textOf(value).trim()
  const entry = Object.hasOwn(entries, key) ? entries[key] : entries['*']
  if (entry === undefined && otherwise === undefined) throw problem(scope, 'entry_missing', key)
  return entry
}

function convert(scope: Scope, conversion: Conversion | undefined, value: unknown): unknown {
  if (conversion === undefined) return value
  if (conversion === 'text') return textOf(value).trim().normalize('NFC')
  if (conversion === 'number') return numberOf(scope, value).toString()
  if (conversion === 'turkishNumber') return numberOf(scope, turkishDigits(textOf(value))).toString()
  if (conversion === 'integer') return integerOf(scope, value)
  if (conversion === 'boolean') return booleanOf(scope, value)
  if (conversion === 'not') return !booleanOf(scope, value)
  return dateOf(scope, conversion, value)
}

const turkishDigits = (text: string) => (text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text)

function numberOf(scope: Scope, value: unknown): Decimal {
  try {
    return decimal(typeof value === 'number' ? value : textOf(value).trim())
  } catch {
    throw problem(scope, 'not_number', textOf(value))
  }
}

function integerOf(scope: Scope, value: unknown): number {
  const number = Number(numberOf(scope, value).toString())
  if (!Number.isSafeInteger(number)) throw problem(scope, 'not_number', textOf(value))
  return number
}

const yes = new Set(['1', 'true', 'e', 'y', 'evet', 'yes'])
const no = new Set(['0', 'false', 'h', 'n', 'hayır', 'no', ''])

function booleanOf(scope: Scope, value: unknown): boolean {
  const text = textOf(value).trim().toLowerCase()
  if (yes.has(text)) return true
  if (no.has(text)) return false
  throw problem(scope, 'not_boolean', textOf(value))
}

const emptyDates = new Set(['1899-12-30', '1900-01-01', '0001-01-01'])

/** Moments with a zone are those of the clock in Turkey; dates without one stay as they are. */
function dateOf(scope: Scope, conversion: 'date' | 'turkishDate' | 'localTime', value: unknown): string | null {
  const text = textOf(value).trim()
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${pad(month)}-${pad(day)}${text.slice(text.indexOf(year) + 4)}`
  const local = /(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? turkishClock(new Date(iso)) : iso.replace('T', ' ')
  const [, date = '', time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d).*)?$/.exec(local ?? '') ?? []
  if (!isDate(date)) throw problem(scope, 'not_date', text)
  if (emptyDates.has(date)) return null
  if (conversion === 'date') return date
  if (conversion === 'localTime') return `${date} ${time}`
  return date.split('-').toReversed().join('.')
}

const pad = (digits: string | undefined) => (digits ?? '').padStart(2, '0')

/** Turkey has had the same clock all year round since 2016: three hours ahead of UTC. */
function turkishClock(moment: Date): string | null {
  if (Number.isNaN(moment.getTime())) return null
  return new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Whether yyyy-mm-dd is in the calendar: 31 February is not. */
function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return /^\d{4}-\d\d-\d\d$/.test(text) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The value at a path, by the exact names or else without regard to upper and lower case (ASCII). */
export function valueAt(record: unknown, path: string): unknown {
  let value: unknown = record
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined
    value = Object.hasOwn(value, name) ? (value as JsonRecord)[name] : byLetters(value as JsonRecord, name)
  }
  return value
}

function byLetters(record: JsonRecord, name: string): unknown {
  const wanted = name.toLowerCase()
  const found = Object.keys(record).find((key) => key.toLowerCase() === wanted)
  return found === undefined ? undefined : record[found]
}

/** ERPs send empty texts for what is missing. */
const present = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const problem = ({ place }: Scope, code: MappingProblem['code'], about: string) =>
  new Problem({ place, code, about: about.slice(0, 200) })
