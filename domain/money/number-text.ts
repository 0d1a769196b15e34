import { decimal } from './money.ts'

export type DecimalSign = ',' | '.'

/**
 * How the values of a column write decimals; `unclear` counts values such as 1.234 that can be read both ways. `examples`
 * has the first value of each notation.
 */
export type NumberEvidence = { comma: number; point: number; unclear: number; example: string; examples: string[] }

export type ParsedNumber =
  | { ok: true; value: string; currency?: string }
  | { ok: false; reason: 'number_invalid' | 'number_unclear' }

type Shape = 'plain' | 'comma' | 'point' | 'unclear' | 'invalid'

const CURRENCY_MARKS: Record<string, string> = {
  '₺': 'TRY',
  TL: 'TRY',
  TRY: 'TRY',
  YTL: 'TRY',
  $: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  EURO: 'EUR',
  AVRO: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
}
const MARK = /^([₺$€£]|[A-Za-z]{2,4})\s*|\s*([₺$€£]|[A-Za-z]{2,4})$/

/** ISO code for a currency name or symbol; unknown words are returned in capitals. */
export function readCurrency(text: string): string {
  const word = text.trim().toUpperCase().replace('İ', 'I')
  return CURRENCY_MARKS[word] ?? word
}

export function noEvidence(): NumberEvidence {
  return { comma: 0, point: 0, unclear: 0, example: '', examples: [] }
}

export function observeNumber(evidence: NumberEvidence, text: string): void {
  const shape = shapeOf(strip(text).digits)
  if (shape === 'comma' || shape === 'point') {
    if (evidence[shape] === 0) evidence.examples.push(text.trim())
    evidence[shape] += 1
  }
  if (shape !== 'unclear') return
  evidence.unclear += 1
  evidence.example ||= text.trim()
}

/**
 * The decimal separator that all values of a column agree on; undefined if there is no evidence or it contradicts
 * itself.
 */
export function decimalSignOf(evidence: NumberEvidence): DecimalSign | undefined {
  if (evidence.comma > 0 === evidence.point > 0) return undefined
  return evidence.comma > 0 ? ',' : '.'
}

/**
 * Parses a number such as 1.234,56, 1,234.56 or 1234,5, with or without a currency symbol. Ambiguous values (1.234)
 * take the column's decimal separator and are rejected if it is unknown. With `isExact`, values that contradict `sign`
 * are rejected too.
 */
export function parseNumber(
  text: string,
  sign: DecimalSign | undefined,
  { isExact = false }: { isExact?: boolean } = {},
): ParsedNumber {
  const { digits, currency } = strip(text)
  const shape = shapeOf(digits)
  if (shape === 'invalid') return { ok: false, reason: 'number_invalid' }
  const contradicts =
    isExact && (shape === 'comma' || shape === 'point') && shape !== (sign === ',' ? 'comma' : 'point')
  if (contradicts) return { ok: false, reason: 'number_unclear' }
  const decimalSign = shape === 'comma' ? ',' : shape === 'point' ? '.' : sign
  if (shape === 'unclear' && decimalSign === undefined) return { ok: false, reason: 'number_unclear' }
  const value = decimalSign === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return { ok: true, value: decimal(value).toFixed(), ...(currency && { currency }) }
}

const LONGEST = 60

/** Removes spaces, apostrophes, percent signs and currency symbols. */
function strip(text: string): { digits: string; currency?: string } {
  if (text.length > LONGEST) return { digits: '' }
  let digits = text
    .replaceAll("'", '')
    .replaceAll('’', '')
    .trim()
    .replace(/^%\s*|\s*%$/g, '')
  const mark = MARK.exec(digits)
  const word = (mark?.[1] ?? mark?.[2])?.toUpperCase()
  const currency = word && CURRENCY_MARKS[word]
  if (mark && currency) digits = digits.replace(MARK, '')
  digits = digits.replace(/\s/g, '').replace(/^\+/, '').replace('−', '-')
  return { digits, ...(currency && { currency }) }
}

function shapeOf(digits: string): Shape {
  const body = digits.replace(/^-/, '')
  if (/^\d+$/.test(body)) return 'plain'
  if (!/^[\d.,]*\d[\d.,]*$/.test(body)) return 'invalid'
  const last = body[Math.max(body.lastIndexOf(','), body.lastIndexOf('.'))] as DecimalSign
  const other = last === ',' ? '.' : ','
  const [whole = '', ...rest] = body.split(last)
  if (body.includes(other)) {
    if (rest.length > 1 || !isGrouped(whole, other)) return 'invalid'
    return last === ',' ? 'comma' : 'point'
  }
  if (rest.length > 1) return isGrouped(body, last) ? (last === ',' ? 'point' : 'comma') : 'invalid'
  const couldBeGrouped = rest[0]?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (couldBeGrouped) return 'unclear'
  return last === ',' ? 'comma' : 'point'
}

function isGrouped(whole: string, sign: DecimalSign): boolean {
  const [first = '', ...groups] = whole.split(sign)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}
