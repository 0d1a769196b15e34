import { type Decimal, decimal, lira } from './money.ts'
import { parseNumber } from './number-text.ts'

/**
 * Parses an amount in TL. Accepts 1.234,56 and 1,234.56, with or without a TL symbol; null for anything else, amounts
 * in other currencies included (checkout, section 5: total parsing handles both thousand and decimal separators). A
 * single separator followed by exactly three digits groups thousands, because money has two decimals: ₺1.234 is 1234.
 * After a zero it is a decimal separator: 0,125.
 */
export function parseAmount(text: string): Decimal | null {
  const isNegative = /^\s*[-−]/.test(text)
  const bare = isNegative ? text.replace('−', '-').replace('-', '') : text
  const asWritten = parseNumber(bare, undefined)
  const isGrouped = !asWritten.ok && asWritten.reason === 'number_unclear'
  const number = isGrouped ? parseNumber(bare, bare.includes(',') ? '.' : ',') : asWritten
  if (!number.ok || number.value.startsWith('-') || (number.currency ?? lira) !== lira) return null
  return isNegative ? decimal(number.value).negated() : decimal(number.value)
}
