import type { FaultState } from '#domain/after-sales/fault-report.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  new: 'brand',
  in_review: 'info',
  repaired: 'success',
  replaced: 'success',
  rejected: 'danger',
  closed: 'neutral',
} as const satisfies Record<FaultState, string>

export function FaultStateBadge({ state }: { state: FaultState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`faultReport.states.${state}`)}</Badge>
}
