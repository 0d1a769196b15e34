import type { ImportState } from '#contract/admin/imports/imports.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = {
  ...({
    uploading: 'neutral',
    waiting: 'neutral',
    previewing: 'info',
    ready: 'brand',
    applying: 'info',
    applied: 'success',
  } as const),
  ...({ undoing: 'info', undone: 'neutral', failed: 'danger', cancelled: 'warning' } as const),
} satisfies Record<ImportState, string>

export function ImportStateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`imports.states.${state}`)}</Badge>
}
