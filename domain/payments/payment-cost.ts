import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/** Days of a month and months of a year, as in the trade: 30 and 12. */
const monthDays = 30
const yearMonths = 12

/** Above this many percent a year, a rate says nothing: a few kuruş for one day. */
const maxYearlyPercent = 99_999.99

/** When a purchase is paid, counted from its day. */
export type PaymentTerms =
  /** All at once after that many days; null: the day is not known. */
  | { kind: 'once'; days: number | null }
  /** In equal parts, the first one after a month. */
  | { kind: 'monthly'; count: number }

/**
 * The effective yearly rate of paying `total` by these terms in place of `cash` now, in percent with two decimals
 * (docs/prices.md, "Payments compared"): (1 + m)^12 − 1 for the monthly rate m that makes the payments worth the cash
 * price. 0 when both are equal, negative when the total is less. Null if it is not defined: an unknown day, another amount
 * on the same day, or a rate without meaning.
 */
export function yearlyPercent(
  cash: Decimal | number | string,
  total: Decimal | number | string,
  terms: PaymentTerms,
): Decimal | null {
  if (!decimal(cash).greaterThan(0) || !decimal(total).greaterThan(0)) return null
  const growth = yearlyGrowth(decimal(cash), decimal(total), terms)
  if (growth === null) return null
  const percent = roundMoney(growth.minus(1).times(100))
  return percent.greaterThan(maxYearlyPercent) ? null : percent
}

function yearlyGrowth(cash: Decimal, total: Decimal, terms: PaymentTerms): Decimal | null {
  if (cash.equals(total)) return decimal(1)
  if (terms.kind === 'monthly') {
    const wanted = cash.times(terms.count).dividedBy(total)
    const monthly = findFactor((v) => !sumOfPowers(v, terms.count).lessThan(wanted))
    return decimal(1).dividedBy(power(monthly, yearMonths))
  }
  const { days } = terms
  if (days === null || days <= 0) return null
  const wanted = cash.dividedBy(total)
  const daily = findFactor((v) => !power(v, days).lessThan(wanted))
  return decimal(1).dividedBy(power(daily, yearMonths * monthDays))
}

/**
 * What one lira after one period is worth now: the smallest positive number that suffices, where greater ones suffice too.
 * Found by halving, to more digits than are shown.
 */
function findFactor(suffices: (v: Decimal) => boolean): Decimal {
  let [low, high] = [decimal(0), decimal(1)]
  while (!suffices(high)) [low, high] = [high, high.times(2)]
  for (let step = 0; step < 70; step += 1) {
    const middle = low.plus(high).dividedBy(2)
    if (suffices(middle)) high = middle
    else low = middle
  }
  return high
}

/** v + v² + … + v^count. */
function sumOfPowers(v: Decimal, count: number): Decimal {
  let sum = decimal(0)
  for (let i = 0; i < count; i += 1) sum = sum.plus(1).times(v)
  return sum
}

/** v^exponent, for a whole exponent. */
function power(v: Decimal, exponent: number): Decimal {
  if (exponent === 0) return decimal(1)
  const half = power(v, Math.floor(exponent / 2))
  const square = half.times(half)
  return exponent % 2 === 0 ? square : square.times(v)
}
