import { formatNumber } from '#domain/text/format.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { parseNumber } from '#domain/money/number-text.ts'

/**
 * A figure with up to `places` decimals as people type it; null where it is none, is negative, or has more. A comma is the
 * decimal sign, and so is a point that cannot group thousands: 12,3456 and 12.3456 are one, 1.234 is a thousand and more.
 */
export function readFigure(text: string, places: number): Decimal | null {
  const read = parseNumber(text, ',')
  if (!read.ok || read.currency !== undefined || read.value.startsWith('-')) return null
  const value = decimal(read.value)
  return value.decimalPlaces() > places ? null : value
}

/** A price of one unit (catalogue, section 3) as typed: at most 4 decimals, as amounts are stored. */
export const readPrice = (text: string): Decimal | null => readFigure(text, 4)

/** A price as its field shows it: 12,50 or 1.234,5678. `readPrice` reads it back. */
export function priceText(value: Decimal | number | string): string {
  const amount = decimal(value)
  return formatNumber(amount, Math.min(4, Math.max(2, amount.decimalPlaces())))
}
