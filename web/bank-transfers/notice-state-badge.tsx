import type { NoticeState } from '#contract/shop/transfers.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones: Record<NoticeState, BadgeTone> = {
  waiting: 'info',
  matched: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

export function NoticeStateBadge({ state }: { state: NoticeState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`transfers.states.${state}`)}</Badge>
}
