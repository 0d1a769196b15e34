import '#web/app/page-words.ts'
import { getAnyInvoice } from '#contract/admin/invoices.ts'
import { adminInvoicePath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-invoice-page.ts'
import { AdminInvoiceActions } from './admin-invoice-actions.tsx'
import { AdminInvoiceLinks } from './admin-invoice-links.tsx'
import { InvoiceStateBadge } from './invoice-state.tsx'
import { InvoiceView } from './invoice-view.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getAnyInvoice, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One invoice as its dealer sees it, with its files, order and account movement. */
export default function AdminInvoicePage({ loaderData: invoice }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('invoices.page.title', { number: invoice.invoiceNo })
  return (
    <DetailFrame
      title={title}
      description={t('administration.invoices.description')}
      path={adminInvoicePath(invoice.id)}
      back={{ to: pages.adminInvoices, label: t('administration.invoices.title') }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="code text-18 font-semibold" aria-label={title}>
          {invoice.invoiceNo}
        </h1>
        <InvoiceStateBadge state={invoice.state} />
        <AdminInvoiceActions invoice={invoice} />
      </div>
      <div className="grid items-start gap-4 2xl:grid-cols-[1fr_24rem]">
        <InvoiceView invoice={invoice} />
        <AdminInvoiceLinks key={`${invoice.orderNo} ${invoice.movementId}`} invoice={invoice} />
      </div>
    </DetailFrame>
  )
}
