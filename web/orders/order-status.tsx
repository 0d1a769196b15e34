import type { ListedOrder } from '#contract/shop/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export function OrderStatus({ order }: { order: Pick<ListedOrder, 'isCancel' | 'isSent'> }) {
  const { t } = useTranslation()
  if (order.isCancel) return <Badge tone="danger">{t('orders.status.cancelled')}</Badge>
  return order.isSent ? (
    <Badge tone="info">{t('orders.status.sent')}</Badge>
  ) : (
    <Badge tone="success">{t('orders.status.active')}</Badge>
  )
}
