import type { ListParams, ProductList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { SortField } from '#contract/core/sort-fields.ts'
import type { SearchWords } from '#domain/search/search-words.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import type { FoundProducts } from './finder.ts'
import { attributeFilters } from './attribute-filters.ts'
import { noFacets, presentFacets } from './facets.ts'
import type { Filter } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { type ListQuery, parseListQuery, parseSort } from './list-query.ts'
import { redirectOf } from './search-pages.ts'
import { type ListPlace, parseListPath, presentListPlace } from './list-place.ts'
import { presentSearch } from './present-search.ts'
import { presentProduct } from '#server/catalog/product/present-product.ts'
import { priceRange, priceTermsOf } from './price-ranges.ts'
import { loadScannedVariants } from './scanned-variants.ts'
import { loadProductRows } from '#server/catalog/product/product-rows.ts'

const nothingFound: FoundProducts = { ids: [], total: 0, isTotalLeast: false }

/** A list before its products are loaded. */
export type FoundList = Omit<ProductList, 'items' | 'search'> & {
  ids: number[]
  /** What the index reports of the search, and the code that administrators gave for it. */
  report?: FoundProducts['search']
  code: string | undefined
}

/** The product list of a page (specification, catalogue, sections 2 and 7; decisions, "Catalog and search"). */
export async function listProducts(
  context: CatalogContext,
  path: string,
  query: ListParams,
  searchWords?: SearchWords,
): Promise<ProductList | Refusal> {
  const { db, view } = context
  const found = await findList(context, path, query, searchWords)
  if (isRefusal(found)) return found
  const rows = await loadProductRows(db, found.ids, view)
  const products = rows.map((row) => presentProduct(row, view))
  const parents = products.flatMap(({ id, varyantx }) => (varyantx === 0 ? [id] : []))
  const variants = await loadScannedVariants(db, parents, found.q)
  const items = products.map((product) => ({ ...product, url: variants.get(product.id)?.path ?? product.url }))
  return { items, ...completeList(found, items) }
}

/** Adds the report of the search, in the words of the shown products. */
export function completeList(
  { ids: _ids, report, code, ...list }: FoundList,
  items: readonly Pick<Product, 'name' | 'code'>[],
): Omit<ProductList, 'items'> {
  const search =
    code === undefined ? presentSearch(report, items) : { corrections: [{ typed: list.q, used: code }], without: [] }
  return { ...list, search }
}

/** Finds the products of a list and everything around them. */
export async function findList(
  context: CatalogContext,
  path: string,
  query: ListParams,
  searchWords?: SearchWords,
): Promise<FoundList | Refusal> {
  const { view } = context
  const listQuery = parseListQuery(query)
  const finder = needsRules(listQuery, view) ? await context.finder.underRules() : context.finder
  if (isRefusal(finder)) return finder
  const { labels, index } = finder
  const place = parseListPath(path, labels)
  if (place === null) return refuse('not_found')
  const { page, limit } = listQuery
  const typed = buildFilter(place, listQuery, labels, view)
  const sort = sortFor(listQuery, view)
  const offset = (page - 1) * limit
  const find = (filter: Filter) =>
    finder.find({ filter, ...(sort && { sort }), prices: priceTermsOf(view), offset, limit })
  const asTyped = typed === null ? nothingFound : await find(typed)
  // What matches the typed code itself comes before the product that administrators gave the code to.
  const isFound = asTyped.total > 0 && asTyped.search === undefined
  const code = isFound || listQuery.isExact ? undefined : searchWords?.codes.get(squeezeCode(listQuery.q))
  const filter = typed !== null && code !== undefined ? { ...typed, text: code, isExactText: true } : typed
  const { ids, total, isTotalLeast, search } = filter === null || filter === typed ? asTyped : await find(filter)
  const isWholeSearch = place.kind === 'search' && isPlainSearch(query) && page === 1
  const redirect = isWholeSearch && searchWords ? redirectOf(listQuery.q, searchWords, labels) : undefined
  return {
    ids,
    code,
    ...(search !== undefined && { report: search }),
    total,
    page,
    pages: Math.ceil(total / limit),
    limit,
    sort: sort ?? null,
    view: listQuery.view ?? view.view,
    showNotInStocks: view.showNotInStocks,
    q: listQuery.q,
    place: presentListPlace(place, listQuery, labels),
    facets: index === undefined || filter === null ? noFacets : presentFacets(index, filter, listQuery, view),
    ...(index === undefined && { isPreparing: true }),
    ...(isTotalLeast && { isTotalLeast }),
    ...(redirect !== undefined && { redirect }),
  }
}

/** Whether the list is sorted or filtered by prices that price rules decide about. */
function needsRules(query: ListQuery, view: View): boolean {
  const isByPrice = sortFor(query, view)?.endsWith('price') === true || (query.price !== null && view.seesPrices)
  return isByPrice && view.rules.key !== ''
}

/** Without a sort or filters of its own, and not for the exact words. */
const isPlainSearch = ({ sort, brand, filters, exact }: ListParams): boolean => !sort && !brand && !filters && !exact

/** The requested sort field if the visitor may see its values, otherwise the store's default. */
export function sortFor({ sort, q }: Pick<ListQuery, 'sort' | 'q'>, view: View): SortField | undefined {
  const { settings } = view
  const isAllowed = (field: SortField) => {
    if (field.endsWith('price')) return view.seesPrices
    if (field.endsWith('quantity')) return view.seesStock && settings.stockInfoStatus !== 1
    return true
  }
  const requestedSort = sort !== null && isAllowed(sort) ? sort : null
  // Searches are sorted by relevance.
  const defaultSort = sort === null && q === '' ? parseSort(settings.defaultSort) : null
  return requestedSort ?? (defaultSort !== null && isAllowed(defaultSort) ? defaultSort : undefined)
}

/** Unknown labels are ignored beside existing ones; null if a filter has only unknown labels, which no product has. */
function buildFilter(place: ListPlace, listQuery: ListQuery, labels: Labels, view: View): Filter | null {
  const ordinalsOf = (table: { ordinals: Map<number, number> }, ids: number[]) =>
    ids.flatMap((id) => table.ordinals.get(id) ?? [])
  const chosen = {
    brands: listQuery.brands.flatMap((code) => labels.brandByCode.get(code) ?? []),
    models: ordinalsOf(labels.models, listQuery.models),
    categories: ordinalsOf(labels.categories, listQuery.categories),
  }
  const attributes = attributeFilters(listQuery.attributes, labels)
  if (attributes === null) return null
  const groups = ['brands', 'models', 'categories'] as const
  if (groups.some((group) => listQuery[group].length > 0 && chosen[group].length === 0)) return null
  return {
    ...(place.category !== undefined && { placeCategory: place.category }),
    ...(place.brand !== undefined && { placeBrand: place.brand }),
    ...chosen,
    ...(attributes.length > 0 && { attributes }),
    ...(listQuery.price !== null && view.seesPrices && { price: priceRange(listQuery.price, view) }),
    inStockOnly: listQuery.inStockOnly || view.showNotInStocks === '0',
    text: listQuery.q,
    ...(listQuery.isExact && { isExactText: true }),
  }
}
