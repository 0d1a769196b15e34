import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed as hasFilter, type OrdersView } from './orders-path.ts'

/** An empty list: no orders yet, or none that match. */
export function NoOrders({ list }: { list: OrdersView & { total: number } }) {
  const { t } = useTranslation()
  const isNarrowed = list.total > 0 || list.page > 1 || hasFilter(list)
  return isNarrowed ? (
    <EmptyState
      className="py-16"
      title={t('orders.empty.nothing')}
      actions={
        <Link to={pages.orders} className={buttonClasses('outline', 'card')}>
          {t('orders.empty.all')}
        </Link>
      }
    />
  ) : (
    <EmptyState
      className="py-16"
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
      actions={
        <Link to={pages.home} className={buttonClasses('solid', 'card')}>
          {t('orders.empty.shop')}
        </Link>
      }
    />
  )
}
