import type { OrderState } from '#domain/orders/order-life.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  received: 'brand',
  awaiting_approval: 'warning',
  confirmed: 'info',
  picking: 'info',
  partly_shipped: 'warning',
  shipped: 'success',
  delivered: 'success',
  closed: 'neutral',
  rejected: 'danger',
  cancelled: 'danger',
} as const satisfies Record<OrderState, string>

export function OrderStateBadge({ state }: { state: OrderState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`orders.states.${state}`)}</Badge>
}
