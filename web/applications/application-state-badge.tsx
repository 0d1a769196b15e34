import type { ApplicationState } from '#domain/applications/application.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  new: 'brand',
  asked: 'neutral',
  answered: 'info',
  approved: 'success',
  refused: 'danger',
} as const satisfies Record<ApplicationState, string>

export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`applications.states.${state}`)}</Badge>
}
