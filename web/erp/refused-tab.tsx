import { type ErpDetail, type ErpRefusedRow, retryErpRefused } from '#contract/admin/erp.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TabFilter } from './tab-filter.tsx'

type RefusedTabProps = { connection: ErpDetail; list: { items: ErpRefusedRow[]; total: number }; filter: string }

/** Records of the ERP that did not become rows of the shop, each with its reason. */
export function RefusedTab({ connection: { id, feeds }, list: { items, total }, filter }: RefusedTabProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const resources = feeds.map(({ resource }) => ({ value: resource, label: t(`erp.resources.${resource}`) }))
  async function retry(row: ErpRefusedRow | null): Promise<void> {
    const resource = row?.resource ?? feeds.find((feed) => feed.resource === filter)?.resource ?? null
    const done = await run(retryErpRefused, { params: { id: String(id) }, body: { resource, key: row?.key ?? null } })
    if (done === null) return
    const counts = { accepted: formatQuantity(done.accepted), refused: formatQuantity(done.refused) }
    if (done.refused === 0) notify.success(t('erp.retriedRows', counts))
    else notify.error(t('erp.retriedSome', counts))
  }
  return (
    <>
      <TabFilter tab="reddedilen" label={t('erp.columns.resource')} value={filter} options={resources}>
        {items.length > 0 && (
          <MayChange>
            <Button variant="soft" busy={isBusy} onClick={() => void retry(null)}>
              {t('erp.retryAll')}
            </Button>
          </MayChange>
        )}
        {total > items.length && (
          <span className="text-12 text-ink-2">
            {t('erp.firstOf', { shown: formatQuantity(items.length), total: formatQuantity(total) })}
          </span>
        )}
      </TabFilter>
      {items.length === 0 ? (
        <EmptyState title={t('erp.noRefused')} text={t('erp.noRefusedText')} />
      ) : (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {items.map((row) => (
            <RefusedRow key={`${row.resource} ${row.key}`} row={row} isBusy={isBusy} onRetry={() => void retry(row)} />
          ))}
        </ul>
      )}
    </>
  )
}

function RefusedRow({ row, isBusy, onRetry }: { row: ErpRefusedRow; isBusy: boolean; onRetry(): void }) {
  const { t } = useTranslation()
  const { resource, key, place, message, record, refusedAt } = row
  return (
    <li
      data-testid="erp-refused"
      className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72 text-13">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="code font-medium [overflow-wrap:anywhere]">{key}</span>
          <span className="text-12 text-ink-2">
            {t(`erp.resources.${resource}`)} · <Moment date={refusedAt} />
          </span>
        </p>
        <p className="text-danger [overflow-wrap:anywhere]">{message}</p>
        {place !== null && <p className="code text-12 text-ink-2 [overflow-wrap:anywhere]">{place}</p>}
        <details className="mt-1">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-12 text-ink-2">
            {t('erp.record')}
          </summary>
          <pre className="mt-1 max-h-80 overflow-auto rounded-control bg-fill p-2 text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {record}
          </pre>
        </details>
      </div>
      <MayChange>
        <Button
          className="self-start"
          disabled={isBusy}
          aria-label={t('erp.retryOf', { number: key })}
          onClick={onRetry}
        >
          {t('erp.retry')}
        </Button>
      </MayChange>
    </li>
  )
}
