import '#web/app/page-words.ts'
import { ArrowLeft, CreditCard, Printer, ReceiptText } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { pages } from '#contract/core/pages.ts'
import { invoicePath, payDebtsPath } from '#contract/core/record-paths.ts'
import { getInvoice } from '#contract/shop/invoices.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/invoice-page.ts'
import { InvoiceFileLinks } from './invoice-files.tsx'
import { InvoiceStateBadge } from './invoice-state.tsx'
import { InvoiceView } from './invoice-view.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getInvoice, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One invoice: its lines, taxes and what is open, to read and to print. */
export default function InvoicePage({ loaderData: invoice }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { hasCardPayment } = useVisitor()
  const title = t('invoices.page.title', { number: invoice.invoiceNo })
  return (
    <div className="page-width max-w-300! py-5 print:p-0">
      <PageHead
        title={title}
        description={t('invoices.page.description')}
        canonical={invoicePath(invoice.id)}
        noIndex
      />
      <Link
        to={pages.invoices}
        className="inline-flex items-center gap-1.5 text-13 text-ink-2 hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('invoices.page.back')}
      </Link>
      <PrintHead />
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-3">
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">{title}</h1>
        <InvoiceStateBadge state={invoice.state} />
        <div className="ml-auto flex flex-wrap gap-2 print:hidden">
          {hasCardPayment &&
            invoice.movementId !== null &&
            (invoice.openAmount ?? 0) > 0 &&
            invoice.openCurrency === lira && (
              <a href={payDebtsPath([invoice.movementId])} className={buttonClasses('solid', 'card')}>
                <CreditCard size={16} aria-hidden="true" /> {t('invoices.page.pay')}
              </a>
            )}
          <InvoiceFileLinks invoice={invoice} size="card" />
          {invoice.movementId !== null && (
            <Link
              to={urlOf(pages.statement, {}, { q: invoice.invoiceNo, currency: invoice.openCurrency })}
              className={buttonClasses('outline', 'card')}
            >
              <ReceiptText size={16} aria-hidden="true" /> {t('invoices.page.movement')}
            </Link>
          )}
          <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
            {t('invoices.page.print')}
          </Button>
        </div>
      </div>
      <InvoiceView invoice={invoice} />
    </div>
  )
}
