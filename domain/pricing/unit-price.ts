import { decimal, type Money, type Rates } from '#domain/money/money.ts'
import type { ChosenRules } from './price-rule.ts'
import {
  listSteps,
  movesOf,
  type PriceMove,
  type PriceStep,
  priceOf,
  stepsFrom,
  type UnitRatio,
} from './price-steps.ts'

export type UnitPriceTerms = UnitRatio & {
  isOwn: boolean
  /** The dealer's general discount in percent. */
  discount: number | string
  /** Percent discount of a running campaign; null = none. */
  campaign: number | string | null
  /** The price rules that decide; missing: none. */
  rules?: ChosenRules
  /** What one default unit costs the store, exactly; missing or null: unknown. */
  cost?: { value: string; currency: string } | null
  rates?: Rates
}

/**
 * How one unit comes to its price: the stored price (the unit's own, or the default unit's × multiplier; decisions, "Money"),
 * minus the dealer's discount, changed by price rules, minus a campaign's discount. No steps: it has no price.
 */
export function unitPriceSteps(kept: Money | undefined, terms: UnitPriceTerms): PriceStep[] {
  const { start, moves } = unitPriceParts(kept, terms)
  return stepsFrom(start, moves, terms.rates ?? {})
}

/** The first steps of a price, and the moves that `stepsFrom` continues them with. */
export type PriceParts = { start: PriceStep[]; moves: PriceMove[] }

export function unitPriceParts(kept: Money | undefined, terms: UnitPriceTerms): PriceParts {
  const { discount, campaign, rules = {}, cost = null } = terms
  const start = kept === undefined ? [] : listSteps(kept, terms)
  // A small unit's price may round to 0, too.
  const isOnRequest = decimal(priceOf(start)?.value ?? 0).isZero()
  return { start: isOnRequest ? [] : start, moves: movesOf({ discount, campaign, rules, cost }, terms) }
}

/** The price of one unit, with at most 4 decimals like stored amounts; undefined without a price. */
export function unitPrice(
  kept: Money | undefined,
  terms: UnitPriceTerms,
): { value: string; currency: string } | undefined {
  return priceOf(unitPriceSteps(kept, terms))
}
