import type { OfferedProduct } from '#contract/admin/campaigns.ts'
import {
  type AdminListedProduct,
  type AdminProductState,
  adminProductStates,
  type listAllProducts,
} from '#contract/admin/catalog.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { imagePath, productPath } from '#contract/core/pages.ts'
import type { SortField } from '#contract/core/sort-fields.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import {
  type AdminProductRow,
  type AdminCategoryRow,
  countInactive,
  findInactiveIds,
  type InactiveFilter,
  loadAdminProducts,
  loadBrandRows,
  loadCategoryRows,
} from './queries.ts'
import { findRanOutIds } from './ran-out.ts'
import type { Finder, FoundProducts } from '#server/catalog/list/finder.ts'
import { loadDefaultList } from '#server/catalog/index/live/load.ts'
import { parseSort } from '#server/catalog/list/list-query.ts'

type Query = Input<typeof listAllProducts>['query']
type ProductListQuery = {
  q: string
  brand: number | null
  category: number | null
  state: AdminProductState
  sort: SortField | null
}
type PageRange = { limit: number; offset: number }

export function parseProductListQuery(query: Query): ProductListQuery {
  return {
    q: cleanText(query.q),
    brand: parseId(query.brand),
    category: parseId(query.category),
    state: adminProductStates.find((state) => state === query.state) ?? 'active',
    sort: parseSort(query.sort),
  }
}

export const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

/** A page of products, found by the same search as in the store. */
export async function listAdminProducts(db: Db, finder: Finder, query: Query): Promise<Reply<typeof listAllProducts>> {
  const listQuery = parseProductListQuery(query)
  const { page, limit } = parsePaging(query)
  const [categories, brands] = await Promise.all([loadCategoryRows(db), loadBrandRows(db)])
  const { ids, total, isTotalLeast } = await findAdminIds(db, finder, listQuery, { limit, offset: (page - 1) * limit })
  const [rows, inactive] = await Promise.all([
    loadAdminProducts(db, ids),
    total === 0 && listQuery.state !== 'ranOut' ? countInactive(db, inactiveFilter(listQuery, categories)) : 0,
  ])
  return {
    items: rows.map(presentProduct),
    inactive,
    total,
    isTotalLeast,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    ...listQuery,
    brands: brands.map(({ id, name }) => ({ id, name })),
    categories: categories.map(({ id, name, depth }) => ({ id, name, depth })),
  }
}

/** The ids for one page or a whole export. Inactive products follow active ones. */
export async function findAdminIds(
  db: Db,
  finder: Finder,
  query: ProductListQuery,
  range: PageRange,
): Promise<FoundProducts> {
  if (query.state === 'inactive') return findInactive(db, query, range)
  if (query.state === 'ranOut') return findRanOut(db, query, range)
  if (query.state !== 'all') return findListed(db, finder, query, range)
  const { limit, offset } = range
  const listed = await findListed(db, finder, query, range)
  const rest = { limit: limit - listed.ids.length, offset: Math.max(0, offset - listed.total) }
  const others = await findInactive(db, query, rest)
  const total = listed.total + others.total
  return { ids: [...listed.ids, ...others.ids], total, isTotalLeast: listed.isTotalLeast }
}

async function findListed(db: Db, finder: Finder, query: ProductListQuery, range: PageRange): Promise<FoundProducts> {
  const { labels } = finder
  const brand = query.brand === null ? undefined : labels.brands.ordinals.get(query.brand)
  const category = query.category === null ? undefined : labels.categories.ordinals.get(query.category)
  // The selected brand or category was deleted.
  if ((query.brand !== null && brand === undefined) || (query.category !== null && category === undefined)) {
    return { ids: [], total: 0, isTotalLeast: false }
  }
  return finder.find({
    filter: {
      brands: brand === undefined ? [] : [brand],
      models: [],
      categories: category === undefined ? [] : [category],
      inStockOnly: query.state === 'stocked',
      text: query.q,
    },
    ...(query.sort === null ? (query.q === '' ? { sort: 'name' as const } : {}) : { sort: query.sort }),
    // The administrators' list shows prices before tax.
    prices: { listId: await loadDefaultList(db), withTax: false, defaultTaxRate: 0 },
    ...range,
  })
}

async function findInactive(db: Db, query: ProductListQuery, range: PageRange): Promise<FoundProducts> {
  const filter = inactiveFilter(query, query.category === null ? [] : await loadCategoryRows(db))
  const [ids, total] = await Promise.all([
    findInactiveIds(db, filter, { isDescending: query.sort === '-name', ...range }),
    countInactive(db, filter),
  ])
  return { ids, total, isTotalLeast: false }
}

async function findRanOut(db: Db, query: ProductListQuery, { limit, offset }: PageRange): Promise<FoundProducts> {
  const filter = inactiveFilter(query, query.category === null ? [] : await loadCategoryRows(db))
  const ids = await findRanOutIds(db, dayInTurkey(new Date()), filter, query.sort === '-name')
  return { ids: ids.slice(offset, offset + limit), total: ids.length, isTotalLeast: false }
}

function inactiveFilter({ q, brand, category }: ProductListQuery, rows: readonly AdminCategoryRow[]): InactiveFilter {
  return { q, brand, categories: category === null ? null : withDescendants(rows, category) }
}

/** The rows are in tree order: the descendants of a category follow it with a greater depth. */
export function withDescendants(rows: readonly AdminCategoryRow[], id: number): number[] {
  const index = rows.findIndex((row) => row.id === id)
  const depth = rows[index]?.depth ?? 0
  const rest = rows.slice(index + 1)
  const end = rest.findIndex((row) => row.depth <= depth)
  return index < 0 ? [] : [id, ...rest.slice(0, end < 0 ? rest.length : end).map((row) => row.id)]
}

/** Products as forms show them for selection, in this order, including inactive ones. */
export async function loadOfferedProducts(db: Db, ids: readonly number[]): Promise<OfferedProduct[]> {
  const rows = await loadAdminProducts(db, ids)
  return rows.map((row) => {
    const { id, code, name, image, price, variantCount } = presentProduct(row)
    return { id, code, name, image, price, isHidden: !row.is_active, isParent: variantCount > 0 }
  })
}

function presentProduct(row: AdminProductRow): AdminListedProduct {
  const { price_value: value, price_currency: currency } = row
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    brand: row.brand,
    category: row.category,
    unit: row.unit,
    url: row.is_active ? productPath(row) : null,
    image: row.image === null ? null : imagePath(row.image),
    price: value === null || currency === null ? null : { value: Number(value), currency },
    stock: Number(row.stock),
    variantCount: row.variant_count,
  }
}

/** Whether any of the texts contains the query, folded as in product search. */
export const hasText = (q: string, ...texts: string[]): boolean => texts.some((text) => fold(text).includes(fold(q)))
