import { type Bitset, clearBit, setBit } from './bitset.ts'
import { priceReader } from './columns.ts'
import type { Condition, ListingState, PriceRange } from './filter.ts'
import { orderBy } from '#server/catalog/index/order/orders.ts'

/** Highest tax rate (percent) considered when the lower bound is widened before the exact check. */
const maxTaxRate = 100

/**
 * The products of a price range are adjacent in the order by price. With tax the condition covers a wider interval, and
 * `narrowByPrice` later removes the products outside the range.
 */
export function priceCondition(state: ListingState, range: PriceRange): Condition {
  const { slots } = orderBy(state, 'price', range.listId)
  const priceOf = priceReader(state.columns, range.listId, state.defaultListId)
  const lowest = range.withTax ? (range.min * 100) / (100 + maxTaxRate) : range.min
  const from = firstSlotAtPrice(slots, priceOf, lowest)
  const to = firstSlotAtPrice(slots, priceOf, range.max)
  return {
    size: to - from,
    mark: (into) => {
      for (let i = from; i < to; i++) setBit(into, slots[i]!)
    },
    allows: (slot) => {
      const price = priceOf(slot)
      return price >= lowest && price < range.max
    },
  }
}

/** Removes products whose price with tax is outside the range. */
export function narrowByPrice({ columns, defaultListId }: ListingState, range: PriceRange, bits: Bitset): void {
  const priceOf = priceReader(columns, range.listId, defaultListId)
  const { min, max, defaultTaxRate } = range
  // Inlined instead of `eachBit`: much of the catalog can pass through this loop.
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      const slot = (i << 5) + 31 - Math.clz32(word & -word)
      const taxRate = columns.taxRates[slot]!
      const price = (priceOf(slot) * (100 + (taxRate >= 0 ? taxRate : defaultTaxRate))) / 100
      if (!(price >= min && price < max)) clearBit(bits, slot)
    }
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
