import { type Decimal, decimal, lira } from './money.ts'
import { parseNumber } from './number-text.ts'

/**
 * An amount in TL as people write it: 1.234,56 and 1,234.56 alike, with or without a mark of TL; null where it is none, one in
 * another currency included (checkout, section 5: total parsing handles both thousand and decimal separators). A single separator with exactly
 * three digits behind it groups thousands, since money has two decimals: ₺1.234 is 1234. After a zero it does not: 0,125.
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
