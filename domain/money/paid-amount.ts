import { decimal } from './money.ts'
import { readTypedAmount } from './typed-amount.ts'

/** The limit of bank messages: twelve digits, two of them kuruş. */
const largest = '9999999999.99'

export type PaidAmount = { ok: true; amount: string } | { ok: false; code: 'amount_missing' | 'amount_invalid' }

/**
 * Parses the amount of a direct payment, 1.234,56 or 1,234.56: TL with two decimals, or the reason why it is invalid. An
 * amount with two readings, such as 10,555, is invalid: the field asks which one is meant. Only positive amounts can be paid;
 * empty and 0 count as missing (checkout, sections 2 and 5).
 */
export function readPaidAmount(text: string | null): PaidAmount {
  if (text === null || text.trim() === '') return { ok: false, code: 'amount_missing' }
  const read = readTypedAmount(text, { sign: ',', places: 2 })
  if (read.kind !== 'amount' || decimal(read.value).greaterThan(largest)) return { ok: false, code: 'amount_invalid' }
  const amount = decimal(read.value)
  return amount.isZero() ? { ok: false, code: 'amount_missing' } : { ok: true, amount: amount.toFixed(2) }
}

const linkShape = /^(\d{0,10})(?:[.,](\d{0,2}))?$/

/**
 * Parses the amount of a payment link: digits with up to two decimals and nothing else (checkout, section 5). A
 * thousands separator could be misread as a decimal separator, and there is no confirmation step. Returns TL with two
 * decimals; null if it is invalid or 0.
 */
export function readLinkAmount(typed: number | string): string | null {
  const [, whole = '', decimals = ''] = linkShape.exec(String(typed).trim()) ?? []
  if (whole === '') return null
  const amount = decimal(decimals === '' ? whole : `${whole}.${decimals}`)
  return amount.greaterThan(0) ? amount.toFixed(2) : null
}
