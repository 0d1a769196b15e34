import { setBit } from './bitset.ts'
import { shownPriceReader } from './shown-prices.ts'
import type { Condition, ListingState, PriceRange } from './filter.ts'
import { firstSlotAtPrice, rangeNearPrices } from '#server/catalog/index/order/near-prices.ts'
import { orderBy } from '#server/catalog/index/order/orders.ts'

/** The products of a price range are adjacent in the order by price, and near each other in the order of a list. */
export function priceCondition(state: ListingState, range: PriceRange): Condition {
  const priceOf = shownPriceReader(state, range)
  const allows = (slot: number) => {
    const price = priceOf(slot)
    return price >= range.min && price < range.max
  }
  const near = rangeNearPrices(state, range, range)
  if (near === null) {
    const { slots } = orderBy(state, 'price', range)
    const from = firstSlotAtPrice(slots, priceOf, range.min)
    const to = firstSlotAtPrice(slots, priceOf, range.max)
    const mark: Condition['mark'] = (into) => {
      for (let i = from; i < to; i++) setBit(into, slots[i]!)
    }
    return { size: to - from, mark, allows }
  }
  return { ...near, allows }
}
