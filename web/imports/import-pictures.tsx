import { RotateCcw } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { type FailedImportPicture } from '#contract/admin/imports/import-lists.ts'
import { type ImportDetail, retryImportPictures } from '#contract/admin/imports/imports.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Moment } from '#web/app/moment.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = { detail: ImportDetail; isFetching: boolean }

/** Pictures that the files name by address: how many there are, then how far fetching them is. */
export function ImportPictures({ detail, isFetching }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { state, summary, pictures } = detail
  const found = summary?.pictures
  if (state === 'ready' && found !== undefined && found.addresses > 0) {
    const facts = { addresses: formatQuantity(found.addresses), waiting: formatQuantity(found.waiting) }
    return (
      <MessageStrip tone="info">
        {t(`imports.pictures.${found.waiting > 0 ? 'preview' : 'previewStored'}`, facts)}
      </MessageStrip>
    )
  }
  return pictures === null ? null : <Fetched id={detail.id} pictures={pictures} isFetching={isFetching} />
}

type FetchedProps = { id: number; pictures: NonNullable<ImportDetail['pictures']>; isFetching: boolean }

function Fetched({ id, pictures, isFetching }: FetchedProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const { total, stored, failed, waiting, retried, nextAt } = pictures
  const parts = [
    t('imports.pictures.progress', { total: formatQuantity(total), stored: formatQuantity(stored) }),
    ...(waiting > 0 ? [t('imports.pictures.waiting', { n: formatQuantity(waiting) })] : []),
    ...(failed > 0 ? [t('imports.pictures.failed', { n: formatQuantity(failed) })] : []),
  ]
  const mayChange = useMayChange()
  const title = t('imports.pictures.title')
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-panel border border-line bg-surface p-4 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-14 font-semibold">{title}</h2>
        {mayChange && !isFetching && failed + retried > 0 && (
          <Button
            size="card"
            className="ml-auto"
            busy={isBusy}
            icon={<RotateCcw size={16} aria-hidden="true" />}
            onClick={() => void run(retryImportPictures, { params: { id: String(id) } })}
          >
            {t('imports.pictures.again')}
          </Button>
        )}
      </div>
      {waiting > 0 && <progress aria-label={title} max={total} value={stored + failed} className="h-2 w-full" />}
      <p className="text-ink-2 tabular-nums">{parts.join(' · ')}</p>
      <p role="status" className="empty:hidden">
        {isFetching && t('imports.pictures.fetching')}
        {stored === total && t('imports.pictures.done')}
      </p>
      {retried > 0 && (
        <p>
          {t('imports.pictures.retried', { n: formatQuantity(retried) })} {nextAt !== null && <Moment date={nextAt} />}
        </p>
      )}
    </section>
  )
}

/** Addresses that gave no picture, with the products that lack it. */
export function FailedPictures({ items }: { items: readonly FailedImportPicture[] }) {
  const { t } = useTranslation()
  return (
    <CardTable
      label={t('imports.table.reason')}
      below="xl"
      head={
        <>
          <HeadCell className="w-48 pl-4">{t('imports.table.product')}</HeadCell>
          <HeadCell className="w-56">{t('imports.table.line')}</HeadCell>
          <HeadCell>{t('imports.table.address')}</HeadCell>
          <HeadCell className="w-72 pr-4">{t('imports.table.reason')}</HeadCell>
        </>
      }
    >
      {items.map(({ file, line, productId, code, url, reason }) => (
        <tr
          key={`${productId} ${url}`}
          data-testid="failed-picture"
          className="border-b border-line align-top last:border-0 max-xl:grid max-xl:gap-y-1 max-xl:px-3 max-xl:py-2.5 xl:[&>td]:py-2"
        >
          <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">
            <Link to={adminProductPath(productId)} className="code text-brand-ink hover:underline">
              {code}
            </Link>
          </Cell>
          <Cell className="[overflow-wrap:anywhere] max-xl:px-0">
            <span className="tabular-nums">
              <span className="text-12 text-ink-2 xl:hidden">{t('imports.table.line')} </span>
              {line}
            </span>
            <span className="text-12 text-ink-2 max-xl:ml-2 xl:block">{file}</span>
          </Cell>
          <Cell className="text-12 text-ink-2 [overflow-wrap:anywhere] max-xl:px-0">{url}</Cell>
          <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:pr-4">{reason}</Cell>
        </tr>
      ))}
    </CardTable>
  )
}
