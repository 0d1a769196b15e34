import type { Db } from '#server/platform/db/pool.ts'
import { compareTurkish } from '#domain/text/text.ts'
import type { ListRequest } from '#server/catalog/index/catalog-index.ts'
import type { ShownPriceTerms } from '#server/catalog/index/shown-prices.ts'
import type { Filter } from '#server/catalog/index/filter.ts'
import {
  changedProducts,
  fewChangedProducts,
  type IndexedProductRow,
  productsAfter,
} from '#server/catalog/index/live/load.ts'
import { searchNaively } from './naive-search.ts'
import type { NaiveCatalog } from './searched-texts.ts'

const defaultListId = 1

/** A database stub that answers the queries of the index from these rows. */
export function dbOf(catalog: NaiveCatalog): Db {
  const answer = (sql: string, params: readonly unknown[] = []): object[] => {
    const sorted = catalog.rows.toSorted((a, b) => a.id - b.id)
    if (sql === productsAfter) {
      return sorted.filter(({ id }) => id > Number(params[0])).slice(0, Number(params[1]))
    }
    if (sql === changedProducts || sql === fewChangedProducts) {
      return sorted.filter(({ id }) => (params[0] as number[]).includes(id))
    }
    if (sql.includes('pg_snapshot_xmin')) {
      return [{ floor: '1', products: catalog.rows.length, default_list_id: defaultListId }]
    }
    return [catalog.labels]
  }
  return {
    query: async <Row extends object>(sql: string, params?: readonly unknown[]) => answer(sql, params) as Row[],
    one: async <Row extends object>(sql: string, params?: readonly unknown[]) =>
      answer(sql, params)[0] as Row | undefined,
    execute: async () => 0,
  }
}

/** Filters rows one by one. Ordinals are the positions of the label rows, from 1. */
export function findNaively(catalog: NaiveCatalog, request: ListRequest): { ids: number[]; total: number } {
  const found = catalog.rows
    .filter((row) => matchesFilter(catalog, row, request.filter))
    .toSorted((a, b) => compare(catalog, request, a, b) || a.id - b.id)
  const list = request.sort === undefined ? headsFirst(catalog, request.filter.text, found) : found
  const page = list.slice(request.offset, request.offset + request.limit)
  return { ids: page.map(({ id }) => id), total: found.length }
}

/** Two products of the first head and one of each other one begin the list. */
function headsFirst(catalog: NaiveCatalog, text: string, found: IndexedProductRow[]): IndexedProductRow[] {
  const first: IndexedProductRow[] = []
  const { heads } = text.trim() === '' ? { heads: [] } : searchNaively(catalog, text)
  for (const [at, head] of heads.entries()) {
    const rows = found.filter((row) => head.includes(row.id) && !first.includes(row))
    rows.sort((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0) || a.id - b.id)
    first.push(...rows.slice(0, at === 0 ? 2 : 1))
  }
  return [...first, ...found.filter((row) => !first.includes(row))]
}

export function matchesFilter(catalog: NaiveCatalog, row: IndexedProductRow, filter: Filter): boolean {
  const { brands, models, categories } = catalog.labels
  const brand = brands.findIndex(({ id }) => id === row.brand_id) + 1
  const model = models.findIndex(({ id }) => id === row.model_id) + 1
  const path = categoryPath(catalog, row.category_id).map((id) => categories.findIndex((c) => c.id === id) + 1)
  const price = filter.price ? priceOf(row, filter.price) : null
  return (
    (filter.placeBrand === undefined || brand === filter.placeBrand) &&
    (filter.placeCategory === undefined || path.includes(filter.placeCategory)) &&
    (filter.brands.length === 0 || filter.brands.includes(brand)) &&
    (filter.models.length === 0 || filter.models.includes(model)) &&
    (filter.categories.length === 0 || filter.categories.some((ordinal) => path.includes(ordinal))) &&
    (filter.attributes ?? []).every(({ values }) =>
      row.values?.some((id) => values.includes(catalog.labels.values.findIndex((value) => value.id === id) + 1)),
    ) &&
    (filter.price === undefined || (price !== null && price >= filter.price.min && price < filter.price.max)) &&
    (!filter.inStockOnly || row.quantity > 0) &&
    (filter.text.trim() === '' || searchNaively(catalog, filter.text).ranks.has(row.id))
  )
}

function compare(
  catalog: NaiveCatalog,
  { sort, prices, filter }: ListRequest,
  a: IndexedProductRow,
  b: IndexedProductRow,
): number {
  const sign = sort?.startsWith('-') ? -1 : 1
  const brandName = (row: IndexedProductRow) => catalog.labels.brands.find(({ id }) => id === row.brand_id)?.name
  switch (sort?.replace('-', '')) {
    case 'name':
      return sign * new Intl.Collator('tr', { sensitivity: 'base' }).compare(a.name, b.name)
    case 'brand':
      return missingLast(brandName(a), brandName(b), (left, right) => sign * compareTurkish(left, right))
    case 'price': {
      const [left, right] = [priceOf(a, prices), priceOf(b, prices)]
      return missingLast(left, right, (one, other) => sign * (one - other))
    }
    case 'quantity':
      return sign * (a.quantity - b.quantity)
    default:
      return filter.text.trim() === '' ? 0 : compareRanks(searchNaively(catalog, filter.text).ranks, a, b)
  }
}

/** Better ranks first, then products in stock. */
function compareRanks(ranks: Map<number, number>, a: IndexedProductRow, b: IndexedProductRow): number {
  const rank = (row: IndexedProductRow) => ranks.get(row.id) ?? Number.POSITIVE_INFINITY
  return rank(a) - rank(b) || Number(b.quantity > 0) - Number(a.quantity > 0)
}

function missingLast<Value>(
  a: Value | null | undefined,
  b: Value | null | undefined,
  compare: (a: Value, b: Value) => number,
) {
  if (a == null || b == null) return Number(a == null) - Number(b == null)
  return compare(a, b)
}

/** The price as shown: with tax where `withTax` says so. */
function priceOf(row: IndexedProductRow, { listId, withTax, defaultTaxRate }: ShownPriceTerms): number | null {
  const prices = new Map(row.prices?.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]))
  const net = prices.get(listId) ?? prices.get(defaultListId)
  if (net === undefined) return null
  return withTax ? (net * (100 + Number(row.tax_rate ?? defaultTaxRate))) / 100 : net
}

export function categoryPath(catalog: NaiveCatalog, id: number | null): number[] {
  const row = catalog.labels.categories.find((category) => category.id === id)
  return row === undefined ? [] : [row.id, ...categoryPath(catalog, row.parent_id)]
}
