import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  draft: 'neutral',
  waiting: 'warning',
  scheduled: 'info',
  published: 'success',
  undone: 'neutral',
} as const

export function ChangeStateBadge({ state }: { state: PriceChangeState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`priceChanges.states.${state}`)}</Badge>
}
