import { type Decimal, decimal } from './money.ts'
import { parseNumber } from './number-text.ts'

/** Why a rate is rejected. `jump`: at least ten times the current rate, or at most a tenth of it. */
export type RateProblem = 'not_positive' | 'out_of_range' | 'jump'

/** Decimal places of a stored rate. */
const decimals = 8
const highest = 1_000_000
const jump = 10

/**
 * Parses a rate: 41.25 or 41,25, with thousands 1.234,56; null if it is not a number. A single separator is the decimal
 * separator.
 */
export function readRate(text: string): Decimal | null {
  const trimmed = text.trim()
  if (/^-?\d{1,12}([.,]\d{1,12})?$/.test(trimmed)) return decimal(trimmed.replace(',', '.'))
  const grouped = /^-?\d{1,3}([.,]\d{3})+[.,]\d{1,12}$/.test(trimmed) ? parseNumber(trimmed, undefined) : null
  return grouped?.ok ? decimal(grouped.value) : null
}

/** TRY for one unit of a currency quoted for several units (100 yen), rounded to 8 decimals. */
export function ratePerUnit(quoted: Decimal, units: number): Decimal {
  return quoted.dividedBy(units).toDecimalPlaces(decimals)
}

/**
 * Checks a new rate (TRY for one unit) against the current one (null = none yet). Returns null if the rate is
 * acceptable.
 */
export function checkRate(rate: Decimal, inForce: Decimal | number | string | null): RateProblem | null {
  if (!rate.greaterThan(0)) return 'not_positive'
  if (rate.toDecimalPlaces(decimals).isZero() || rate.greaterThan(highest)) return 'out_of_range'
  if (inForce === null || !decimal(inForce).greaterThan(0)) return null
  const ratio = rate.dividedBy(inForce)
  return ratio.greaterThanOrEqualTo(jump) || ratio.lessThanOrEqualTo(decimal(1).dividedBy(jump)) ? 'jump' : null
}
