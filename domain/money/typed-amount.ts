import { decimal } from './money.ts'
import type { DecimalSign } from './number-text.ts'

/** How amounts are written: the decimal sign of the page's language, and how many decimals an amount may have. */
export type AmountNotation = { sign: DecimalSign; places: number }

export type TypedAmount =
  | { kind: 'empty' }
  /** `value`: exact, with a point. */
  | { kind: 'amount'; value: string }
  /** Three digits follow a sign that could group thousands or start the decimals: both readings, exact. */
  | { kind: 'unclear'; grouped: string; decimals: string }
  | { kind: 'invalid' }

/** Digits before and after the decimal sign, without group signs. `sign`: as typed; null without one. */
export type AmountParts = { whole: string; sign: DecimalSign | null; decimals: string; isUnclear: boolean }

/** Amounts on paper end before the trillions; the database stores as many digits. */
const maxWholeDigits = 12

export const groupSignOf = (sign: DecimalSign): DecimalSign => (sign === ',' ? '.' : ',')

const areGroups = (text: string, sign: DecimalSign): boolean =>
  text.split(sign).every((group, i) => (i === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group))

/**
 * Splits digits with group and decimal signs; null if they are no amount. A single sign before exactly three digits groups
 * thousands. That is unclear if it is the decimal sign of the notation, or if amounts may have three decimals.
 */
export function splitAmount(text: string, { sign, places }: AmountNotation): AmountParts | null {
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return null
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (at === -1) return { whole: text, sign: null, decimals: '', isUnclear: false }
  const last = text[at] === ',' ? ',' : '.'
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)]
  const whole = head.replaceAll(/[.,]/g, '')
  const grouped = { whole: whole + tail, sign: null, decimals: '', isUnclear: false }
  const parted = { whole: whole || '0', sign: last, decimals: tail, isUnclear: false } as const
  if (head.includes(last)) {
    if (!areGroups(head, last)) return null
    // What is left of 1.234,50 on a keyboard that has one of the two signs.
    return tail.length === 3 ? grouped : tail.length < 3 ? parted : null
  }
  if (head !== whole) return areGroups(head, groupSignOf(last)) ? parted : null
  if (tail.length !== 3 || !areGroups(head, last)) return parted
  return { ...grouped, isUnclear: last === sign || places >= 3 }
}

/** The text without what may surround an amount in lira: spaces, apostrophes, a currency symbol. */
export function bareAmount(text: string): string {
  return text
    .slice(0, 60)
    .replaceAll(/[\s'’₺]/g, '')
    .replaceAll(/^(TL|TRY)|(TL|TRY)$/gi, '')
}

export const isTooLong = ({ whole, decimals }: AmountParts, { places }: AmountNotation): boolean =>
  decimals.length > places || whole.length > maxWholeDigits

/**
 * Reads an amount in either notation. Nothing is guessed: what has two readings is unclear, and what has more decimals than
 * allowed is invalid.
 */
export function readTypedAmount(text: string, notation: AmountNotation): TypedAmount {
  const bare = bareAmount(text)
  if (bare === '') return { kind: 'empty' }
  const parts = splitAmount(bare, notation)
  if (parts === null || isTooLong(parts, notation)) return { kind: 'invalid' }
  if (!parts.isUnclear) return { kind: 'amount', value: exactAmount(parts.whole, parts.decimals) }
  return { kind: 'unclear', ...readingsOf(bare, notation) }
}

export const exactAmount = (whole: string, decimals: string): string => decimal(`${whole}.${decimals || '0'}`).toFixed()

/** The two readings of digits with one sign: as thousands, and as decimals cut to those allowed. */
export function readingsOf(text: string, { places }: AmountNotation): { grouped: string; decimals: string } {
  const [whole = '', tail = ''] = text.split(/[.,](?=\d*$)/).map((part) => part.replaceAll(/[.,]/g, ''))
  return { grouped: exactAmount(whole + tail, ''), decimals: exactAmount(whole, tail.slice(0, places)) }
}

/** Groups the thousands of a whole number; `sign` is the decimal sign. */
export const groupWhole = (whole: string, sign: DecimalSign): string =>
  whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, groupSignOf(sign))

/**
 * Writes an exact amount so that it has one reading: thousands grouped, with at least two decimals, and never with three.
 * `sign` is the decimal sign.
 */
export function writeAmount(value: string, sign: DecimalSign): string {
  const places = decimal(value).decimalPlaces()
  const [whole = '0', decimals = ''] = decimal(value)
    .toFixed(places <= 2 ? 2 : Math.max(4, places))
    .split('.')
  return `${groupWhole(whole, sign)}${sign}${decimals}`
}
