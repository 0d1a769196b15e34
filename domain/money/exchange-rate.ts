import { type Decimal, decimal } from './money.ts'
import { parseNumber } from './number-text.ts'

/** Why a rate is not taken over: `jump` = ten times the one in force or more, or a tenth of it or less. */
export type RateProblem = 'not_positive' | 'out_of_range' | 'jump'

/** Decimals that are kept of a rate. */
const decimals = 8
const highest = 1_000_000
const jump = 10

/** A rate as people write it, 41.25 or 41,25, and with thousands 1.234,56; null where it is no number. One separator alone is the decimal one. */
export function readRate(text: string): Decimal | null {
  const trimmed = text.trim()
  if (/^-?\d{1,12}([.,]\d{1,12})?$/.test(trimmed)) return decimal(trimmed.replace(',', '.'))
  const grouped = /^-?\d{1,3}([.,]\d{3})+[.,]\d{1,12}$/.test(trimmed) ? parseNumber(trimmed, undefined) : null
  return grouped?.ok ? decimal(grouped.value) : null
}

/** TRY for one unit of a currency that is quoted for several (100 yen), rounded to 8 decimals. */
export function ratePerUnit(quoted: Decimal, units: number): Decimal {
  return quoted.dividedBy(units).toDecimalPlaces(decimals)
}

/** What is wrong with TRY for one unit, beside the rate in force (null = none yet); null = nothing. */
export function checkRate(rate: Decimal, inForce: Decimal | number | string | null): RateProblem | null {
  if (!rate.greaterThan(0)) return 'not_positive'
  if (rate.toDecimalPlaces(decimals).isZero() || rate.greaterThan(highest)) return 'out_of_range'
  if (inForce === null || !decimal(inForce).greaterThan(0)) return null
  const ratio = rate.dividedBy(inForce)
  return ratio.greaterThanOrEqualTo(jump) || ratio.lessThanOrEqualTo(decimal(1).dividedBy(jump)) ? 'jump' : null
}
