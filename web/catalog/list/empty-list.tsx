import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterLink } from '#web/catalog/list/filters/filter-chips.tsx'
import { ShowAllButton } from '#web/catalog/list/filters/in-stock-toggle.tsx'
import { withPage } from '#web/app/list-address.ts'
import { useFilterChips, useListAddress } from './use-list-address.ts'

/** An empty list, with the specified text, or a page after the last one; and what to do next. */
export function EmptyList({ list }: { list: ProductList }) {
  const { t, formatQuantity } = useTranslation()
  const { settings } = useVisitor()
  const address = useListAddress()
  const hasStockChoice = list.showNotInStocks === '0' && settings.b2b_stoktakileri_goster !== '0'
  const isFiltered = useFilterChips(list).length > (hasStockChoice ? 1 : 0)
  const isPastLastPage = list.total > 0
  const pageCounts = { count: list.pages, number: formatQuantity(list.pages), page: formatQuantity(list.page) }
  const primary = buttonClasses('solid', 'md')
  return (
    <EmptyState
      title={t(isPastLastPage ? 'catalog.empty.noPage' : 'catalog.empty.title')}
      text={isPastLastPage ? t('catalog.empty.pages', pageCounts) : t('catalog.empty.text')}
      actions={
        <>
          {isPastLastPage ? (
            <>
              {list.pages > 1 ? (
                <Link to={address.to(withPage(address.search, list.pages))} className={primary}>
                  {t('catalog.empty.lastPage')}
                </Link>
              ) : null}
              <Link
                to={address.to(withPage(address.search, 1))}
                className={list.pages > 1 ? buttonClasses('outline', 'md') : primary}
              >
                {t('catalog.empty.firstPage')}
              </Link>
            </>
          ) : null}
          {isFiltered ? (
            <FilterLink
              filters={{}}
              clearsStockChoice={hasStockChoice}
              className={buttonClasses(isPastLastPage ? 'outline' : 'solid', 'md')}
            >
              {t('catalog.empty.clear')}
            </FilterLink>
          ) : null}
          {!isPastLastPage && hasStockChoice ? <ShowAllButton className={buttonClasses('outline', 'md')} /> : null}
          {isPastLastPage ? null : (
            <Link to={pages.home} className={isFiltered ? buttonClasses('outline', 'md') : primary}>
              {t('catalog.allProducts')}
            </Link>
          )}
        </>
      }
    />
  )
}
