import { useEffect, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { type ListedSource, listSourceRuns, type SourceRun } from '#contract/admin/imports/import-sources.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RunOutcome } from './source-outcome.tsx'

type Runs = Reply<typeof listSourceRuns>

/** The runs of a source, newest first. */
export function SourceHistoryDialog({ source: { id, name }, onClose }: { source: ListedSource; onClose(): void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [runs, setRuns] = useState<Runs | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    call(listSourceRuns, { params: { id: String(id) }, query: { page: String(page) } }, { signal: controller.signal })
      .then((next) => setRuns((former) => (former === null || page === 1 ? next : joined(former, next))))
      .catch((error: unknown) => error instanceof CallError && setFailure(error.message))
    return () => controller.abort()
  }, [id, page])
  const textOf = (key: string, facts = {}) => t(`imports.sources.${key}`, facts)
  return (
    <Dialog open onOpenChange={onClose} width="lg" title={textOf('historyOf', { name })}>
      <Failure text={failure} />
      {runs === null && failure === null && (
        <div className="flex justify-center py-8">
          <Spinner />
        </div>
      )}
      {runs?.items.length === 0 && <p className="text-ink-2">{textOf('noHistory')}</p>}
      {runs !== null && runs.items.length > 0 && <RunsTable items={runs.items} />}
      {runs !== null && runs.page < runs.pages && (
        <Button className="mt-3" onClick={() => setPage(page + 1)}>
          {textOf('more')}
        </Button>
      )}
    </Dialog>
  )
}

const joined = (former: Runs, next: Runs): Runs => ({ ...next, items: [...former.items, ...next.items] })

function RunsTable({ items }: { items: readonly SourceRun[] }) {
  const { t } = useTranslation()
  const textOf = (key: string) => t(`imports.sources.${key}`)
  return (
    <Table aria-label={textOf('history')}>
      <TableHead>
        <tr>
          <HeadCell>{textOf('when')}</HeadCell>
          <HeadCell>{textOf('outcome')}</HeadCell>
          <HeadCell align="right" className="max-sm:hidden">
            {textOf('figures')}
          </HeadCell>
          <HeadCell className="max-sm:hidden">{textOf('by')}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </Table>
  )
}

function RunRow({ run }: { run: SourceRun }) {
  const { t, formatQuantity } = useTranslation()
  const { importId, created, updated, offSale, reason, outcome, importState } = run
  const isApplied = outcome === 'applied' || importState === 'applied'
  return (
    <tr className="border-t border-line align-top [&>td]:py-2">
      <Cell>
        <Moment date={run.startedAt} />
      </Cell>
      <Cell>
        <RunOutcome run={run} />{' '}
        {importId !== null && (
          <Link to={adminImportPath(importId)} className="whitespace-nowrap text-brand-ink underline">
            {t('imports.sources.openImport', { number: importId })}
          </Link>
        )}
        {reason !== null && <span className="block text-12 text-ink-2">{reason}</span>}
        {isApplied && offSale !== null && offSale > 0 && (
          <span className="block text-12 text-ink-2">
            {t('imports.sources.offSale', { n: formatQuantity(offSale) })}
          </span>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap tabular-nums max-sm:hidden">
        {created !== null && updated !== null && `${formatQuantity(created)} / ${formatQuantity(updated)}`}
      </Cell>
      <Cell className="text-ink-2 max-sm:hidden">{run.askedBy ?? t('imports.sources.bySchedule')}</Cell>
    </tr>
  )
}
