import type { Negotiation } from '#contract/shop/offer-rounds.ts'
import type { Offer } from '#contract/shop/offers.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { isBasePrice } from '#domain/orders/offer.ts'

/** The price in a field; null if it is empty, undefined if it is invalid. */
export function typedPrice(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = parseAmount(text)?.toNumber()
  return value !== undefined && isBasePrice(value) ? value : undefined
}

/** What the dealer pays for one unit by line: by the newest version, or the price of the offer. */
export function pricesNow({ offerItems }: Pick<Offer, 'offerItems'>, { rounds }: Negotiation): Map<number, number> {
  const prices = new Map(offerItems.map(({ order, price }) => [order, price?.value ?? 0]))
  const version = rounds.find(({ kind }) => kind === 'version')
  for (const { line, price } of version?.lines ?? []) if (price !== null) prices.set(line, price)
  return prices
}
