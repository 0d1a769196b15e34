import type { SearchReport } from '#domain/search/search-report.ts'
import type { SortField } from '#contract/core/sort-fields.ts'
import { type Bitset, borrowBitset, clearBit, moveShared, returnBitset, unite } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { ShownPriceTerms } from './shown-prices.ts'
import {
  countBrands,
  countCategories,
  countModels,
  countValues,
  type LabelCount,
} from '#server/catalog/index/facets/facet-counts.ts'
import { type Filter, hasSelection, withoutAttribute, withoutGroup } from './filter.ts'
import { createLabels, type LabelRows, type Labels } from './labels.ts'
import { derivedOf, type Match, type Matchable, matchFilter } from './match.ts'
import { selectNearPrices } from '#server/catalog/index/order/near-prices.ts'
import { dropBrandOrders, type Order, orderBy, type Orders } from '#server/catalog/index/order/orders.ts'
import { selectPage } from '#server/catalog/index/order/select-page.ts'
import type { TextIndex } from '#server/catalog/index/text/text-index.ts'

/**
 * All listed products in the memory of this process: which ones match a filter, in which order, and the counts.
 * Everything else that a list shows is read from the database for the few products of one page.
 */
export type CatalogIndex = Matchable & {
  columns: Columns
  labels: Labels
  text: TextIndex
  orders: Orders
  /** Incremented with every change a visitor can see; cached results of an older version are stale. */
  version: number
}

export type ListRequest = {
  filter: Filter
  /** When absent: by relevance for a search, otherwise by id. */
  sort?: SortField
  /** The prices to sort by. */
  prices: ShownPriceTerms
  offset: number
  limit: number
}

export type IndexedProducts = { ids: number[]; total: number; search?: SearchReport }

export function findProducts(index: CatalogIndex, request: ListRequest): IndexedProducts {
  const { filter, sort, prices, offset, limit } = request
  const match = matchFilter(index, filter)
  const slots =
    sort === undefined && filter.text.trim() !== ''
      ? selectByRank(match, index.columns.inStock, orderBy(index, 'id'), offset, limit)
      : (selectNear(index, match, request) ??
        selectPage(orderBy(index, sort ?? 'id', prices), match.bits, match.count, offset, limit))
  const ids = slots.map((slot) => index.columns.ids[slot]!)
  return { ids, total: match.count, ...(match.search && { search: match.search }) }
}

function selectNear(index: CatalogIndex, { bits, count }: Match, request: ListRequest): number[] | null {
  const { sort, prices, offset, limit } = request
  return sort === 'price' || sort === '-price'
    ? selectNearPrices(index, sort, prices, { bits, count, offset, limit })
    : null
}

/** Product counts per brand, model and category. The selection within a group does not narrow that group. */
export type Facets = { brand: LabelCount[]; model: LabelCount[]; category: Int32Array }

export function countFacets(index: CatalogIndex, filter: Filter): Facets {
  const { state } = derivedOf(index)
  const matchFor = (group: 'brand' | 'model' | 'category') =>
    matchFilter(index, hasSelection(filter, group) ? withoutGroup(filter, group) : filter)
  return {
    brand: countBrands(matchFor('brand'), state),
    model: countModels(matchFor('model'), state),
    category: countCategories(matchFor('category'), state),
  }
}

/** Product counts by ordinal of a value; with `attribute`, those of its values, which its own selection does not narrow. */
export function countAttributeValues(index: CatalogIndex, filter: Filter, attribute?: number): Int32Array {
  const counted = attribute === undefined ? filter : withoutAttribute(filter, attribute)
  return countValues(matchFilter(index, counted), derivedOf(index).state)
}

export function replaceLabels(index: CatalogIndex, rows: LabelRows): void {
  index.labels = createLabels(rows, index.labels)
  index.versions.listing++
  index.version++
  dropBrandOrders(index.orders)
}

/** So many products of the first head, and of each other one, begin the list. */
const [firstOfBest, firstOfOthers] = [2, 1]

/**
 * Sorts by rank, best first. Within a rank, and for the unranked rest, products in stock come before sold-out ones,
 * each in the given order.
 */
function selectByRank(match: Match, inStock: Bitset, order: Order, offset: number, limit: number): number[] {
  const size = match.bits.length * 32
  const [unranked, current, stocked] = [borrowBitset(size), borrowBitset(size), borrowBitset(size)]
  unranked.set(match.bits)
  const page: number[] = []
  let remaining = match.count
  let skip = offset
  const append = (bits: Bitset, count: number) => {
    page.push(...selectPage(order, bits, count, skip, limit - page.length))
    skip = Math.max(0, skip - count)
    remaining -= count
  }
  const appendStockedFirst = (bits: Bitset, count: number) => {
    const inStockCount = moveShared(bits, inStock, stocked)
    append(stocked, inStockCount)
    append(bits, count - inStockCount)
  }
  for (const [at, head] of match.heads.entries()) {
    const count = moveShared(unranked, head, current)
    const inStockCount = moveShared(current, inStock, stocked)
    const wanted = at === 0 ? firstOfBest : firstOfOthers
    const first = selectPage(order, stocked, inStockCount, 0, wanted)
    first.push(...selectPage(order, current, count - inStockCount, 0, wanted - first.length))
    for (const bits of [current, stocked]) unite(unranked, bits)
    for (const slot of first) clearBit(unranked, slot)
    page.push(...first.slice(skip, skip + limit - page.length))
    skip = Math.max(0, skip - first.length)
    remaining -= first.length
  }
  for (const rank of match.ranks) {
    if (page.length === limit || remaining === 0) break
    const count = moveShared(unranked, rank, current)
    if (count > 0) appendStockedFirst(current, count)
  }
  if (remaining > 0) appendStockedFirst(unranked, remaining)
  for (const bits of [unranked, current, stocked]) returnBitset(bits)
  return page
}
