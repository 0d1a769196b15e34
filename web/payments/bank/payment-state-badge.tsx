import type { ListedPayment } from '#contract/admin/payments.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Tone = 'brand' | 'neutral' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<ListedPayment['state'], Tone> = {
  created: 'neutral',
  redirected: 'info',
  authenticated: 'info',
  capturing: 'info',
  captured: 'success',
  declined: 'danger',
  unknown: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  voided: 'neutral',
  partially_refunded: 'brand',
  refunded: 'neutral',
}

export function PaymentStateBadge({ state }: { state: ListedPayment['state'] }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`administration.payments.states.${state}`)}</Badge>
}
