import { Link } from '#web/ui/link.tsx'
import type { OfferList } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed } from './offers-path.ts'

/** An empty list: no offers yet, or none that match. */
export function NoOffers({ list }: { list: OfferList }) {
  const { t } = useTranslation()
  return list.total > 0 || list.page > 1 || isNarrowed(list) ? (
    <EmptyState
      className="py-16"
      title={t('offers.empty.nothing')}
      actions={
        <Link to={pages.offers} className={buttonClasses('outline', 'card')}>
          {t('offers.empty.all')}
        </Link>
      }
    />
  ) : (
    <EmptyState
      className="py-16"
      title={t('offers.empty.title')}
      text={t('offers.empty.text')}
      actions={
        <Link to={pages.cart} className={buttonClasses('solid', 'card')}>
          {t('offers.empty.cart')}
        </Link>
      }
    />
  )
}
