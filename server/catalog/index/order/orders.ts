import type { SortField } from '#contract/core/sort-fields.ts'
import { createBitset, eachBit, hasBit, setBit } from '#server/catalog/index/bitset.ts'
import { type Change, type Columns, priceReader } from '#server/catalog/index/columns.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { sortByNumber } from './radix-sort.ts'
import { compareKeys } from './text-sort.ts'

export type SortKey = SortField | 'id'

/** All live slots in one order; `positions` is its inverse, made when it is needed. */
export type Order = { slots: Int32Array; positions?: Int32Array }

type Kept = {
  sort: SortKey
  listId: number
  order: Order
  /** Slots whose place is no longer right, or that came or went. */
  changed: Set<number>
  /** The order this one was turned from. */
  turnedFrom?: Order
}

export type Orders = { kept: Map<string, Kept> }
export type Sorted = { columns: Columns; labels: Labels; defaultListId: number; orders: Orders }

/** Orders kept at a time; those by a dealer's price list go first. */
const mostOrders = 48

/** `byName` comes from the build, since sorting names takes long. */
export function createOrders(byName: Int32Array): Orders {
  const kept = { sort: 'name' as const, listId: 0, order: { slots: byName }, changed: new Set<number>() }
  return { kept: new Map([['name', kept]]) }
}

export function noteChange(
  orders: Orders,
  slot: number,
  change: Change & { cameOrWent: boolean; name: boolean },
): void {
  for (const { sort, changed } of orders.kept.values()) {
    if (sort === '-name') continue
    const field = sort.replace('-', '')
    const isMoved =
      (field === 'price' && change.price) ||
      (field === 'quantity' && change.quantity) ||
      (field === 'brand' && change.listing) ||
      (field === 'name' && change.name)
    if (change.cameOrWent || isMoved) changed.add(slot)
  }
}

/** After brands were renamed. */
export function forgetBrandOrders({ kept }: Orders): void {
  kept.delete('brand')
  kept.delete('-brand')
}

/** After another price list became the default one. */
export function forgetPriceOrders({ kept }: Orders): void {
  for (const [key, { sort }] of kept) if (sort.endsWith('price')) kept.delete(key)
}

export function orderBy(index: Sorted, sort: SortKey, listId: number): Order {
  const { kept } = index.orders
  const key = sort.endsWith('price') ? `${sort}\t${listId}` : sort
  const found = kept.get(key)
  if (sort === '-name') return turnedByName(index, found)
  if (found !== undefined) {
    kept.delete(key)
    kept.set(key, found)
    return upToDate(index, found)
  }
  const order = { slots: sortAfresh(index, sort, listId) }
  kept.set(key, { sort, listId, order, changed: new Set() })
  for (const [oldest, { sort: field }] of kept) {
    if (kept.size <= mostOrders) break
    if (field.endsWith('price')) kept.delete(oldest)
  }
  return order
}

function upToDate(index: Sorted, kept: Kept): Order {
  if (kept.changed.size === 0) return kept.order
  const isCheapAfresh = kept.sort !== 'name' && kept.changed.size > kept.order.slots.length / 16
  kept.order = { slots: isCheapAfresh ? sortAfresh(index, kept.sort, kept.listId) : patch(index, kept) }
  kept.changed.clear()
  return kept.order
}

function sortAfresh(index: Sorted, sort: SortKey, listId: number): Int32Array {
  const { columns } = index
  if (sort !== 'id') return sortByNumber(orderBy(index, 'id', 0).slots, keyReader(index, sort, listId))
  const slots: number[] = []
  eachBit(columns.live, (slot) => slots.push(slot))
  return sortByNumber(Int32Array.from(slots), (slot) => columns.ids[slot]!)
}

/** Lower comes first. What has no price or no brand comes last both ways. */
function keyReader(index: Sorted, sort: SortKey, listId: number): (slot: number) => number {
  const { columns, labels } = index
  const sign = sort.startsWith('-') ? -1 : 1
  switch (sort) {
    case 'price':
    case '-price': {
      const priceOf = priceReader(columns, listId, index.defaultListId)
      return (slot) => lastIfNone(priceOf(slot) * sign)
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

function lastIfNone(key: number): number {
  return Number.isNaN(key) ? Number.POSITIVE_INFINITY : key
}

/** Takes the changed slots out and puts those that live back in at their new places. */
function patch(index: Sorted, { sort, listId, order, changed }: Kept): Int32Array {
  const { columns } = index
  const compare = comparator(index, sort, listId)
  const moved = Int32Array.from([...changed].filter((slot) => hasBit(columns.live, slot)).sort(compare))
  const leaving = createBitset(columns.ids.length)
  for (const slot of changed) setBit(leaving, slot)
  const stayed = order.slots.filter((slot) => !hasBit(leaving, slot))
  const merged = new Int32Array(stayed.length + moved.length)
  let from = 0
  for (const [i, slot] of moved.entries()) {
    const to = placeFor(stayed, slot, from, compare)
    merged.set(stayed.subarray(from, to), from + i)
    merged[to + i] = slot
    from = to
  }
  merged.set(stayed.subarray(from), from + moved.length)
  return merged
}

function comparator(index: Sorted, sort: SortKey, listId: number): (a: number, b: number) => number {
  const { ids, nameKeys } = index.columns
  if (sort === 'name') return (a, b) => compareKeys(nameKeys[a]!, nameKeys[b]!) || ids[a]! - ids[b]!
  const keyOf = keyReader(index, sort, listId)
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    return left < right ? -1 : left > right ? 1 : ids[a]! - ids[b]!
  }
}

/** Where the slot belongs, from `from` on. */
function placeFor(slots: Int32Array, slot: number, from: number, compare: (a: number, b: number) => number): number {
  let low = from
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(slots[middle]!, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Names from Z to A: the order by name turned round, equal names still by id. */
function turnedByName(index: Sorted, found: Kept | undefined): Order {
  const { nameKeys } = index.columns
  const byName = orderBy(index, 'name', 0)
  if (found?.turnedFrom === byName) return found.order
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
  index.orders.kept.set('-name', { sort: '-name', listId: 0, order, changed: new Set(), turnedFrom: byName })
  return order
}
