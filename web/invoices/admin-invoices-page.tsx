import '#web/app/page-words.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { listAllInvoices } from '#contract/admin/invoices.ts'
import { pages } from '#contract/core/pages.ts'
import { invoiceStates } from '#contract/shop/invoices.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-invoices-page.ts'
import { AdminInvoicesTable } from './admin-invoices-table.tsx'
import { UploadInvoices } from './upload-invoices.tsx'

const place: ListPlace = { page: pages.adminInvoices, names: ['q', 'dealer', 'status', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllInvoices, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Invoices of all dealers, and the upload of new ones. */
export default function AdminInvoicesPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="invoices"
      filter={
        <>
          <MayChange>
            <UploadInvoices />
          </MayChange>
          <InvoicesFilter list={list} />
        </>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-13 text-ink-2">
            {t('invoices.count', { count: list.total, number: formatQuantity(list.total) })}
          </p>
          <ExportButtons name="invoices" place={place} list={list} />
        </div>
      }
    >
      <AdminInvoicesTable place={place} list={list} />
    </ListFrame>
  )
}

function InvoicesFilter({ list }: { list: Reply<typeof listAllInvoices> }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.invoices.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="status" label={text('state')} value={list.status}>
        <option value="">{text('allStates')}</option>
        {invoiceStates.map((state) => (
          <option key={state} value={state}>
            {t(`invoices.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
    </ListFilter>
  )
}
