import { createHash } from 'node:crypto'
import { valueAt } from '#domain/erp/map-record.ts'
import { decimal } from '#domain/money/decimal.ts'
import { ErpError, type Settings } from '#server/erp/adapters/adapter.ts'

/** A text, number or boolean as text; anything else is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The text of a record's field, without spaces around it. */
export const textAt = (record: unknown, path: string): string => textOf(valueAt(record, path)).trim()

/** Digits that a number of JSON keeps exactly. */
const exactDigits = 15

/** A figure for a field that takes a JSON number, with at most eight decimals. Undefined if there is none. */
export function exactNumber(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  try {
    const figure = decimal(typeof value === 'number' ? value : textOf(value)).toDecimalPlaces(8)
    const places = Math.max(0, exactDigits - String(figure.floor().abs()).replace('-', '').length)
    return Number(figure.toDecimalPlaces(places).toString())
  } catch {
    throw new ErpError('refused', `${field}: ${textOf(value)}`)
  }
}

/** The fields with figures as JSON numbers. */
export function withNumbers(
  fields: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    names.has(name) && typeof value !== 'boolean' ? (exactNumber(value, name) ?? null) : value,
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** Refuses a document whose mapping leaves out what the ERP needs. */
export function needFields(fields: Readonly<Record<string, unknown>>, names: readonly string[], place = ''): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '')
  if (missing.length > 0) throw new ErpError('refused', `${place}${missing.join(', ')}: missing`)
}

/**
 * Our number in `length` characters, always the same for the same number. Numbers like S2026000123 keep their digits; those
 * that do not fit become a digest.
 */
export function ownNumber(prefix: string, number: string, length: number, fill = true): string {
  const space = length - prefix.length
  const digits = /^[A-Z]?(\d+)$/.exec(number)?.[1]
  if (digits !== undefined && digits.length <= space) return prefix + (fill ? digits.padStart(space, '0') : digits)
  const digest = BigInt(`0x${createHash('sha256').update(number).digest('hex')}`)
    .toString(36)
    .toUpperCase()
  return prefix + digest.slice(-space)
}

/** Splits a free text into `parts` fields of `length` characters, at spaces. What does not fit ends with "…". */
export function splitNote(text: string, parts: number, length: number): string[] {
  const fields: string[] = []
  let rest = text.replaceAll(/\s+/g, ' ').trim()
  while (rest !== '' && fields.length < parts) {
    const space = rest.length > length ? rest.lastIndexOf(' ', length) : -1
    const end = rest.length <= length ? rest.length : space > 0 ? space : length
    fields.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  const last = fields.at(-1)
  if (rest !== '' && last !== undefined) fields[fields.length - 1] = `${last.slice(0, length - 1)}…`
  return fields
}

/** The value of a setting, or its standard. */
export function settingOf(settings: Settings, name: string, standard = ''): string {
  const value = settings[name]?.trim() ?? ''
  return value === '' ? standard : value
}

/** A whole number among the settings. Throws an `ErpError` for anything else. */
export function wholeSetting(settings: Settings, name: string, standard: number, max = 1_000_000): number {
  const text = settingOf(settings, name, String(standard))
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max) throw new ErpError('settings', `${name}: ${text}`)
  return value
}
