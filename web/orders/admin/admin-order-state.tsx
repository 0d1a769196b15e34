import type { AdminListedOrder } from '#contract/admin/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { open: 'success', sent: 'info', cancelled: 'danger' } as const

/** State of an order as administrators see it. */
export function AdminOrderState({ order }: { order: Pick<AdminListedOrder, 'isCancel' | 'isSent'> }) {
  const { t } = useTranslation()
  const state = order.isCancel ? 'cancelled' : order.isSent ? 'sent' : 'open'
  return <Badge tone={tones[state]}>{t(`administration.orders.states.${state}`)}</Badge>
}
