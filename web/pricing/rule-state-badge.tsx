import type { PriceRuleState } from '#contract/admin/price-rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { now: 'success', later: 'info', ended: 'neutral', off: 'warning' } as const

export function RuleStateBadge({ state }: { state: PriceRuleState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`priceRules.states.${state}`)}</Badge>
}
