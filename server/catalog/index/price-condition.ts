import { setBit } from './bitset.ts'
import { shownPriceReader } from './shown-prices.ts'
import type { Condition, ListingState, PriceRange } from './filter.ts'
import { orderBy } from '#server/catalog/index/order/orders.ts'

/** The products of a price range are adjacent in the order by price. */
export function priceCondition(state: ListingState, range: PriceRange): Condition {
  const { slots } = orderBy(state, 'price', range)
  const priceOf = shownPriceReader(state, range)
  const from = firstSlotAtPrice(slots, priceOf, range.min)
  const to = firstSlotAtPrice(slots, priceOf, range.max)
  return {
    size: to - from,
    mark: (into) => {
      for (let i = from; i < to; i++) setBit(into, slots[i]!)
    },
    allows: (slot) => {
      const price = priceOf(slot)
      return price >= range.min && price < range.max
    },
  }
}

/** Index of the first slot that costs at least `price`; products without a price are at the end. */
function firstSlotAtPrice(slots: Int32Array, priceOf: (slot: number) => number, price: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (priceOf(slots[middle]!) < price) low = middle + 1
    else high = middle
  }
  return low
}
