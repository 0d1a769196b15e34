import type { RunningMigration } from '#contract/admin/jobs.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useJobWords } from './words.ts'

/** How far an update of the database is that moves rows while the shop sells. */
export function MigrationsPanel({ migrations }: { migrations: RunningMigration[] }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.jobs.migrations.${name}`)
  if (migrations.length === 0) return null
  return (
    <AdminPanel title={text('title')}>
      <p className="text-13 text-ink-2">{text('text')}</p>
      {migrations.map((migration) => (
        <Migration key={migration.version} migration={migration} />
      ))}
    </AdminPanel>
  )
}

function Migration({
  migration: { version, table, moved, total, secondsLeft, startedAt, isMoving },
}: {
  migration: RunningMigration
}) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const { duration } = useJobWords()
  const percent = total > 0 ? Math.min(100, Math.floor((moved / total) * 100)) : 0
  const label = t('administration.jobs.migrations.name', { version, table })
  const facts = { moved: formatQuantity(moved), total: formatQuantity(total), percent: formatNumber(percent, 0) }
  return (
    <div data-testid="migration" className="flex flex-col gap-1.5 text-13">
      <p className="font-medium">{label}</p>
      <progress aria-label={label} max={100} value={percent} className="h-2 w-full" />
      <p className="flex flex-wrap gap-x-4 text-12 text-ink-2 tabular-nums">
        <span>{t('administration.jobs.migrations.progress', facts)}</span>
        {isMoving && secondsLeft !== null && (
          <span>{t('administration.jobs.migrations.left', { time: duration(secondsLeft) })}</span>
        )}
        {!isMoving && <span className="text-danger">{t('administration.jobs.migrations.interrupted')}</span>}
        <span>
          {t('administration.jobs.migrations.since')} <Moment date={startedAt} />
        </span>
      </p>
    </div>
  )
}
