import { Link } from '#web/ui/link.tsx'
import { invoicePath, orderPath } from '#contract/core/record-paths.ts'
import type { ListedInvoice } from '#contract/shop/invoices.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { lira } from '#domain/money/money.ts'
import { DebtCheckbox, type DebtChoice } from '#web/product/pay-debts.tsx'
import { Price } from '#web/app/price.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { InvoiceFileLinks } from './invoice-files.tsx'
import { InvoiceStateBadge } from './invoice-state.tsx'
import { typeName } from './invoice-words.ts'

/** The list as a table; in narrow windows each invoice is a card. */
type InvoicesTableProps = { invoices: readonly ListedInvoice[]; choice: DebtChoice | null }

export function InvoicesTable({ invoices, choice }: InvoicesTableProps) {
  const { t } = useTranslation()
  const head = (name: string) => t(`invoices.head.${name}`)
  return (
    <CardTable
      label={t('invoices.table')}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{head('number')}</HeadCell>
          <HeadCell>{head('date')}</HeadCell>
          <HeadCell>{head('dueDate')}</HeadCell>
          <HeadCell>{head('type')}</HeadCell>
          <HeadCell className="w-full 2xl:w-1/3">{head('order')}</HeadCell>
          <HeadCell align="right">{head('total')}</HeadCell>
          <HeadCell align="right">{head('open')}</HeadCell>
          <HeadCell>{head('state')}</HeadCell>
          <HeadCell className="rounded-tr-panel" />
        </>
      }
    >
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} choice={choice} />
      ))}
    </CardTable>
  )
}

function InvoiceRow({ invoice, choice }: { invoice: ListedInvoice; choice: DebtChoice | null }) {
  const { t } = useTranslation()
  const { id, invoiceNo, date, dueDate, typeCode, orderNo, total, currency, openAmount, openCurrency, state } = invoice
  return (
    <tr data-testid="invoice" className={cardRow.lg}>
      <Cell className="whitespace-nowrap max-lg:order-1 max-lg:px-0 lg:pl-4">
        {choice !== null && invoice.movementId !== null && openCurrency === lira && (openAmount ?? 0) > 0 && (
          <DebtCheckbox choice={choice} debt={{ id: invoice.movementId, unpaid: openAmount ?? 0 }} name={invoiceNo} />
        )}
        {/* The whole row links to the invoice. */}
        <Link
          to={invoicePath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {invoiceNo}
        </Link>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-3 max-lg:px-0">{formatDay(date)}</Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:px-0 max-lg:text-right max-lg:text-ink-2">
        {dueDate !== null && (
          <>
            <span className="lg:hidden">{t('invoices.head.dueDate')}: </span>
            {formatDay(dueDate)}
          </>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-7 max-lg:px-0">{typeName(t, typeCode)}</Cell>
      <Cell className="max-lg:order-8 max-lg:px-0 max-lg:text-right max-lg:empty:hidden">
        {orderNo !== null && (
          <Link to={orderPath(orderNo)} className="tap code relative z-1 hover:underline">
            {orderNo}
          </Link>
        )}
      </Cell>
      <Cell align="right" className="font-medium max-lg:order-5 max-lg:px-0 max-lg:text-left">
        <Price value={total} currency={currency} />
      </Cell>
      <Cell align="right" className="max-lg:order-6 max-lg:px-0">
        {openAmount !== null && (
          <>
            <span className="text-12 text-ink-2 lg:hidden">{t('invoices.head.open')} </span>
            <Price
              value={openAmount}
              currency={openCurrency}
              className={openAmount > 0 ? 'font-semibold' : 'text-ink-2'}
            />
          </>
        )}
      </Cell>
      <Cell className="max-lg:order-2 max-lg:px-0 max-lg:text-right">
        <InvoiceStateBadge state={state} />
      </Cell>
      <Cell align="right" className="max-lg:hidden lg:pr-3">
        <span className="relative z-1 flex justify-end gap-1">
          <InvoiceFileLinks invoice={invoice} />
        </span>
      </Cell>
    </tr>
  )
}
