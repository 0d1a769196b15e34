import type { AdminListedOrder } from '#contract/admin/orders.ts'
import { OrderStateBadge } from '#web/orders/order-state-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** State of an order as administrators see it. */
export function AdminOrderState({ order }: { order: Pick<AdminListedOrder, 'state' | 'isSent'> }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <OrderStateBadge state={order.state} />
      {order.isSent && <Badge>{t('administration.orders.states.sent')}</Badge>}
    </span>
  )
}
