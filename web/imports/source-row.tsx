import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import {
  type ListedSource,
  removeSource,
  runSourceNow,
  setSourceState,
  sourceHours,
  type SourceRun,
} from '#contract/admin/imports/import-sources.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SourceDialog } from './source-dialog.tsx'
import { SourceHistoryDialog } from './source-history-dialog.tsx'
import { RunOutcome } from './source-outcome.tsx'
import { type Sources, useSourceRights } from './use-sources.ts'

type SourceRowProps = { source: ListedSource; sources: Sources }

export function SourceRow({ source, sources }: SourceRowProps) {
  const { t } = useTranslation()
  const { name, url, isActive, isConfirmed, lastRun } = source
  return (
    <li
      data-testid="import-source"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {!isActive && <Badge>{t('imports.sources.paused')}</Badge>}
          {!isConfirmed && lastRun?.outcome !== 'waiting' && (
            <Badge tone="warning">{t('imports.sources.unconfirmed')}</Badge>
          )}
        </p>
        <p className="truncate text-12 text-ink-2" title={url}>
          {url}
        </p>
        {lastRun !== null && <LastRun run={lastRun} />}
      </div>
      <SourceFacts source={source} />
      <SourceActions source={source} sources={sources} />
    </li>
  )
}

function LastRun({ run }: { run: SourceRun }) {
  const { t } = useTranslation()
  const { importId, reason, outcome } = run
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
      <RunOutcome run={run} />
      <Moment date={run.startedAt} />
      {importId !== null && (
        <Link to={adminImportPath(importId)} className="text-brand-ink underline">
          {t('imports.sources.openImport', { number: importId })}
        </Link>
      )}
      {reason !== null && (outcome === 'failed' || outcome === 'waiting') && (
        <p className="basis-full text-ink-2">{reason}</p>
      )}
    </div>
  )
}

function SourceFacts({ source: { schedule, nextRunAt, products } }: { source: ListedSource }) {
  const { t, formatQuantity } = useTranslation()
  const hours = sourceHours.find((each) => `${each}h` === schedule)
  const scheduleText =
    hours === undefined
      ? schedule === ''
        ? t('imports.sources.schedules.manual')
        : `${t('imports.sources.schedules.daily')} ${schedule}`
      : t('imports.sources.schedules.hours', { count: hours })
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      <div className="sm:min-w-32">
        <dt className="text-12 text-ink-2">{scheduleText}</dt>
        <dd>{nextRunAt === null ? t('imports.sources.never') : <Moment date={nextRunAt} />}</dd>
      </div>
      <div className="tabular-nums sm:min-w-16 sm:text-right">
        <dt className="text-12 text-ink-2">{t('imports.sources.products')}</dt>
        <dd className="font-semibold">{formatQuantity(products)}</dd>
      </div>
    </dl>
  )
}

function SourceActions({ source, sources }: SourceRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'change' | 'history' | null>(null)
  const { mayRun, mayRemove } = useSourceRights()
  const { name, isActive, lastRun } = source
  const params = { id: String(source.id) }
  const textOf = (key: string) => t(`imports.sources.${key}`, { name })
  const isRunning = lastRun !== null && lastRun.outcome === null

  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: textOf('removeOf'),
      text: textOf('removeText'),
      actions: [{ label: textOf('remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await sources.runOrAlert(() => call(removeSource, { params }), textOf('removed'))
  }
  const setState = () =>
    sources.runOrAlert(
      () => call(setSourceState, { params, body: { isActive: !isActive } }),
      textOf(isActive ? 'pausedNow' : 'resumedNow'),
    )
  const start = () => sources.runOrAlert(() => call(runSourceNow, { params }), textOf('started'))
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end xl:w-auto">
      {mayRun && (
        <Button variant="soft" aria-label={textOf('runOf')} disabled={isRunning} onClick={() => void start()}>
          {textOf('run')}
        </Button>
      )}
      <Button aria-label={textOf('historyOf')} onClick={() => setOpen('history')}>
        {textOf('history')}
      </Button>
      {mayRun && (
        <>
          <Button aria-label={textOf('changeOf')} onClick={() => setOpen('change')}>
            {textOf('change')}
          </Button>
          <Button aria-label={textOf(isActive ? 'pauseOf' : 'resumeOf')} onClick={() => void setState()}>
            {textOf(isActive ? 'pause' : 'resume')}
          </Button>
        </>
      )}
      {mayRemove && (
        <Button variant="danger" aria-label={`${textOf('remove')}: ${name}`} onClick={() => void remove()}>
          {textOf('remove')}
        </Button>
      )}
      {open === 'change' && <SourceDialog source={source} sources={sources} onClose={() => setOpen(null)} />}
      {open === 'history' && <SourceHistoryDialog source={source} onClose={() => setOpen(null)} />}
    </div>
  )
}
