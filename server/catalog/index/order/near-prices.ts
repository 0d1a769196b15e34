import {
  type Bitset,
  borrowBitset,
  eachBit,
  hasBit,
  returnBitset,
  setBit,
  writeBit,
} from '#server/catalog/index/bitset.ts'
import {
  exceptionsOf,
  shownPriceReader,
  type ShownPrices,
  shownPrices,
  type ShownPriceTerms,
} from '#server/catalog/index/shown-prices.ts'
import { markPlaces, orderBy, type SortableIndex } from './orders.ts'
import { sortByNumber } from './radix-sort.ts'

// Dealers differ in their price lists and rules, so an order by price for each of them would take much time and memory.
// Most of their prices are near those of one list, though, whose order all dealers share.

/** The whole order is better for pages further back. */
const maxWanted = 2_000
/** Up to this many products are sorted at once. */
const fewMatches = 4_096
/** For more products than this, the whole order costs less. */
const maxCollected = 30_000

type Page = { bits: Bitset; count: number; offset: number; limit: number }

/** A page by price without the whole order; null where that order is better, or exists for many dealers. */
export function selectNearPrices(
  index: SortableIndex,
  sort: 'price' | '-price',
  terms: ShownPriceTerms,
  { bits, count, offset, limit }: Page,
): number[] | null {
  const wanted = offset + limit
  const prices = shownPrices(index, terms)
  if (isShared(prices, terms) || wanted > maxWanted) return null
  const sign = sort === 'price' ? 1 : -1
  const keyOf = (slot: number) => sign * prices.priceOf(slot)
  if (count <= Math.max(wanted, fewMatches)) {
    const slots: number[] = []
    eachBit(bits, (slot) => slots.push(slot))
    return pageOf(index, slots, keyOf, { offset, limit })
  }
  const found = collectNear(index, prices, { bits, wanted, sign })
  return found && pageOf(index, found, keyOf, { offset, limit })
}

/** Whether the plain order of the list is the visitor's own. */
const isShared = ({ near, exceptions }: ShownPrices, { ruled, listId }: ShownPriceTerms): boolean =>
  ruled == null && exceptions.length === 0 && near?.plain.listId === listId

type Search = { bits: Bitset; wanted: number; sign: number }

/** At least the first `wanted` slots; null without that many prices. */
function collectNear(index: SortableIndex, shown: ShownPrices, { bits, wanted, sign }: Search): number[] | null {
  const { near, priceOf, ordinaryOf } = shown
  if (near === null) return null
  const { low, high, plain, bandOf, lows, highs } = near
  const plainOf = shownPriceReader(index, plain)
  const { slots } = orderBy(index, sign > 0 ? 'price' : '-price', plain)
  const exceptions = borrowBitset(index.columns.ids.length)
  const found: number[] = []
  const prices: number[] = []
  const add = (slot: number, price: number) => {
    if (Number.isNaN(price)) return
    found.push(slot)
    prices.push(sign * price)
  }
  for (const slot of exceptionsOf(shown)) {
    setBit(exceptions, slot)
    if (hasBit(bits, slot)) add(slot, priceOf(slot))
  }
  // The best that a price can be: lowest in ascending order, highest (negative) in descending order.
  const best = (plainPrice: number) => (sign > 0 ? plainPrice * low : -plainPrice * high) - slack
  const bestInBand = (plainPrice: number, band: number) =>
    (sign > 0 ? plainPrice * lows[band]! : -plainPrice * highs[band]!) - slack
  let border = Number.POSITIVE_INFINITY
  let next = wanted
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    if (!hasBit(bits, slot) || hasBit(exceptions, slot)) continue
    const plainPrice = plainOf(slot)
    if (Number.isNaN(plainPrice) || best(plainPrice) > border) break
    if (bestInBand(plainPrice, bandOf(slot)) > border) continue
    add(slot, ordinaryOf(slot))
    if (found.length > maxCollected) break
    if (found.length >= next) {
      border = Float64Array.from(prices).sort()[wanted - 1]!
      next = found.length * 2
    }
  }
  returnBitset(exceptions)
  return found.length < wanted || found.length > maxCollected ? null : found
}

/** Prices are rounded to 4 decimals. */
const slack = 0.001

function pageOf(
  { columns }: SortableIndex,
  slots: readonly number[],
  keyOf: (slot: number) => number,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const byId = sortByNumber(Int32Array.from(slots), (slot) => columns.ids[slot]!)
  const missingLast = (slot: number) => {
    const key = keyOf(slot)
    return Number.isNaN(key) ? Number.POSITIVE_INFINITY : key
  }
  return Array.from(sortByNumber(byId, missingLast).subarray(offset, offset + limit))
}

/** Places in the order of the list: between them, prices of a band may be in a range, and are in it for sure. */
type Bounds = Record<'from' | 'sureFrom' | 'sureTo' | 'to', number>

/**
 * Marks the live slots whose price is from `min` to below `max`, near their place in the plain order of a list. Returns false
 * where the visitor's own order is needed, or at hand.
 */
export function markNearPrices(
  index: SortableIndex,
  { min, max, ...terms }: ShownPriceTerms & { min: number; max: number },
  into: Bitset,
): boolean {
  const shown = shownPrices(index, terms)
  const { near, priceOf, ordinaryOf } = shown
  if (near === null || isShared(shown, terms)) return false
  const { low, high, plain, bandOf, lows, highs } = near
  const order = orderBy(index, 'price', plain)
  const { slots } = order
  const plainOf = shownPriceReader(index, plain)
  const at = (price: number) => firstSlotAtPrice(slots, plainOf, price)
  const boundsOf = (lowest: number, highest: number): Bounds => ({
    from: at((min - slack) / highest),
    sureFrom: at((min + slack) / lowest),
    sureTo: at((max - slack) / highest),
    to: at((max + slack) / lowest),
  })
  const all = boundsOf(low, high)
  const ofBands: (Bounds | undefined)[] = []
  const markUnsure = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const slot = slots[i]!
      const band = bandOf(slot)
      const own = (ofBands[band] ??= boundsOf(lows[band]!, highs[band]!))
      if (i < own.from || i >= own.to) continue
      if (i < own.sureFrom || i >= own.sureTo) {
        const price = ordinaryOf(slot)
        if (!(price >= min && price < max)) continue
      }
      setBit(into, slot)
    }
  }
  markUnsure(all.from, Math.min(all.sureFrom, all.to))
  markPlaces(index, order, all.sureFrom, all.sureTo, into)
  markUnsure(Math.max(all.sureFrom, all.sureTo, all.from), all.to)
  for (const slot of exceptionsOf(shown)) {
    if (hasBit(index.columns.live, slot)) {
      const price = priceOf(slot)
      writeBit(into, slot, price >= min && price < max)
    }
  }
  return true
}

/** Index of the first slot that costs at least `price`; products without a price are at the end. */
export function firstSlotAtPrice(slots: Int32Array, priceOf: (slot: number) => number, price: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (priceOf(slots[middle]!) < price) low = middle + 1
    else high = middle
  }
  return low
}
