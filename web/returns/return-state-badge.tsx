import type { ReturnState } from '#domain/after-sales/goods-return.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  requested: 'brand',
  accepted: 'info',
  refused: 'danger',
  received: 'success',
  closed: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<ReturnState, string>

export function ReturnStateBadge({ state }: { state: ReturnState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`returns.states.${state}`)}</Badge>
}
