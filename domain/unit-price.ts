import type { Money } from './money.ts'
import { dealerPrice, derivedUnitPrice } from './price.ts'

/**
 * The price of one unit from a kept price: that of the unit itself, or of the default unit, which then counts × multiplier
 * (decisions, "Money"); the dealer's discount taken off; at most 4 decimals as amounts are stored.
 */
export function unitPrice(
  kept: Money,
  terms: { isOwn: boolean; multiplier: number | string; defaultMultiplier: number | string; discount: number | string },
): { value: string; currency: string } {
  const price = terms.isOwn ? kept : derivedUnitPrice(kept, terms.multiplier, terms.defaultMultiplier)
  return dealerPrice(price, terms.discount)
}
