import { formFormats } from '#domain/text/format.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { parseNumber } from '#domain/money/number-text.ts'

/**
 * Parses a typed number with up to `places` decimals; null if it is invalid, negative or has more decimals. A comma is
 * the decimal separator, and so is a point that cannot group thousands: 12,3456 and 12.3456 are equal, 1.234 is more
 * than a thousand.
 */
export function readFigure(text: string, places: number): Decimal | null {
  const read = parseNumber(text, ',')
  if (!read.ok || read.currency !== undefined || read.value.startsWith('-')) return null
  const value = decimal(read.value)
  return value.decimalPlaces() > places ? null : value
}

/** The largest price that the database holds, in whole units of its currency: the integer part of numeric(18, 4). */
export const maxPrice = 99_999_999_999_999

/** Parses the price of one unit (catalogue, section 3): at most 4 decimals, like stored amounts. */
export const readPrice = (text: string): Decimal | null => readFigure(text, 4)

/** Formats a price for its input field: 12,50 or 1.234,5678. `readPrice` reads it back. */
export function priceText(value: Decimal | number | string): string {
  const amount = decimal(value)
  return formFormats.formatNumber(amount, Math.min(4, Math.max(2, amount.decimalPlaces())))
}
