import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import type { AdminListedInvoice, listAllInvoices } from '#contract/admin/invoices.ts'
import { adminInvoicePath } from '#contract/core/admin-pages.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { InvoiceStateBadge } from './invoice-state.tsx'
import { typeName } from './invoice-words.ts'

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date', sort: 'date' },
  { name: 'dueDate', sort: 'due' },
  { name: 'dealer', className: 'w-full 2xl:w-1/2' },
  { name: 'total', sort: 'total', align: 'right' },
  { name: 'open', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

/** Invoices of all dealers; cards in narrow windows. */
export function AdminInvoicesTable({ place, list }: { place: ListPlace; list: Reply<typeof listAllInvoices> }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="invoices">
      {list.items.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </ListTable>
  )
}

function InvoiceRow({ invoice }: { invoice: AdminListedInvoice }) {
  const { t } = useTranslation()
  const { id, invoiceNo, date, dueDate, dealer, dealerCode, typeCode, total, currency, state } = invoice
  return (
    <tr data-testid="admin-invoice" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {/* The whole row links to the invoice. */}
        <AreaLink
          to={adminInvoicePath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {invoiceNo}
        </AreaLink>
        <span className="block text-12 text-ink-2">{typeName(t, typeCode)}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-4 max-xl:px-0">{formatDay(date)}</Cell>
      <Cell className="whitespace-nowrap max-xl:order-5 max-xl:px-0 max-xl:text-right max-xl:text-ink-2">
        {dueDate !== null && (
          <>
            <span className="xl:hidden">{t('administration.invoices.columns.dueDate')}: </span>
            {formatDay(dueDate)}
          </>
        )}
      </Cell>
      <Cell className="min-w-40 max-xl:order-3 max-xl:col-span-2 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{dealerCode}</span>
      </Cell>
      <Cell align="right" className="font-semibold max-xl:order-6 max-xl:px-0 max-xl:text-left">
        <Price value={total} currency={currency} />
      </Cell>
      <Cell align="right" className="max-xl:order-7 max-xl:px-0">
        {invoice.openAmount !== null && (
          <>
            <span className="text-12 text-ink-2 xl:hidden">{t('administration.invoices.columns.open')} </span>
            <Price value={invoice.openAmount} currency={invoice.openCurrency} />
          </>
        )}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <span className="flex flex-wrap items-center gap-1 max-xl:justify-end">
          <InvoiceStateBadge state={state} />
          {invoice.hasDifferences && <Badge tone="warning">{t('administration.invoices.differs')}</Badge>}
        </span>
      </Cell>
    </tr>
  )
}
