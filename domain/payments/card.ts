import type { Day } from '#domain/text/calendar-day.ts'
import { hasCardData } from './card-text.ts'
import { passesLuhn } from './luhn.ts'

export const cardBrands = ['VISA', 'MASTERCARD', 'TROY', 'AMEX', 'OTHER'] as const
export type CardBrand = (typeof cardBrands)[number]

/** The digits of a card number, without spaces, dashes or other characters that were typed or pasted. */
export function cardDigits(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** The brand, by the first digits. */
export function cardBrand(digits: string): CardBrand {
  if (/^3[47]/.test(digits)) return 'AMEX'
  if (/^(9792|65)/.test(digits)) return 'TROY'
  if (digits.startsWith('4')) return 'VISA'
  const four = Number(digits.slice(0, 4).padEnd(4, '0'))
  return /^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720) ? 'MASTERCARD' : 'OTHER'
}

const isAmex = (digits: string) => cardBrand(digits) === 'AMEX'

/** The number of digits: 16, American Express 15 (checkout, section 9; decisions, "Payments"). */
export function cardLength(digits: string): number {
  return isAmex(digits) ? 15 : 16
}

/** The number of digits of the security code: 3, American Express 4. */
export function cvcLength(digits: string): number {
  return isAmex(digits) ? 4 : 3
}

/** The sizes of the digit groups when the number is shown. */
export function cardGroups(digits: string): readonly number[] {
  return isAmex(digits) ? [4, 6, 5] : [4, 4, 4, 4]
}

/** The number as shown while it is typed: 4355 0843 5508 4358. Excess digits are cut off. */
export function groupCardNumber(typed: string): string {
  const digits = cardDigits(typed)
  const groups: string[] = []
  let from = 0
  for (const size of cardGroups(digits)) {
    groups.push(digits.slice(from, from + size))
    from += size
  }
  return groups.filter((group) => group !== '').join(' ')
}

/** The expiry as shown while it is typed: MM/YY. 3 becomes 03, and a four-digit year loses its century. */
export function groupExpiry(typed: string): string {
  const digits = cardDigits(typed)
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2).replace(/^20(?=\d\d)/, '')
  return padded.length <= 2 ? padded : `${padded.slice(0, 2)}/${year.slice(0, 2)}`
}

/** The only part of a card number that is shown and stored: first six and last four digits. */
export function maskedCardNumber(first6: string, last4: string): string {
  const hidden = '*'.repeat(cardLength(first6) - 10)
  return groupMasked(`${first6}${hidden}${last4}`)
}

function groupMasked(text: string): string {
  const [first = 4, second = 4, third = 4] = cardGroups(text)
  const ends = [first, first + second, first + second + third]
  return [text.slice(0, ends[0]), text.slice(ends[0], ends[1]), text.slice(ends[1], ends[2]), text.slice(ends[2])]
    .filter((group) => group !== '')
    .join(' ')
}

export function isCardNumber(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length === cardLength(digits) && passesLuhn(digits)
}

export type Expiry = { month: string; year: string }

/** Parses MM/YY; null if the month is invalid. `year` has two digits. */
export function parseExpiry(text: string): Expiry | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? []
  return month === undefined || year === undefined ? null : { month, year }
}

/** Whether a month and a year are typed, of whatever value. */
const isComplete = (expiry: string): boolean => /^\s*\d{2}\s*\/\s*(?:20)?\d{2}\s*$/.test(expiry)

/** A card is valid until the end of its month; `today` is the day in Turkey. */
export function isExpired({ month, year }: Expiry, today: Day): boolean {
  return `20${year}-${month}` < today.slice(0, 7)
}

export type TypedCard = { number: string; expiry: string; cvc: string; holder: string }

export type CardProblem =
  | 'card_number_invalid'
  | 'card_number_wrong'
  | 'card_expiry_invalid'
  | 'card_month_wrong'
  | 'card_expired'
  | 'card_cvc_invalid'
  | 'card_holder_missing'
  | 'card_holder_number'
  | 'amount_missing'

/**
 * The first problem of a card form, in the order of the specification (checkout, section 5), or null. A mistyped number
 * and an expired card are distinguished from fields that are not filled in. `amount` is the amount to pay, in lira;
 * `today` the day in Turkey.
 */
export function checkCard(card: TypedCard, amount: number | string | null, today: Day): CardProblem | null {
  const digits = cardDigits(card.number)
  if (digits.length !== cardLength(digits)) return 'card_number_invalid'
  if (!passesLuhn(digits)) return 'card_number_wrong'
  const expiry = parseExpiry(card.expiry)
  if (expiry === null) return isComplete(card.expiry) ? 'card_month_wrong' : 'card_expiry_invalid'
  if (isExpired(expiry, today)) return 'card_expired'
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== cvcLength(digits)) return 'card_cvc_invalid'
  if (card.holder.trim() === '') return 'card_holder_missing'
  if (holdsCardData(card)) return 'card_holder_number'
  return isNothing(amount) ? 'amount_missing' : null
}

/** Whether the name contains a card number, a long number, or the card's own security code. */
function holdsCardData({ holder, cvc }: TypedCard): boolean {
  const numbers: string[] = holder.match(/\d+/g) ?? []
  return hasCardData(holder) || numbers.join('').length >= 8 || numbers.includes(cvc)
}

function isNothing(amount: number | string | null): boolean {
  return amount === null || /^[\s0.,]*$/.test(String(amount))
}
