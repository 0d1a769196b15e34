import { type Money, decimal } from './money.ts'
import { dealerPrice } from './price.ts'

/**
 * The price of one unit from a kept price: that of the unit itself, or of the default unit, which then counts × multiplier
 * (decisions, "Money"); the dealer's discount taken off; at most 4 decimals as amounts are stored.
 */
export function unitPrice(
  kept: Money,
  terms: { isOwn: boolean; multiplier: number | string; defaultMultiplier: number | string; discount: number | string },
): { value: string; currency: string } {
  const factor = terms.isOwn ? decimal(1) : decimal(terms.multiplier).dividedBy(terms.defaultMultiplier)
  const value = decimal(kept.value).times(factor).toDecimalPlaces(4)
  return dealerPrice({ value: value.toString(), currency: kept.currency }, terms.discount)
}
