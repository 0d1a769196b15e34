import type { SortField } from '#contract/sort-fields.ts'
import { type Bitset, borrowBitset, countBits, intersect, returnBitset, subtract } from './bitset.ts'
import { type Columns, slotOf } from './columns.ts'
import { countBrands, countCategories, countModels, type LabelCount } from './facet-counts.ts'
import { type Filter, hasChosen, withoutGroup } from './filter.ts'
import { createLabels, type LabelRows, type Labels } from './labels.ts'
import { derivedOf, type Match, type Matchable, matchFilter } from './match.ts'
import { forgetBrandOrders, type Order, orderBy, type Orders } from './orders.ts'
import { selectPage } from './select-page.ts'
import type { TextIndex } from './text-index.ts'

/**
 * All listed products in this process's memory: which of them pass a filter, in which order, with counts. Everything else
 * that a list shows is read from the database for the few products of a page.
 */
export type CatalogIndex = Matchable & {
  columns: Columns
  labels: Labels
  text: TextIndex
  orders: Orders
  /** Rises whenever something that a visitor can see changed: what is cached by it is then stale. */
  version: number
}

export type ListRequest = {
  filter: Filter
  /** Absent: by relevance where something was searched, else as the products came into the shop. */
  sort?: SortField
  priceListId: number
  offset: number
  limit: number
}

export function findProducts(index: CatalogIndex, request: ListRequest): { ids: number[]; total: number } {
  const { filter, sort, priceListId, offset, limit } = request
  const match = matchFilter(index, filter)
  const order = orderBy(index, sort ?? 'id', priceListId)
  const slots =
    sort === undefined && match.ranks.length > 0
      ? selectByRank(match, order, offset, limit)
      : selectPage(order, match.bits, match.count, offset, limit)
  return { ids: slots.map((slot) => index.columns.ids[slot]!), total: match.count }
}

/** How many products each brand, model and category has. What is chosen in a group does not narrow that group. */
export type Facets = { brand: LabelCount[]; model: LabelCount[]; category: Int32Array }

export function countFacets(index: CatalogIndex, filter: Filter): Facets {
  const { state } = derivedOf(index)
  const matchFor = (group: 'brand' | 'model' | 'category') =>
    matchFilter(index, hasChosen(filter, group) ? withoutGroup(filter, group) : filter)
  return {
    brand: countBrands(matchFor('brand'), state),
    model: countModels(matchFor('model'), state),
    category: countCategories(matchFor('category'), state),
  }
}

/** Ordinal of a listed product's brand; 0 = none. */
export function brandOf(index: CatalogIndex, id: number): number {
  const slot = slotOf(index.columns, id)
  return slot < 0 ? 0 : index.columns.brands[slot]!
}

export function replaceLabels(index: CatalogIndex, rows: LabelRows): void {
  index.labels = createLabels(rows, index.labels)
  index.versions.listing++
  index.version++
  forgetBrandOrders(index.orders)
}

/** The best rank first; within a rank, and for the rest, in the given order. */
function selectByRank(match: Match, order: Order, offset: number, limit: number): number[] {
  const size = match.bits.length * 32
  const rest = borrowBitset(size)
  const current = borrowBitset(size)
  rest.set(match.bits)
  const page: number[] = []
  let skip = offset
  const take = (bits: Bitset) => {
    if (page.length === limit) return
    const count = countBits(bits)
    page.push(...selectPage(order, bits, count, skip, limit - page.length))
    skip = Math.max(0, skip - count)
  }
  for (const rank of match.ranks) {
    current.set(rest)
    intersect(current, rank)
    subtract(rest, rank)
    take(current)
  }
  take(rest)
  returnBitset(rest)
  returnBitset(current)
  return page
}
