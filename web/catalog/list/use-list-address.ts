import { useMemo } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { pageSlugs, productKeyOf } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { chipsOf, type FilterChip, isActiveFilter } from '#web/catalog/list/filters/filter-labels.ts'
import { addressOf, type Filters, filtersOf, inStock } from '#web/app/list-address.ts'

export type ListAddress = {
  path: string
  search: URLSearchParams
  filters: Filters
  /** A link to this list with another query. */
  to(search: URLSearchParams): string
}

/**
 * The active filters, including the stored in-stock choice; a price filter is ignored if the visitor may not see
 * prices.
 */
export function useFilterChips(list: ProductList): FilterChip[] {
  const { filters } = useListAddress()
  const { seesPrices, settings } = useVisitor()
  const chips = chipsOf(filters).filter((chip) => isActiveFilter(chip, list) && (seesPrices || chip.key !== 'price'))
  const hasStockChoice = list.showNotInStocks === '0' && settings.b2b_stoktakileri_goster !== '0'
  return hasStockChoice ? [...chips, { key: 'stock', value: inStock }] : chips
}

/** Whether a path shows a list rather than a product or another page. */
export function isListPath(path: string): boolean {
  const first = path.split('/')[1] ?? ''
  return productKeyOf(path) === null && (first === 'search' || first === '' || !pageSlugs.includes(first))
}

/** The list being loaded, else the current one, so that a chosen filter is checked at once. */
export function useListAddress(): ListAddress {
  const current = useLocation()
  const loading = useNavigation().location
  const { pathname, search } = loading !== undefined && isListPath(loading.pathname) ? loading : current
  return useMemo(() => {
    const parameters = new URLSearchParams(search)
    return {
      path: pathname,
      search: parameters,
      filters: filtersOf(parameters),
      to: (next: URLSearchParams) => addressOf(pathname, next),
    }
  }, [pathname, search])
}
