import { Link } from '#web/ui/link.tsx'
import { pageSize, pageSizes, type ProductList } from '#contract/shop/catalog.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { withChoice } from '#web/app/list-address.ts'
import { useListAddress } from './use-list-address.ts'

/** Number of products per page; hidden if all fit on the smallest page. */
export function PageSize({ list }: { list: ProductList }) {
  const { t } = useTranslation()
  const address = useListAddress()
  if (list.total <= pageSize) return null
  return (
    <nav
      aria-label={t('catalog.pages.size')}
      className="flex items-center justify-center gap-1 pb-6 text-13 text-ink-2"
    >
      <span aria-hidden="true" className="pr-1">
        {t('catalog.pages.size')}
      </span>
      {pageSizes.map((size) => (
        <Link
          key={size}
          to={address.to(withChoice(address.search, 'limit', size === pageSize ? '' : String(size)))}
          rel="nofollow"
          aria-current={size === list.limit ? 'true' : undefined}
          className="flex h-7 min-w-8 items-center justify-center rounded-control px-1.5 font-semibold text-ink hover:bg-hover aria-[current]:bg-brand-soft aria-[current]:text-brand-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          {size}
        </Link>
      ))}
    </nav>
  )
}
