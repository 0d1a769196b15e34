import { type Bitset, countBits, createBitset, hasBit, unite } from './bitset.ts'
import type { Condition, ListingState, PriceRange } from './filter.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'
import { shownPriceReader } from './shown-prices.ts'
import { firstSlotAtPrice, markNearPrices } from '#server/catalog/index/order/near-prices.ts'
import { markPlaces, orderBy } from '#server/catalog/index/order/orders.ts'

/** The products of price ranges, by range and version of listing and prices. */
export type PriceSets = LruCache<Bitset>

/** Those of a few requests. A set takes 25 kB at 200,000 products. */
export const createPriceSets = (): PriceSets =>
  createLruCache({ entries: 16, bytes: 2 * 1_048_576, bytesOf: (bits: Bitset) => bits.byteLength })

/**
 * The products of a price range. Counts of one list need them with each selection of other filters, so they are found once.
 * `stamp` changes with listing and prices.
 */
export function priceCondition(sets: PriceSets, stamp: string, state: ListingState, range: PriceRange): Condition {
  const key = `${stamp} ${JSON.stringify(Object.values(range))}`
  let bits = sets.get(key)
  if (bits === undefined) {
    bits = productsBetween(state, range)
    sets.set(key, bits)
  }
  const found = bits
  return { size: countBits(found), mark: (into) => unite(into, found), allows: (slot) => hasBit(found, slot) }
}

function productsBetween(state: ListingState, range: PriceRange): Bitset {
  const bits = createBitset(state.columns.live.length * 32)
  if (markNearPrices(state, range, bits)) return bits
  // They are adjacent in the order by price.
  const priceOf = shownPriceReader(state, range)
  const order = orderBy(state, 'price', range)
  const at = (price: number) => firstSlotAtPrice(order.slots, priceOf, price)
  markPlaces(state, order, at(range.min), at(range.max), bits)
  return bits
}
