import type { SortField } from '#contract/core/sort-fields.ts'
import { type Bitset, createBitset, eachBit, hasBit, setBit, uniteDifference } from '#server/catalog/index/bitset.ts'
import { type Change, type Columns } from '#server/catalog/index/columns.ts'
import { shownPriceReader, type ShownPriceTerms } from '#server/catalog/index/shown-prices.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { sortByNumber } from './radix-sort.ts'
import { compareKeys } from './text-sort.ts'

export type SortKey = SortField | 'id'

/** All live slots in one order. `positions` is its inverse; `heads` are the first slots, up to each of equal steps. Both are computed on first use. */
export type Order = { slots: Int32Array; positions?: Int32Array; heads?: Bitset[] }

type CachedOrder = {
  sort: SortKey
  /** Absent for orders that prices do not affect. */
  prices?: ShownPriceTerms
  order: Order
  /** Slots that moved in this order, or were added or removed. */
  changed: Set<number>
  /** The order that this one reverses. */
  reversedFrom?: Order
}

export type Orders = { cache: Map<string, CachedOrder> }
export type SortableIndex = { columns: Columns; labels: Labels; defaultListId: number; orders: Orders }

/** How many orders are cached; orders by price are evicted, the others are few. An order takes up to 8 bytes a product. */
const maxOrders = ({ ids }: Columns): number =>
  Math.min(48, Math.max(12, Math.floor((24 * 1_048_576) / (ids.length * 8))))

/** `byName` comes from the build because sorting by name takes long. */
export function createOrders(byName: Int32Array): Orders {
  const cached = { sort: 'name' as const, order: { slots: byName }, changed: new Set<number>() }
  return { cache: new Map([['name', cached]]) }
}

export function recordChange(
  orders: Orders,
  slot: number,
  change: Change & { addedOrRemoved: boolean; name: boolean },
): void {
  for (const { sort, prices, changed } of orders.cache.values()) {
    if (sort === '-name') continue
    const field = sort.replace('-', '')
    const isMoved =
      // Price rules go by brand and category.
      (field === 'price' && (change.price || (change.listing && prices?.ruled != null))) ||
      (field === 'quantity' && change.quantity) ||
      (field === 'brand' && change.listing) ||
      (field === 'name' && change.name)
    if (change.addedOrRemoved || isMoved) changed.add(slot)
  }
}

/** Call after brands were renamed. */
export function dropBrandOrders({ cache }: Orders): void {
  cache.delete('brand')
  cache.delete('-brand')
}

/** Call after the default price list changed. */
export function dropPriceOrders({ cache }: Orders): void {
  for (const [key, { sort }] of cache) if (sort.endsWith('price')) cache.delete(key)
}

/** Every sort by price needs `prices`. */
export function orderBy(index: SortableIndex, sort: SortKey, prices?: ShownPriceTerms): Order {
  const { cache } = index.orders
  const key = sort.endsWith('price') ? `${sort}\t${priceKey(prices)}` : sort
  const found = cache.get(key)
  if (sort === '-name') return reversedNameOrder(index, found)
  if (found !== undefined) {
    cache.delete(key)
    cache.set(key, found)
    return refreshOrder(index, found)
  }
  const order = { slots: sortAll(index, sort, prices) }
  cache.set(key, { sort, ...(prices && { prices }), order, changed: new Set() })
  for (const [oldest, { sort: field }] of cache) {
    if (cache.size <= maxOrders(index.columns)) break
    if (field.endsWith('price')) cache.delete(oldest)
  }
  return order
}

/** Each takes a bit a product: 25 kB at 200,000. */
const headCount = 16

/** Marks the slots from one place of the order to below another. Most are marked by whole words. */
export function markPlaces({ columns }: SortableIndex, order: Order, from: number, to: number, into: Bitset): void {
  const { slots } = order
  const step = Math.ceil(slots.length / headCount)
  const [first, last] = [Math.ceil(from / step), Math.floor(to / step)]
  if (!(first < last)) {
    for (let i = from; i < to; i++) setBit(into, slots[i]!)
    return
  }
  order.heads ??= headsOf(order, step, columns.ids.length)
  for (let i = from; i < first * step; i++) setBit(into, slots[i]!)
  uniteDifference(into, order.heads[last]!, order.heads[first]!)
  for (let i = last * step; i < to; i++) setBit(into, slots[i]!)
}

function headsOf({ slots }: Order, step: number, capacity: number): Bitset[] {
  const bits = createBitset(capacity)
  return Array.from({ length: Math.floor(slots.length / step) + 1 }, (_, i) => {
    for (let at = Math.max(0, i - 1) * step; at < i * step; at++) setBit(bits, slots[at]!)
    return bits.slice()
  })
}

function refreshOrder(index: SortableIndex, cached: CachedOrder): Order {
  if (cached.changed.size === 0) return cached.order
  const isResortCheaper = cached.sort !== 'name' && cached.changed.size > cached.order.slots.length / 16
  cached.order = { slots: isResortCheaper ? sortAll(index, cached.sort, cached.prices) : patch(index, cached) }
  cached.changed.clear()
  return cached.order
}

function sortAll(index: SortableIndex, sort: SortKey, prices: ShownPriceTerms | undefined): Int32Array {
  const { columns } = index
  if (sort !== 'id') return sortByNumber(orderBy(index, 'id').slots, keyReader(index, sort, prices))
  const slots: number[] = []
  eachBit(columns.live, (slot) => slots.push(slot))
  return sortByNumber(Int32Array.from(slots), (slot) => columns.ids[slot]!)
}

/** Without tax, the store's default tax rate has no effect. */
function priceKey(prices: ShownPriceTerms | undefined): string {
  return prices === undefined
    ? ''
    : `${prices.listId} ${prices.withTax ? prices.defaultTaxRate : ''} ${prices.ruled?.key ?? ''} ${prices.ownRates?.key ?? ''}`
}

/** Lower keys come first. Products without a price or brand come last in both directions. */
function keyReader(index: SortableIndex, sort: SortKey, prices: ShownPriceTerms | undefined): (slot: number) => number {
  const { columns, labels } = index
  const sign = sort.startsWith('-') ? -1 : 1
  switch (sort) {
    case 'price':
    case '-price': {
      if (prices === undefined) throw new Error('A sort by price needs to know which prices.')
      const priceOf = shownPriceReader(index, prices)
      return (slot) => missingLast(priceOf(slot) * sign)
    }
    case 'brand':
    case '-brand':
      return (slot) => {
        const rank = labels.brandRanks[columns.brands[slot]!] ?? Number.POSITIVE_INFINITY
        return rank === Number.POSITIVE_INFINITY ? rank : rank * sign
      }
    case 'quantity':
    case '-quantity':
      return (slot) => columns.quantities[slot]! * sign
    default:
      return (slot) => columns.ids[slot]!
  }
}

function missingLast(key: number): number {
  return Number.isNaN(key) ? Number.POSITIVE_INFINITY : key
}

/** Removes the changed slots and inserts the live ones at their new positions. */
function patch(index: SortableIndex, { sort, prices, order, changed }: CachedOrder): Int32Array {
  const { columns } = index
  const compare = comparator(index, sort, prices)
  const moved = Int32Array.from([...changed].filter((slot) => hasBit(columns.live, slot)).sort(compare))
  const removed = createBitset(columns.ids.length)
  for (const slot of changed) setBit(removed, slot)
  const remaining = order.slots.filter((slot) => !hasBit(removed, slot))
  const merged = new Int32Array(remaining.length + moved.length)
  let from = 0
  for (const [i, slot] of moved.entries()) {
    const to = insertionIndex(remaining, slot, from, compare)
    merged.set(remaining.subarray(from, to), from + i)
    merged[to + i] = slot
    from = to
  }
  merged.set(remaining.subarray(from), from + moved.length)
  return merged
}

function comparator(
  index: SortableIndex,
  sort: SortKey,
  prices: ShownPriceTerms | undefined,
): (a: number, b: number) => number {
  const { ids, nameKeys } = index.columns
  if (sort === 'name') return (a, b) => compareKeys(nameKeys[a]!, nameKeys[b]!) || ids[a]! - ids[b]!
  const keyOf = keyReader(index, sort, prices)
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    return left < right ? -1 : left > right ? 1 : ids[a]! - ids[b]!
  }
}

/** The position in `slots`, at or after `from`, where the slot belongs. */
function insertionIndex(
  slots: Int32Array,
  slot: number,
  from: number,
  compare: (a: number, b: number) => number,
): number {
  let low = from
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(slots[middle]!, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Names from Z to A: the order by name reversed, with equal names still sorted by id. */
function reversedNameOrder(index: SortableIndex, found: CachedOrder | undefined): Order {
  const { nameKeys } = index.columns
  const byName = orderBy(index, 'name')
  if (found?.reversedFrom === byName) return found.order
  const slots = new Int32Array(byName.slots.length)
  let to = 0
  for (let end = byName.slots.length; end > 0; ) {
    let start = end - 1
    while (start > 0 && nameKeys[byName.slots[start - 1]!] === nameKeys[byName.slots[start]!]) start--
    slots.set(byName.slots.subarray(start, end), to)
    to += end - start
    end = start
  }
  const order = { slots }
  index.orders.cache.set('-name', { sort: '-name', order, changed: new Set(), reversedFrom: byName })
  return order
}
