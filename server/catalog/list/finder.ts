import type { Refusal } from '#contract/core/errors.ts'
import type { SearchReport } from '#domain/search/search-report.ts'
import { countFacets, type CatalogIndex, findProducts, type ListRequest } from '#server/catalog/index/catalog-index.ts'
import { hasBit } from '#server/catalog/index/bitset.ts'
import { slotOf } from '#server/catalog/index/columns.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'

/**
 * `isTotalLeast`: counting stopped at `total`, there may be more. `search` is absent when products match as typed, or
 * nothing was searched.
 */
export type FoundProducts = { ids: number[]; total: number; isTotalLeast: boolean; search?: SearchReport }

/** Finds products: the index of this process, or SQL until the index is built. Filters contain ordinals of `labels`. */
export type Finder = {
  labels: Labels
  /** A finder that sorts and filters by prices under price rules; SQL cannot. Refuses with `unavailable` if none is ready soon. */
  underRules(): Promise<Finder | Refusal>
  find(request: ListRequest): Promise<FoundProducts>
  /** Base units in stock by product id; only listed products are included. */
  quantities(ids: readonly number[]): Promise<Map<number, number>>
  /** Number of products by category ordinal, including descendants. */
  categoryCounts(inStockOnly: boolean): Promise<Int32Array>
  /** Gives the facet counts; undefined while it is being built. */
  index: CatalogIndex | undefined
  /** Of the index that finds; null = what is found is not remembered, because it does not come from a whole index. */
  version: number | null
}

export function finderOf(index: CatalogIndex): Finder {
  const { columns } = index
  const finder: Finder = {
    underRules: async () => finder,
    labels: index.labels,
    find: async (request) => ({ ...findProducts(index, request), isTotalLeast: false }),
    quantities: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const slot = slotOf(columns, id)
          return slot >= 0 && hasBit(columns.live, slot) ? [[id, columns.quantities[slot]!] as const] : []
        }),
      ),
    categoryCounts: async (inStockOnly) => countFacets(index, { ...noFilter, inStockOnly }).category,
    index,
    version: index.version,
  }
  return finder
}
