import type { AdminListedOrder } from '#contract/admin/orders.ts'
import { OrderStateBadge } from '#web/orders/order-state-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** State of an order as administrators see it. */
export function AdminOrderState({ order }: { order: Pick<AdminListedOrder, 'state' | 'isSent' | 'picked'> }) {
  const { t, formatQuantity } = useTranslation()
  const { picked } = order
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <OrderStateBadge state={order.state} />
      {picked !== null && (
        <Badge tone={picked.picked < picked.open ? 'warning' : 'success'}>
          {t(`administration.orders.${picked.picked < picked.open ? 'partlyPicked' : 'picked'}`, {
            picked: formatQuantity(picked.picked),
            open: formatQuantity(picked.open),
          })}
        </Badge>
      )}
      {order.isSent && <Badge>{t('administration.orders.states.sent')}</Badge>}
    </span>
  )
}
