import { AreaLink } from '#web/administration/area-link.tsx'
import type { InvoiceFileResult } from '#contract/admin/invoices.ts'
import { adminInvoicePath } from '#contract/core/admin-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { added: 'success', same: 'neutral', attached: 'success', refused: 'danger' } as const

/** What became of each uploaded file; refused ones come first. */
export function UploadResults({ results }: { results: readonly InvoiceFileResult[] }) {
  const { t } = useTranslation()
  if (results.length === 0) return null
  const label = t('administration.invoices.upload.results')
  const sorted = results.toSorted((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
  return (
    <section aria-label={label} className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">
        {label} ({results.length})
      </h2>
      <ul className="max-h-80 overflow-y-auto">
        {sorted.map((result, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- archives may contain the same name twice
          <li
            key={at}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-0"
          >
            <Badge tone={tones[result.outcome]}>{t(`administration.invoices.outcomes.${result.outcome}`)}</Badge>
            <span className="[overflow-wrap:anywhere]">{result.name}</span>
            <Outcome result={result} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ result }: { result: InvoiceFileResult }) {
  const { t } = useTranslation()
  const { invoiceId, invoiceNo, dealer, message, hasDifferences, isPosted } = result
  if (message !== '') return <span className="min-w-0 basis-full text-danger sm:basis-0 sm:grow">{message}</span>
  return (
    <span className="min-w-0 text-ink-2 sm:grow">
      {invoiceId !== null && (
        <AreaLink to={adminInvoicePath(invoiceId)} className="tap code font-medium text-brand-ink hover:underline">
          {invoiceNo}
        </AreaLink>
      )}{' '}
      {[dealer, isPosted ? t('administration.invoices.posted') : ''].filter((each) => each !== '').join(' · ')}{' '}
      {hasDifferences && <Badge tone="warning">{t('administration.invoices.differs')}</Badge>}
    </span>
  )
}
