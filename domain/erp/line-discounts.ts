import { type Decimal, decimal } from '#domain/money/money.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'

export type PricedOrderLine = {
  /** How the price came about; null where it was agreed otherwise. */
  steps: readonly PriceStep[] | null
  /** Of one unit, before tax, in `priceCurrency`. Exact texts. */
  price: string
  priceCurrency: string
  /** Of the order, and the amount of the line in it, before tax. */
  currency: string
  amount: string
  quantity: number
}

/** The line as documents with discounts have it, before tax, in the order's currency. Exact texts. */
export type LineDiscounts = {
  /** Of one unit, before the discounts. */
  listPrice: string
  /** `grossAmount` less the amounts of the discounts is the amount of the line. */
  grossAmount: string
  discounts: { rate: string; amount: string }[]
  /** Quantity × `ratedPrice` less these rates, one after the other, is the amount of the line to the kuruş. */
  ratedPrice: string
  rates: string[]
}

/** Discounts of a line that ERPs have fields for. */
const discountsMax = 6

/**
 * Splits the price of an order line into a list price and the discounts that led to it. A price that no discounts lead to,
 * such as one in another currency or one that a floor raised, has none.
 */
export function lineDiscounts(line: PricedOrderLine): LineDiscounts {
  const amount = decimal(line.amount)
  const net = amount.dividedBy(line.quantity).toDecimalPlaces(8).toString()
  const none = { listPrice: net, grossAmount: line.amount, discounts: [], ratedPrice: net, rates: [] }
  const found = chainOf(line)
  if (found === null) return none
  const { listPrice, rates } = found
  const exactGross = decimal(listPrice).times(line.quantity)
  const gross = exactGross.toDecimalPlaces(2)
  const { discounts, isEven } = split(gross, amount, rates)
  if (discounts === null) return none
  const byRates = rates.reduce((left, rate) => left.times(shareOf(rate)), exactGross).toDecimalPlaces(2)
  const isExact = isEven && byRates.equals(amount)
  return {
    listPrice,
    grossAmount: gross.toFixed(2),
    discounts,
    ...(isExact ? { ratedPrice: listPrice, rates } : { ratedPrice: net, rates: [] }),
  }
}

const shareOf = (rate: string): Decimal => decimal(100).minus(rate).dividedBy(100)

/** The last price that is not a percentage of the one before, and the rates after it. */
function chainOf({
  steps,
  price,
  priceCurrency,
  currency,
}: PricedOrderLine): { listPrice: string; rates: string[] } | null {
  const last = steps?.at(-1)
  if (steps === null || last === undefined || priceCurrency !== currency) return null
  if (last.currency !== currency || !decimal(last.value).equals(price)) return null
  const start = steps.findLastIndex((step) => !isPercent(step))
  const list = steps[start]
  const rates = steps.slice(start + 1).flatMap((step) => ('chain' in step ? (step.chain ?? '').split('+') : []))
  if (list === undefined || list.kind === 'floor' || rates.length === 0 || rates.length > discountsMax) return null
  return { listPrice: list.value, rates }
}

const isPercent = (step: PriceStep): boolean => 'chain' in step && step.chain !== null && step.kind !== 'floor'

/** Amounts to the kuruş that add up; the last one takes what rounding leaves. `isEven`: nothing is left. */
function split(
  gross: Decimal,
  amount: Decimal,
  rates: readonly string[],
): { discounts: LineDiscounts['discounts'] | null; isEven: boolean } {
  const discounts: LineDiscounts['discounts'] = []
  let left = gross
  let isEven = true
  for (const [at, rate] of rates.entries()) {
    const own = left.times(rate).dividedBy(100).toDecimalPlaces(2)
    const taken = at === rates.length - 1 ? left.minus(amount) : own
    if (taken.isNegative()) return { discounts: null, isEven: false }
    isEven &&= taken.equals(own)
    discounts.push({ rate, amount: taken.toFixed(2) })
    left = left.minus(taken)
  }
  return { discounts, isEven }
}
