import type { PurchaseState } from '#domain/orders/purchase-approval.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  waiting: 'warning',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<PurchaseState, string>

export function PurchaseStateBadge({ state }: { state: PurchaseState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`purchases.states.${state}`)}</Badge>
}
