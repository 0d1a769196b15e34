import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Facets, ProductList } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { classes } from '#web/ui/classes.ts'
import { addressOf, withFilters, withPage } from '#web/app/list-address.ts'
import { type ListAddress, useListAddress } from '#web/catalog/list/use-list-address.ts'

type Category = Facets['category'][number]

/** In a search a category is a filter; elsewhere it is a page, below the brand's page if there is one. */
function linkTo(category: Category, list: ProductList, address: ListAddress): string {
  const { filters, search } = address
  if (list.place.kind === 'search')
    return address.to(withFilters(search, { ...filters, category: [String(category.id)] }))
  const path = list.place.brand === null ? category.url : `/${list.place.brand.slug}${category.url}`
  return addressOf(path, withFilters(search, { ...filters, category: [] }))
}

function linkToAll(list: ProductList, address: ListAddress): string {
  const search = withPage(withFilters(address.search, { ...address.filters, category: [] }), 1)
  if (list.place.kind === 'search') return address.to(search)
  return addressOf(list.place.brand === null ? pages.home : `/${list.place.brand.slug}`, search)
}

/** The categories above and below the list's own, with counts. */
export function CategoryFacet({ list }: { list: ProductList }) {
  const { t, formatQuantity } = useTranslation()
  const address = useListAddress()
  const categories = list.facets.category
  const row = 'flex min-h-7 items-center gap-2 rounded-badge text-13 hover:text-brand-ink pointer-coarse:min-h-11'
  const isNarrowed = categories.some((category) => category.selected || category.isAncestor)
  return (
    <ul>
      {isNarrowed ? (
        <li>
          <Link to={linkToAll(list, address)} className={row}>
            <ChevronLeft size={14} aria-hidden="true" className="text-ink-2" />
            {t('catalog.allProducts')}
          </Link>
        </li>
      ) : null}
      {categories.map((category) => (
        <li key={category.id} style={{ paddingInlineStart: `${(isNarrowed ? 16 : 0) + category.depth * 12}px` }}>
          <Link
            to={linkTo(category, list, address)}
            aria-current={category.selected ? 'page' : undefined}
            className={classes(row, category.selected && 'font-medium text-brand-ink')}
          >
            <span className="min-w-0 flex-1">{category.name}</span>
            <span className="text-12 font-normal text-ink-3">{formatQuantity(category.count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
