import type { PricedLine } from '#domain/cart/cart.ts'
import { type Decimal, decimal, exchange, type Money, type Rates, roundMoney } from '#domain/money/money.ts'

/** Discount in percent as typed (decisions, "Offers"): 10 = ten percent off, −10 = a mark-up of ten percent. */
export const discountMin = -1000
export const discountMax = 100

/** Stored precision: thousandths of a percent. */
const decimals = 3

/** `T` + year + a rising six-digit number (decisions, "Cart, stock, orders"). */
export function offerNumber(year: number, sequence: number): string {
  return `T${year}${String(sequence).padStart(6, '0')}`
}

/**
 * Parses a typed discount: "10", "10,5", "10.5", "%10", "10 %", "−10"; empty is 0. Null if it is not a number, has more
 * than three decimals, or is outside of −1000 to 100.
 */
export function parseDiscount(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^%\s*|\s*%$/, '')
    .replace('−', '-')
    .replace(',', '.')
  if (bare === '') return text.includes('%') ? null : 0
  if (!/^[+-]?\d{1,6}(\.\d{1,9})?$/.test(bare)) return null
  return isDiscount(Number(bare)) ? Number(bare) : null
}

/** Whether a number is a valid discount: −1000 to 100 with at most three decimals. */
export function isDiscount(value: number): boolean {
  if (!Number.isFinite(value) || value < discountMin || value > discountMax) return false
  return decimal(value).decimalPlaces() <= decimals
}

/** Largest price that a dealer may type on a line. */
const basePriceMax = 1_000_000_000

/** Whether a number is a valid base price: 0 to a billion with at most four decimals, as prices are stored. */
export function isBasePrice(value: number): boolean {
  if (!Number.isFinite(value) || value < 0 || value > basePriceMax) return false
  return decimal(value).decimalPlaces() <= 4
}

/**
 * The price to which discount or mark-up apply: the one that the dealer typed, in the offer's currency, or the dealer's
 * own price.
 */
export function offerBasis(price: Money, basePrice: number | string | null, currency: string): Money {
  return basePrice === null ? price : { value: basePrice, currency }
}

/**
 * The dealer's cost of one unit, rounded like the customer's price, so that rounding alone is no loss. Where rounding
 * changes it by more than a percent (prices below a lira), it stays exact.
 */
export function unitCost(price: Money, currency: string, rates: Rates): Decimal {
  const exact = exchange(decimal(price.value), price.currency, currency, rates)
  const rounded = roundMoney(exact)
  return rounded.minus(exact).abs().times(100).greaterThan(exact) ? exact : rounded
}

/**
 * What the dealer earns on a line before tax, and its share of the customer's amount in percent (null if the customer
 * pays nothing). Negative below the dealer's own cost.
 */
export function lineMargin(cost: Decimal, amount: Decimal): { margin: Decimal; percent: Decimal | null } {
  const margin = amount.minus(cost)
  return { margin, percent: amount.isZero() ? null : margin.times(100).dividedBy(amount) }
}

/** Converts a discount to the stored profit and back: the same number with the opposite sign. */
export function profitOf(discount: number | string): string {
  const profit = decimal(discount).negated()
  return profit.isZero() ? '0' : profit.toString()
}

/** Formats a discount for its field: 12.5 is "12,5". The sign is shown by the switch. */
export function discountText(discount: number | string): string {
  return decimal(discount).abs().toString().replace('.', ',')
}

/** The customer's price of one unit in `currency`: price × (100 + profit)/100, rounded to 2 decimals (decisions, "Offers"). */
export function customerPrice(price: Money, profit: number | string, currency: string, rates: Rates): Decimal {
  const hundredfold = decimal(price.value).times(decimal(100).plus(profit))
  return roundMoney(exchange(hundredfold, price.currency, currency, rates).dividedBy(100))
}

/** The customer's amount of a line before tax: the rounded price × quantity, so that a quote adds up on paper. */
export function customerAmount({ price, profit = 0, quantity }: PricedLine, currency: string, rates: Rates): Decimal {
  return customerPrice(price, profit, currency, rates).times(quantity)
}

/**
 * Totals of a quote: the subtotal is the sum of the amounts, the tax the sum of the tax by rate, each rounded to 2
 * decimals.
 */
export function quoteTotals(lines: readonly PricedLine[], currency: string, rates: Rates): QuoteTotals {
  const bases = new Map<number, Decimal>()
  for (const line of lines) {
    const rate = Number(line.taxRate)
    bases.set(rate, (bases.get(rate) ?? decimal(0)).plus(customerAmount(line, currency, rates)))
  }
  let [subtotal, tax] = [decimal(0), decimal(0)]
  for (const [rate, base] of bases) {
    subtotal = subtotal.plus(base)
    tax = tax.plus(roundMoney(base.times(rate).dividedBy(100)))
  }
  return { subtotal, tax, total: subtotal.plus(tax) }
}

export type QuoteTotals = { subtotal: Decimal; tax: Decimal; total: Decimal }
