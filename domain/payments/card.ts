import type { Day } from '#domain/text/calendar-day.ts'

export const cardBrands = ['VISA', 'MASTERCARD', 'TROY', 'AMEX', 'OTHER'] as const
export type CardBrand = (typeof cardBrands)[number]

/** The digits of a card number as people type or paste it: without spaces, dashes and anything else. */
export function cardDigits(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** The brand, by the beginning of the number. */
export function cardBrand(digits: string): CardBrand {
  if (/^3[47]/.test(digits)) return 'AMEX'
  if (/^(9792|65)/.test(digits)) return 'TROY'
  if (digits.startsWith('4')) return 'VISA'
  const four = Number(digits.slice(0, 4).padEnd(4, '0'))
  return /^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720) ? 'MASTERCARD' : 'OTHER'
}

const isAmex = (digits: string) => cardBrand(digits) === 'AMEX'

/** How many digits the number has: 16, American Express 15 (checkout, section 9; decisions, "Payments"). */
export function cardLength(digits: string): number {
  return isAmex(digits) ? 15 : 16
}

/** How many digits its security code has: 3, American Express 4. */
export function cvcLength(digits: string): number {
  return isAmex(digits) ? 4 : 3
}

/** How many digits stand together when the number is shown. */
export function cardGroups(digits: string): readonly number[] {
  return isAmex(digits) ? [4, 6, 5] : [4, 4, 4, 4]
}

/** The number as it is shown while it is typed: 4355 0843 5508 4358. What is beyond its length is cut off. */
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

/** Expiry as it is shown while it is typed: MM/YY. 3 becomes 03, and a year of four digits loses its century. */
export function groupExpiry(typed: string): string {
  const digits = cardDigits(typed)
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2).replace(/^20(?=\d\d)/, '')
  return padded.length <= 2 ? padded : `${padded.slice(0, 2)}/${year.slice(0, 2)}`
}

/** Of a card number nothing but this is shown and kept: first six and last four digits. */
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

/** Whether the last digit fits the others (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, isSecond = false; index >= 0; index -= 1, isSecond = !isSecond) {
    const doubled = Number(digits[index]) * (isSecond ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits !== '' && sum % 10 === 0
}

export function isCardNumber(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length === cardLength(digits) && passesLuhn(digits)
}

export type Expiry = { month: string; year: string }

/** MM/YY as it stands on the card, or null where that is no month. `year` has two digits. */
export function parseExpiry(text: string): Expiry | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? []
  return month === undefined || year === undefined ? null : { month, year }
}

/** A card is good until the end of its month; `today` is the day in Turkey. */
export function isExpired({ month, year }: Expiry, today: Day): boolean {
  return `20${year}-${month}` < today.slice(0, 7)
}

export type TypedCard = { number: string; expiry: string; cvc: string; holder: string }

export type CardProblem =
  | 'card_number_invalid'
  | 'card_number_wrong'
  | 'card_expiry_invalid'
  | 'card_expired'
  | 'card_cvc_invalid'
  | 'card_holder_missing'
  | 'amount_missing'

/**
 * The first thing that is wrong with a card form, in the order of the specification (checkout, section 5), or null. A whole
 * number with a slip of the finger in it and a card that is out of date are told apart from what is not filled in.
 * `amount` is what is to be paid, in lira; `today` the day in Turkey.
 */
export function checkCard(card: TypedCard, amount: number | string | null, today: Day): CardProblem | null {
  const digits = cardDigits(card.number)
  if (digits.length !== cardLength(digits)) return 'card_number_invalid'
  if (!passesLuhn(digits)) return 'card_number_wrong'
  const expiry = parseExpiry(card.expiry)
  if (expiry === null) return 'card_expiry_invalid'
  if (isExpired(expiry, today)) return 'card_expired'
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== cvcLength(digits)) return 'card_cvc_invalid'
  if (card.holder.trim() === '') return 'card_holder_missing'
  return isNothing(amount) ? 'amount_missing' : null
}

function isNothing(amount: number | string | null): boolean {
  return amount === null || /^[\s0.,]*$/.test(String(amount))
}
