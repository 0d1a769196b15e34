import type { LimitApprovalState } from '#domain/orders/limit-approval.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  waiting: 'brand',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  used: 'success',
  expired: 'neutral',
} as const satisfies Record<LimitApprovalState, string>

export function LimitStateBadge({ state }: { state: LimitApprovalState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`limitApprovals.states.${state}`)}</Badge>
}
