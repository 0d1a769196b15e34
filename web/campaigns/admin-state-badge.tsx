import type { CampaignState } from '#contract/admin/campaigns.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { running: 'success', planned: 'info', ended: 'neutral', off: 'warning' } as const

export function CampaignStateBadge({ state }: { state: CampaignState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`administration.campaigns.states.${state}`)}</Badge>
}
