import { type Decimal, decimal } from './decimal.ts'

export { type Decimal, decimal }

/** An amount in its own currency (ISO code). */
export type Money = { value: number | string; currency: string }

/** TRY for one unit of each currency; null, missing or 0 = unknown. */
export type Rates = Readonly<Record<string, number | string | null>>

export const lira = 'TRY'

/** Normalizes a currency code: TL is treated as TRY (catalogue, section 3). */
export function currencyCode(code: string): string {
  return code === 'TL' ? lira : code
}

/** Rounds to 2 decimals, half away from zero. */
export function roundMoney(value: Decimal | number | string): Decimal {
  return decimal(value).toDecimalPlaces(2)
}

function rateOf(currency: string, rates: Rates): Decimal | null {
  const code = currencyCode(currency)
  if (code === lira) return decimal(1)
  const rate = rates[code]
  if (rate === null || rate === undefined) return null
  const value = decimal(rate)
  return value.greaterThan(0) ? value : null
}

/**
 * Converts an amount to another currency by the exchange-rate ratio (catalogue, section 9), unrounded. A missing or
 * zero rate on either side gives 0 (decisions, "Money").
 */
export function convert(money: Money, currency: string, rates: Rates): Decimal {
  return exchange(decimal(money.value), money.currency, currency, rates)
}

/**
 * Like `convert`, for an amount that has already been multiplied by all its factors: dividing first would lose
 * precision.
 */
export function exchange(amount: Decimal, from: string, to: string, rates: Rates): Decimal {
  if (currencyCode(from) === currencyCode(to)) return amount
  const fromRate = rateOf(from, rates)
  const toRate = rateOf(to, rates)
  return fromRate === null || toRate === null ? decimal(0) : amount.times(fromRate).dividedBy(toRate)
}

/** Whether both currencies have a rate, so that `convert` gives a meaningful result. */
export function isConvertible(from: string, to: string, rates: Rates): boolean {
  return currencyCode(from) === currencyCode(to) || (rateOf(from, rates) !== null && rateOf(to, rates) !== null)
}
