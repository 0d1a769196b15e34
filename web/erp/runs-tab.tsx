import { useState } from 'react'
import { type ErpDetail, type ErpRun, erpRunStates, listErpRuns } from '#contract/admin/erp.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TabFilter } from './tab-filter.tsx'
import { runTones } from './words.ts'

type RunsTabProps = { connection: ErpDetail; list: { items: ErpRun[]; hasMore: boolean }; filter: string }

/** The log of runs, newest first. */
export function RunsTab({ connection: { id }, list, filter }: RunsTabProps) {
  const { t } = useTranslation()
  const [older, setOlder] = useState<{ items: ErpRun[]; hasMore: boolean } | null>(null)
  const { isBusy, failure, send } = useSubmit()
  const items = [...list.items, ...(older?.items ?? [])]
  const states = erpRunStates.map((value) => ({ value, label: t(`erp.runStates.${value}`) }))
  const loadMore = () =>
    send(async () => {
      const query = { before: String(items.at(-1)?.id ?? ''), state: filter }
      const next = await call(listErpRuns, { params: { id: String(id) }, query })
      setOlder({ items: [...(older?.items ?? []), ...next.items], hasMore: next.hasMore })
    })
  return (
    <>
      <TabFilter tab="gunluk" label={t('erp.columns.state')} value={filter} options={states} />
      {items.length === 0 ? (
        <EmptyState title={t('erp.noRuns')} text={t('erp.noRunsText')} />
      ) : (
        <RunsTable items={items} />
      )}
      <Failure text={failure?.message} />
      {(older ?? list).hasMore && (
        <Button className="self-center" busy={isBusy} onClick={() => void loadMore()}>
          {t('erp.older')}
        </Button>
      )}
    </>
  )
}

function RunsTable({ items }: { items: ErpRun[] }) {
  const { t } = useTranslation()
  const columns = ['started', 'resource', 'run', 'state', 'read', 'rowsChanged', 'refused', 'missing'] as const
  return (
    <CardTable
      label={t('erp.tabs.gunluk')}
      below="lg"
      head={columns.map((column, index) => (
        <HeadCell key={column} align={index > 3 ? 'right' : 'left'} className="first:pl-4 last:pr-4">
          {t(`erp.columns.${column}`)}
        </HeadCell>
      ))}
    >
      {items.map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
    </CardTable>
  )
}

function RunRow({ run: { startedAt, resource, kind, state, reason, message, ...run } }: { run: ErpRun }) {
  const { t, formatQuantity } = useTranslation()
  const counts = [
    { column: 'read', count: run.rowsRead },
    { column: 'rowsChanged', count: run.rowsChanged },
    { column: 'refused', count: run.rowsRefused },
    { column: 'missing', count: run.rowsMissing },
  ] as const
  const details = reason === 'missing' && message !== null ? t('erp.missingCount', { count: message }) : message
  const reasonText = details === null ? null : `${t(`erp.reasons.${reason}`)} ${details}`
  return (
    <tr data-testid="erp-run" className={cardRow.lg}>
      <Cell className="max-lg:px-0 lg:pl-4">
        <Moment date={startedAt} />
      </Cell>
      <Cell className="whitespace-nowrap max-lg:px-0 max-lg:text-right">
        {resource === null ? '–' : t(`erp.resources.${resource}`)}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:px-0">{t(`erp.runKinds.${kind}`)}</Cell>
      <Cell className="max-lg:px-0 max-lg:text-right lg:min-w-40">
        <Badge tone={runTones[state]}>
          {state === 'partly'
            ? t('erp.partlyRefused', { count: formatQuantity(run.rowsRefused) })
            : t(`erp.runStates.${state}`)}
        </Badge>
        {reasonText !== null && (
          <span className="ml-2 text-12 text-ink-2 [overflow-wrap:anywhere] max-lg:hidden">{reasonText}</span>
        )}
      </Cell>
      {reasonText !== null && (
        <Cell className="col-span-2 max-lg:px-0 text-12 text-ink-2 [overflow-wrap:anywhere] lg:hidden">
          {reasonText}
        </Cell>
      )}
      {counts.map(({ column, count }) => (
        <Cell
          key={column}
          align="right"
          className={classes('tabular-nums max-lg:hidden', column === 'missing' && 'lg:pr-4')}
        >
          {formatQuantity(count)}
        </Cell>
      ))}
      <Cell className="col-span-2 max-lg:px-0 text-12 text-ink-2 lg:hidden">
        {counts.map(({ column, count }) => `${t(`erp.columns.${column}`)}: ${formatQuantity(count)}`).join(' · ')}
      </Cell>
    </tr>
  )
}
