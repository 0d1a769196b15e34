import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { rememberList } from '#web/product/back-to-shop.ts'
import { FilterChips } from '#web/catalog/list/filters/filter-chips.tsx'
import { withPage } from '#web/app/list-address.ts'
import type * as GridView from './grid-view.tsx'
import { ListHead } from './list-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { PageSize } from './page-size.tsx'
import { ProductTable, TableSkeleton } from '#web/catalog/list/table/product-table.tsx'
import { useCompactRows } from '#web/catalog/list/table/use-compact-rows.ts'
import { useListAddress } from './use-list-address.ts'
import { useListKeys } from '#web/catalog/list/table/use-list-keys.ts'
import { useListLoading } from './use-list-loading.ts'

function useListTitle({ place, q }: ProductList): string {
  const { t } = useTranslation()
  if (place.title !== null) return place.title
  return place.kind === 'search' && q !== '' ? t('catalog.resultsFor', { q }) : t('catalog.allProducts')
}

type ProductListPageProps = {
  list: ProductList
  notes: ReactNode
  /** Shown instead of products. */
  empty: ReactNode
  /** The parts of the grid view; a list in the table view does without them. */
  grid: typeof GridView | undefined
}

/** A list of products: of the whole shop, a category, a brand, or a search. */
export function ProductListPage({ list, notes, empty, grid }: ProductListPageProps) {
  const title = useListTitle(list)
  const { pathname, search } = useLocation()
  const [isCompact, setIsCompact] = useCompactRows()
  const { t } = useTranslation()
  const crumbs = [{ name: t('catalog.home'), url: pages.home }, ...list.place.breadcrumbs]
  useListKeys(list)
  useEffect(() => rememberList(`${pathname}${search}`), [pathname, search])
  return (
    <div className="page-width pb-8">
      <ListHead list={list} title={title} crumbs={crumbs} />
      {crumbs.length > 1 ? <Breadcrumbs crumbs={crumbs} /> : <div className="h-5" />}
      <div className="flex items-start gap-6">
        {list.view === 'grid' && grid !== undefined ? (
          <aside data-grid-view="" className="w-57 shrink-0 max-lg:hidden">
            <grid.FilterPanel list={list} />
          </aside>
        ) : null}
        <div className="min-w-0 flex-1">
          <ListToolbar list={list} title={title} isCompact={isCompact} onCompact={setIsCompact} />
          {notes}
          <FilterChips list={list} />
          <div className="mt-3">
            <ListItems list={list} isCompact={isCompact} empty={empty} grid={grid} />
          </div>
        </div>
      </div>
    </div>
  )
}

type ListItemsProps = Omit<ProductListPageProps, 'notes'> & { isCompact: boolean }

function ListItems({ list, isCompact, empty, grid }: ListItemsProps) {
  const isLoading = useListLoading()
  const { search, to } = useListAddress()
  const coming = search.get('view')
  const view = coming === 'grid' || coming === 'list' ? coming : list.view
  if (isLoading)
    return view === 'grid' && grid !== undefined ? (
      <grid.GridSkeleton count={list.limit} />
    ) : (
      <TableSkeleton count={list.limit} isCompact={isCompact} />
    )
  if (list.items.length === 0) return <div data-empty-list="">{empty}</div>
  return (
    <>
      {list.view === 'grid' && grid !== undefined ? (
        <grid.ProductGrid items={list.items} />
      ) : (
        <ProductTable items={list.items} sort={list.sort} isCompact={isCompact} />
      )}
      <Pagination page={list.page} pages={list.pages} to={(page) => to(withPage(search, page))} />
      <PageSize list={list} />
    </>
  )
}
