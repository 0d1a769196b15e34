import type { SourceOutcome, SourceRun } from '#contract/admin/imports/import-sources.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ImportStateBadge } from './import-state-badge.tsx'

const tones = {
  ...({ applied: 'success', unchanged: 'neutral', waiting: 'warning', failed: 'danger' } as const),
} satisfies Record<SourceOutcome, string>

/** How a run ended. One that waited for an administrator shows what became of its import. */
export function RunOutcome({ run: { outcome, importState } }: { run: SourceRun }) {
  const { t } = useTranslation()
  if (outcome === null) return <Badge tone="info">{t('imports.sources.running')}</Badge>
  const hasMoved = importState !== null && importState !== 'ready' && outcome !== 'failed'
  if (hasMoved) return <ImportStateBadge state={importState} />
  return <Badge tone={tones[outcome]}>{t(`imports.sources.outcomes.${outcome}`)}</Badge>
}
