import {
  currencyCode,
  type Decimal,
  decimal,
  exchange,
  isConvertible,
  lira,
  type Money,
  type Rates,
  roundMoney,
} from '#domain/money/money.ts'

/** A line as totals need it: the unit price before tax in its own currency. `profit` in percent. */
export type PricedLine = { price: Money; quantity: number; taxRate: number | string; profit?: number | string }

export type CartTotals = { subtotal: Decimal; tax: Decimal; total: Decimal; totalTry: Decimal; currency: string }

/**
 * Line amount before tax in `currency`, unrounded: price × quantity × (100 + profit)/100 by the exchange-rate ratio.
 */
export function lineAmount(line: PricedLine, currency: string, rates: Rates): Decimal {
  return exchange(amountTimesHundred(line), line.price.currency, currency, rates).dividedBy(100)
}

/** price × quantity × (100 + profit), in the line's own currency. */
function amountTimesHundred({ price, quantity, profit = 0 }: PricedLine): Decimal {
  return decimal(price.value).times(quantity).times(decimal(100).plus(profit))
}

/** Tax of a line in `currency`, unrounded: its amount × its rate. */
function lineTax(line: PricedLine, currency: string, rates: Rates): Decimal {
  return exchange(amountTimesHundred(line).times(line.taxRate), line.price.currency, currency, rates).dividedBy(10_000)
}

/**
 * Cart totals (catalogue, section 9): subtotal = sum of the line amounts; tax = each line amount × its rate; both
 * rounded to 2 decimals; total is their sum. The lira total is calculated in the same way in lira, from the lines' own
 * currencies: it is what a cart costs, whatever currency it is shown in (decisions, "Money").
 */
export function cartTotals(lines: readonly PricedLine[], currency: string, rates: Rates): CartTotals {
  const sums = sumsByRate(lines)
  const totals = totalsIn(currency, sums, rates)
  const { total: totalTry } = currencyCode(currency) === lira ? totals : totalsIn(lira, sums, rates)
  return { ...totals, totalTry, currency }
}

function totalsIn(
  currency: string,
  sums: readonly PricedLine[],
  rates: Rates,
): Omit<CartTotals, 'totalTry' | 'currency'> {
  let subtotal = decimal(0)
  let tax = decimal(0)
  for (const sum of sums) {
    subtotal = subtotal.plus(lineAmount(sum, currency, rates))
    tax = tax.plus(lineTax(sum, currency, rates))
  }
  const rounded = { subtotal: roundMoney(subtotal), tax: roundMoney(tax) }
  return { ...rounded, total: rounded.subtotal.plus(rounded.tax) }
}

/** Sums lines of the same currency and tax rate into one line: exact, with one conversion instead of thousands. */
function sumsByRate(lines: readonly PricedLine[]): PricedLine[] {
  const sums = new Map<string, { amount: Decimal; line: PricedLine }>()
  for (const line of lines) {
    const key = `${line.price.currency} ${line.taxRate}`
    const before = sums.get(key)
    const amount = decimal(line.price.value).times(line.quantity)
    const own = line.profit === undefined ? amount : amount.times(decimal(100).plus(line.profit)).dividedBy(100)
    if (before === undefined) sums.set(key, { amount: own, line })
    else before.amount = before.amount.plus(own)
  }
  return [...sums.values()].map(({ amount, line: { price, taxRate } }) => {
    return { price: { value: amount.toString(), currency: price.currency }, quantity: 1, taxRate }
  })
}

/** A price of 0, or in a currency without a rate, counts as no price: the cart rejects it (decisions, "Money"). */
export function hasPrice(price: Money | undefined, currency: string, rates: Rates): price is Money {
  return (
    price !== undefined &&
    decimal(price.value).greaterThan(0) &&
    isConvertible(price.currency, currency, rates) &&
    isConvertible(price.currency, lira, rates)
  )
}

/**
 * The price of a unit under a payment plan: the plan's price if the product has a valid one, otherwise its sale price
 * (catalogue, sections 2 and 9). A plan price of 0, or without a rate, is not valid; a sale price of 0 is on request
 * under every plan.
 */
export function priceUnderPlan<M extends Money>(
  sale: M | undefined,
  plan: M | undefined,
  currency: string,
  rates: Rates,
): M | undefined {
  const isOnRequest = sale !== undefined && decimal(sale.value).isZero()
  return !isOnRequest && hasPrice(plan, currency, rates) ? plan : sale
}

export type HeldLine = { id: number; unitId: number; quantity: number; multiplier: number | string }

/** Base units of a product in its lines, without the line `except`. */
export function heldBaseUnits(lines: readonly HeldLine[], except?: number): Decimal {
  return lines
    .filter((line) => line.id !== except)
    .reduce((sum, line) => sum.plus(decimal(line.multiplier).times(line.quantity)), decimal(0))
}
