import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { ProductList } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { MessageLink, PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FilterLink } from '#web/catalog/list/filters/filter-chips.tsx'
import { useInStockChoice } from '#web/catalog/list/filters/in-stock-toggle.tsx'
import { withPage } from '#web/app/list-address.ts'
import { useFilterChips, useListAddress } from './use-list-address.ts'

/** Why a list is empty. Filters are named only if there are any (decision 046). */
function reasonOf({
  isFiltered,
  hasStockChoice,
  q,
}: {
  isFiltered: boolean
  hasStockChoice: boolean
  q: string
}): string {
  if (isFiltered) return 'catalog.empty.text'
  if (q !== '') return hasStockChoice ? 'catalog.empty.searchInStock' : 'catalog.empty.search'
  return hasStockChoice ? 'catalog.empty.text' : 'catalog.empty.place'
}

/** An empty list, with the specified text, or a page after the last one; and what to do next. */
export function EmptyList({ list }: { list: ProductList }) {
  const { t, formatQuantity } = useTranslation()
  const { settings } = useVisitor()
  const address = useListAddress()
  const hasStockChoice = list.showNotInStocks === '0' && settings.b2b_stoktakileri_goster !== '0'
  const isFiltered = useFilterChips(list).length > (hasStockChoice ? 1 : 0)
  const isPastLastPage = list.total > 0
  const pageCounts = { count: list.pages, number: formatQuantity(list.pages), page: formatQuantity(list.page) }
  const isWholeShop = list.place.kind === 'home' && !isFiltered
  const primary = buttonClasses('solid', 'md')
  return (
    <EmptyState
      title={t(isPastLastPage ? 'catalog.empty.noPage' : 'catalog.empty.title')}
      text={
        isPastLastPage
          ? t('catalog.empty.pages', pageCounts)
          : t(reasonOf({ isFiltered, hasStockChoice, q: list.q }), { q: list.q })
      }
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
          {isPastLastPage || isWholeShop ? null : (
            <Link to={pages.home} className={isFiltered ? buttonClasses('outline', 'md') : primary}>
              {t('catalog.allProducts')}
            </Link>
          )}
          {!isPastLastPage && !isFiltered && list.q !== '' ? (
            <span className="flex w-full flex-wrap gap-x-4 gap-y-1 text-13 text-ink-2 max-sm:justify-center">
              <PhoneLink />
              <MessageLink />
            </span>
          ) : null}
        </>
      }
    />
  )
}

/** The choice of products in stock as a button. */
function ShowAllButton({ className }: { className: string }) {
  const { t } = useTranslation()
  const { isBusy, choose } = useInStockChoice()
  return (
    <button
      type="button"
      className={className}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && void choose(false)}
    >
      {isBusy ? <Spinner /> : null}
      {t('catalog.empty.showAll')}
    </button>
  )
}
