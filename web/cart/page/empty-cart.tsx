import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { backToShop } from '#web/product/back-to-shop.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const neverChanges = () => () => {}

/** The last list that the visitor saw: known in the browser only. */
export function useWayToShop(): string {
  return useSyncExternalStore(neverChanges, backToShop, () => pages.home)
}

export function EmptyCart() {
  const { t } = useTranslation()
  const shop = useWayToShop()
  return (
    <EmptyState
      level="h1"
      className="py-20"
      title={t('cart.empty.title')}
      text={t('cart.empty.text')}
      actions={
        <Link to={shop} className={buttonClasses('solid', 'card')}>
          {t('cart.empty.shop')}
        </Link>
      }
    />
  )
}
