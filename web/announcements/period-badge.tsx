import type { PeriodState } from '#contract/admin/audience.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { planned: 'info', shown: 'success', ended: 'neutral' } as const

export function PeriodBadge({ state }: { state: PeriodState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`audience.states.${state}`)}</Badge>
}
