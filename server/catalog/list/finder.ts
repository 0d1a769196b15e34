import { countFacets, type CatalogIndex, findProducts, type ListRequest } from '#server/catalog/index/catalog-index.ts'
import { hasBit } from '#server/catalog/index/bitset.ts'
import { slotOf } from '#server/catalog/index/columns.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'

/** `isTotalLeast`: counting stopped there, there are at least so many. */
export type FoundProducts = { ids: number[]; total: number; isTotalLeast: boolean }

/** What finds products: the index of this process, or SQL for as long as there is none. Filters hold ordinals of `labels`. */
export type Finder = {
  labels: Labels
  find(request: ListRequest): Promise<FoundProducts>
  /** Base units in stock of those of these products that are listed. */
  quantities(ids: readonly number[]): Promise<Map<number, number>>
  /** Products by category ordinal, with all below it. */
  categoryCounts(inStockOnly: boolean): Promise<Int32Array>
  /** Counts everything; undefined while it is being built. */
  index: CatalogIndex | undefined
}

export function finderOf(index: CatalogIndex): Finder {
  const { columns } = index
  return {
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
  }
}
