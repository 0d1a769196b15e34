import type { Money } from '#domain/money/money.ts'
import { campaignPrice, dealerPrice, derivedUnitPrice } from './price.ts'

/**
 * The price of one unit from a kept price: that of the unit itself, or of the default unit, which then counts × multiplier
 * (decisions, "Money"); the dealer's discount taken off, then a campaign's; at most 4 decimals as amounts are stored.
 */
export function unitPrice(
  kept: Money,
  terms: {
    isOwn: boolean
    multiplier: number | string
    defaultMultiplier: number | string
    discount: number | string
    /** Percent that a running campaign takes off; null = none. */
    campaign: number | string | null
  },
): { value: string; currency: string } {
  const price = terms.isOwn ? kept : derivedUnitPrice(kept, terms.multiplier, terms.defaultMultiplier)
  const dealers = dealerPrice(price, terms.discount)
  return terms.campaign === null ? dealers : campaignPrice(dealers, terms.campaign)
}
