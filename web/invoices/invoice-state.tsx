import type { InvoiceState } from '#contract/shop/invoices.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  open: 'info',
  overdue: 'danger',
  partly_paid: 'warning',
  paid: 'success',
  credit: 'brand',
  unposted: 'neutral',
} as const satisfies Record<InvoiceState, string>

export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`invoices.states.${state}`)}</Badge>
}
