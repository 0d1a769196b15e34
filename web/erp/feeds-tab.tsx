import { AreaLink } from '#web/administration/area-link.tsx'
import { type ErpDetail, type ErpFeed, runErp } from '#contract/admin/erp.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What the connection reads, how the last run went, and when the next one is. */
export function FeedsTab({ connection }: { connection: ErpDetail }) {
  const { t } = useTranslation()
  const { isActive, feeds, sends } = connection
  if (!feeds.some((feed) => feed.isActive) && sends.length === 0) {
    return <EmptyState title={t('erp.nothingChosen')} text={t('erp.nothingChosenText')} />
  }
  const columns = ['resource', 'lastOk', 'rows', 'next'] as const
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-13 text-ink-2">{isActive ? '' : t('erp.pausedHint')}</p>
        <MayChange>
          <CompareAll id={connection.id} feeds={feeds.filter((feed) => feed.isActive)} />
        </MayChange>
      </div>
      <CardTable
        label={t('erp.tabs.durum')}
        below="xl"
        head={
          <>
            {columns.map((column) => (
              <HeadCell key={column} className="first:pl-4">
                {t(`erp.columns.${column}`)}
              </HeadCell>
            ))}
            <HeadCell />
          </>
        }
      >
        {feeds
          .filter((feed) => feed.isActive)
          .map((feed) => (
            <Feed key={feed.resource} id={connection.id} feed={feed} isActive={isActive} />
          ))}
      </CardTable>
    </>
  )
}

/** Compares every resource that is read. */
function CompareAll({ id, feeds }: { id: number; feeds: readonly ErpFeed[] }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  async function start(): Promise<void> {
    for (const { resource } of feeds) {
      const done = await run(runErp, { params: { id: String(id) }, body: { resource, kind: 'compare' } })
      if (done === null) return
    }
    notify.success(t('erp.startedAll'))
  }
  if (feeds.length < 2) return null
  return (
    <Button disabled={isBusy || feeds.some(({ isRunning }) => isRunning)} onClick={() => void start()}>
      {t('erp.compareAll')}
    </Button>
  )
}

type FeedProps = { id: number; feed: ErpFeed; isActive: boolean }

function Feed({ id, feed, isActive }: FeedProps) {
  const { t, formatQuantity } = useTranslation()
  const {
    resource,
    isRunning,
    failures,
    lastOkAt,
    hasCompared,
    rowsRead,
    rowsChanged,
    rowsRefused,
    refusedRows,
    warnings,
    nextAt,
    reason,
    message,
  } = feed
  return (
    <tr data-testid="erp-feed" className={`${cardRow.xl} max-xl:grid-cols-1`}>
      <Cell className="max-xl:px-0 xl:pl-4">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {t(`erp.resources.${resource}`)}
          {isRunning && <Badge tone="info">{t('erp.running')}</Badge>}
          {failures > 0 && <Badge tone="danger">{t('erp.failures', { count: failures })}</Badge>}
        </span>
        {failures > 0 && message !== null && (
          <span className="block max-w-120 text-12 text-danger [overflow-wrap:anywhere]">
            {t(`erp.reasons.${reason}`)} {reason === 'missing' ? t('erp.missingCount', { count: message }) : message}
          </span>
        )}
      </Cell>
      <Cell className="max-xl:px-0">
        <span className="text-12 text-ink-2 xl:hidden">{t('erp.columns.lastOk')}: </span>
        {lastOkAt === null ? t('erp.never') : <Moment date={lastOkAt} />}
      </Cell>
      <Cell className="max-xl:px-0">
        {rowsRead !== null && (
          <span className="block">
            {t(hasCompared ? 'erp.comparedCounts' : 'erp.rowCounts', {
              read: formatQuantity(rowsRead),
              changed: formatQuantity(rowsChanged ?? 0),
            })}
          </span>
        )}
        {(rowsRefused ?? 0) > 0 && (
          <span className="block text-12 text-danger">
            {t(hasCompared ? 'erp.refusedInComparison' : 'erp.refusedInRun', {
              count: formatQuantity(rowsRefused ?? 0),
            })}
          </span>
        )}
        {refusedRows > 0 && (
          <AreaLink
            to={`?sekme=reddedilen&filtre=${resource}`}
            className="flex min-h-6 w-fit items-center text-12 text-danger underline max-xl:min-h-11"
          >
            {t('erp.refusedCount', { count: formatQuantity(refusedRows) })}
          </AreaLink>
        )}
        {warnings.length > 0 && (
          <AreaLink
            to="?sekme=esleme"
            className="flex min-h-6 w-fit items-center text-12 text-warning underline max-xl:min-h-11"
          >
            {t('erp.absentCount', { count: warnings.length })}
          </AreaLink>
        )}
      </Cell>
      <Cell className="max-xl:px-0">
        <span className="text-12 text-ink-2 xl:hidden">{t('erp.columns.next')}: </span>
        {isActive && nextAt !== null ? <Moment date={nextAt} /> : '–'}
      </Cell>
      <Cell align="right" className="max-xl:px-0 xl:pr-4">
        <MayChange>
          <RunButtons id={id} feed={feed} isActive={isActive} />
        </MayChange>
      </Cell>
    </tr>
  )
}

function RunButtons({ id, feed: { resource, isRunning, reason }, isActive }: FeedProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const name = t(`erp.resources.${resource}`)
  async function start(kind: 'changes' | 'full' | 'compare', allowsMissing = false): Promise<void> {
    const body = { resource, kind, ...(allowsMissing && { allowsMissing }) }
    if ((await run(runErp, { params: { id: String(id) }, body })) !== null) notify.success(t('erp.started', { name }))
  }
  async function startMissing(): Promise<void> {
    const answer = await showAlert({
      title: t('erp.allowMissing'),
      text: t('erp.allowMissingText'),
      actions: [{ label: t('erp.allowMissing'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await start('full', true)
  }
  return (
    <span className="flex flex-wrap gap-2 xl:justify-end">
      {isActive && reason === 'missing' && (
        <Button variant="danger" disabled={isBusy || isRunning} onClick={() => void startMissing()}>
          {t('erp.allowMissing')}
        </Button>
      )}
      {(isActive ? (['changes', 'full', 'compare'] as const) : (['compare'] as const)).map((kind) => (
        <Button
          key={kind}
          variant={kind === 'changes' ? 'soft' : 'outline'}
          disabled={isBusy || isRunning}
          aria-label={t(`erp.runOf.${kind}`, { name })}
          onClick={() => void start(kind)}
        >
          {t(`erp.run.${kind}`)}
        </Button>
      ))}
    </span>
  )
}
