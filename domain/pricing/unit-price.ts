import type { Money } from '#domain/money/money.ts'
import { campaignPrice, dealerPrice, derivedUnitPrice } from './price.ts'

/**
 * The price of one unit from a stored price: the unit's own, or the default unit's × multiplier (decisions, "Money"),
 * minus the dealer's discount, then minus a campaign's. At most 4 decimals, like stored amounts.
 */
export function unitPrice(
  kept: Money,
  terms: {
    isOwn: boolean
    multiplier: number | string
    defaultMultiplier: number | string
    discount: number | string
    /** Percent discount of a running campaign; null = none. */
    campaign: number | string | null
  },
): { value: string; currency: string } {
  const price = terms.isOwn ? kept : derivedUnitPrice(kept, terms.multiplier, terms.defaultMultiplier)
  const dealers = dealerPrice(price, terms.discount)
  return terms.campaign === null ? dealers : campaignPrice(dealers, terms.campaign)
}
