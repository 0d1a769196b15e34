import { fraction, isLess, lessPercent, over, plus, rounded, times, type Fraction } from './fraction.ts'
import { decidingRule, unitRatio, type PricedLine } from './oracle-rule.ts'
import type { Amount, StoreProduct, StoreRule } from './store-facts.ts'

/** An exact amount of a currency. */
export type ExactAmount = { value: Fraction; currency: string }

const defaultList = 1

/** The price of one unit of a line by decision 075, or undefined on request. Rounded to four decimals. */
export function oraclePrice(priced: PricedLine, plan: number | null): ExactAmount | undefined {
  const list = listPrice(priced, plan)
  const agreement = decidingRule('agreement', priced)
  const chain = agreement?.stops === true ? undefined : decidingRule('chain', priced)
  const tier = agreement?.stops === true || chain?.stops === true ? undefined : decidingRule('tier', priced)
  let price = list
  if (agreement === undefined || ('chain' in agreement && agreement.keepsDiscount)) {
    price = discounted(price, [priced.dealer?.discount ?? '0'])
  }
  for (const rule of [agreement, chain, tier]) {
    if (rule !== undefined) price = changed(price, rule, priced)
  }
  const isStopped = [agreement, chain, tier].some((rule) => rule?.stops === true)
  if (!isStopped) price = discounted(price, [priced.product.campaign ?? '0'])
  const agreed = [tier, agreement].find((rule) => rule !== undefined && 'fixed' in rule)
  const passing = agreed !== undefined && 'fixed' in agreed && agreed.passesFloor ? agreed : undefined
  return raisedToFloor(price, list, priced, passing && perLineUnit(passing.fixed, passing, priced))
}

/** Undefined on request. Decision 006: unit before default unit, the dealer's list before the default list. */
function listPrice(priced: PricedLine, plan: number | null): ExactAmount | undefined {
  const { facts, dealer, product, line } = priced
  const list = decidingRule('list', priced)?.list ?? dealer?.list ?? defaultList
  const row = (unit: string) =>
    [list, defaultList]
      .map((id) => facts.prices.find((one) => one.list === id && one.product === product.id && one.unit === unit))
      .find((found) => found !== undefined)
  const own = row(line.unit)
  const found = own ?? row(product.defaultUnit)
  if (found === undefined) return undefined
  const planPrice = plan === null ? null : found.plans[plan - 1]
  const amount = planPrice && hasRate(planPrice, facts.rates) && !isOnRequest(planPrice) ? planPrice : found.sale
  if (isOnRequest(found.sale) || !hasRate(amount, facts.rates)) return undefined
  const ratio = own === undefined ? unitRatio(product, line.unit) : fraction(1)
  const value = rounded(times(fraction(amount.value), ratio), 4)
  return value.top === 0n ? undefined : { value, currency: amount.currency }
}

/** A sale price of 0 is on request under every plan, and a plan's price of 0 is none. */
function isOnRequest({ value }: Amount): boolean {
  return fraction(value).top === 0n
}

/** A price without a rate counts as 0. */
function hasRate({ currency }: Amount, rates: Record<string, string | null>): boolean {
  return lira(isoCode(currency), rates) !== undefined
}

/** One step: its percentages are taken off one after the other, and the result is rounded once. */
function discounted(price: ExactAmount | undefined, percentages: string[]): ExactAmount | undefined {
  if (price === undefined) return undefined
  return { ...price, value: rounded(percentages.reduce(lessPercent, price.value), 4) }
}

function changed(
  price: ExactAmount | undefined,
  rule: StoreRule & ({ fixed: Amount } | { chain: string[] }),
  priced: PricedLine,
): ExactAmount | undefined {
  if ('chain' in rule) return discounted(price, rule.chain)
  return perLineUnit(rule.fixed, rule, priced)
}

/**
 * A rule's amount for one of the line's unit. It counts for one default unit, or for one of the rule's own unit. It is a
 * result of its own, so it is rounded before it is converted.
 */
function perLineUnit({ value, currency }: Amount, rule: StoreRule, { product, line }: PricedLine): ExactAmount {
  const ratio = rule.unit === null ? unitRatio(product, line.unit) : fraction(1)
  return { value: rounded(times(fraction(value), ratio), 4), currency }
}

/**
 * A fixed price that passes the floor is the floor itself. The floor does not rise above the list price, and has no effect where currencies
 * cannot be compared.
 */
function raisedToFloor(
  price: ExactAmount | undefined,
  list: ExactAmount | undefined,
  priced: PricedLine,
  passing: ExactAmount | undefined,
) {
  const rule = decidingRule('floor', priced)
  if (price === undefined || rule === undefined) return price
  const { rates } = priced.facts
  const listHere = list && inCurrency(list, price.currency, rates)
  const lowest =
    passing !== undefined
      ? inCurrency(passing, price.currency, rates)
      : 'lowest' in rule
        ? inCurrency(perLineUnit(rule.lowest, rule, priced), price.currency, rates)
        : 'aboveCost' in rule
          ? aboveCost(rule.aboveCost, price.currency, priced)
          : listHere && lessPercent(listHere, rule.greatestDiscount)
  if (lowest === undefined) return price
  const floor = rounded(listHere !== undefined && isLess(listHere, lowest) ? listHere : lowest, 4)
  return isLess(price.value, floor) ? { ...price, value: floor } : price
}

/** Decision 082: the cost of one of the line's unit with the percentage, rounded in its own currency; undefined if unknown. */
function aboveCost(percent: string, currency: string, { facts, product, line }: PricedLine): Fraction | undefined {
  const cost = product.cost ?? parentOf(product, facts.products)?.cost
  if (cost === null || cost === undefined) return undefined
  const { multiplier } = product.units.find(({ name }) => name === line.unit)!
  const whole = times(fraction(cost.value), fraction(multiplier))
  const raised = plus(whole, over(times(whole, fraction(percent)), fraction(100)))
  return inCurrency({ value: rounded(raised, 4), currency: cost.currency }, currency, facts.rates)
}

function parentOf({ parent }: StoreProduct, products: readonly StoreProduct[]): StoreProduct | undefined {
  return products.find(({ id }) => id === parent)
}

/** Exact, or undefined where a rate is missing. The same currency needs no rate. */
export function inCurrency(
  amount: ExactAmount,
  currency: string,
  rates: Record<string, string | null>,
): Fraction | undefined {
  const [from, to] = [isoCode(amount.currency), isoCode(currency)]
  if (from === to) return amount.value
  const [fromRate, toRate] = [lira(from, rates), lira(to, rates)]
  if (fromRate === undefined || toRate === undefined) return undefined
  return over(times(amount.value, fromRate), toRate)
}

function lira(code: string, rates: Record<string, string | null>): Fraction | undefined {
  const rate = fraction(code === 'TRY' ? '1' : (rates[code] ?? '0'))
  return rate.top > 0n ? rate : undefined
}

function isoCode(code: string): string {
  return code === 'TL' ? 'TRY' : code
}
