import type { ListQuery, ProductList } from '#contract/shop/catalog.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { SortField } from '#contract/core/sort-fields.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogContext } from '#server/catalog/context.ts'
import { noFacets, presentFacets } from './facets.ts'
import type { Filter } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/facets/labels.ts'
import { type ListWish, readListQuery, readSort } from './list-query.ts'
import { type Place, placeOfPath, presentPlace } from './place.ts'
import { presentProduct } from '#server/catalog/product/present-product.ts'
import { priceRange } from './price-ranges.ts'
import { loadProductRows } from '#server/catalog/product/product-rows.ts'

/** The product list of a page (specification, catalogue, sections 2 and 7; decisions, "Catalog and search"). */
export async function listProducts(
  context: CatalogContext,
  path: string,
  query: ListQuery,
): Promise<ProductList | Refusal> {
  const { db, finder, view } = context
  const { labels, index } = finder
  const place = placeOfPath(path, labels)
  if (place === null) return refuse('not_found')
  const wish = readListQuery(query)
  const { page, limit } = wish
  const filter = filterOf(place, wish, labels, view)
  const sort = sortFor(wish, view)
  const offset = (page - 1) * limit
  const request = { filter, ...(sort && { sort }), priceListId: view.priceListId, offset, limit }
  const { ids, total, isTotalLeast } = await finder.find(request)
  const rows = await loadProductRows(db, ids, view)
  return {
    items: rows.map((row) => presentProduct(row, view)),
    total,
    page,
    pages: Math.ceil(total / limit),
    limit,
    sort: sort ?? null,
    view: wish.view ?? view.view,
    showNotInStocks: view.showNotInStocks,
    q: wish.q,
    place: presentPlace(place, labels),
    facets: index === undefined ? noFacets : presentFacets(index, filter, wish, view),
    ...(index === undefined && { isPreparing: true }),
    ...(isTotalLeast && { isTotalLeast }),
  }
}

/** The wished order where the visitor may know it, else the store's default one; none by what is hidden. */
export function sortFor({ sort, q }: Pick<ListWish, 'sort' | 'q'>, view: View): SortField | undefined {
  const { settings } = view
  const isAllowed = (field: SortField) => {
    if (field.endsWith('price')) return view.seesPrices
    if (field.endsWith('quantity')) return view.seesStock && settings.stockInfoStatus !== 1
    return true
  }
  const wished = sort !== null && isAllowed(sort) ? sort : null
  // What was searched comes by relevance.
  const usual = sort === null && q === '' ? readSort(settings.defaultSort) : null
  return wished ?? (usual !== null && isAllowed(usual) ? usual : undefined)
}

function filterOf(place: Place, wish: ListWish, labels: Labels, view: View): Filter {
  const known = (table: { ordinals: Map<number, number> }, ids: number[]) =>
    ids.flatMap((id) => table.ordinals.get(id) ?? [])
  return {
    ...(place.category !== undefined && { placeCategory: place.category }),
    ...(place.brand !== undefined && { placeBrand: place.brand }),
    brands: wish.brands.flatMap((code) => labels.brandByCode.get(code) ?? []),
    models: known(labels.models, wish.models),
    categories: known(labels.categories, wish.categories),
    ...(wish.price !== null && view.seesPrices && { price: priceRange(wish.price, view) }),
    inStockOnly: wish.inStockOnly || view.showNotInStocks === '0',
    text: wish.q,
  }
}
