import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { orderPath } from '#contract/core/record-paths.ts'
import type { Invoice } from '#contract/shop/invoices.ts'
import { decimal } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { profileName, typeName } from './invoice-words.ts'
import { RateNotes } from '#web/product/rate-notes.tsx'

/** The invoice as its document states it. Texts of the document are rendered as text. */
export function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { document, currency } = invoice
  return (
    <div className="flex flex-col gap-4">
      <Differences invoice={invoice} />
      <Facts invoice={invoice} />
      {document === null ? (
        <MessageStrip tone="info">{t('invoices.page.noDocument')}</MessageStrip>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
            <Party name={t('invoices.page.seller')} party={document.seller} />
            <Party name={t('invoices.page.buyer')} party={document.buyer} />
          </div>
          <InvoiceLines lines={document.lines} currency={currency} />
          <div className="grid items-start gap-4 lg:grid-cols-[1fr_26rem]">
            <Notes notes={[...document.notes, document.paymentTerms].filter((each) => each !== '')} />
            <InvoiceTotals document={document} currency={currency} />
          </div>
        </>
      )}
    </div>
  )
}

/** What does not add up, with the document's amounts and the calculated ones. */
function Differences({ invoice: { differences, currency } }: { invoice: Invoice }) {
  const { t, formatMoney } = useTranslation()
  if (differences.length === 0) return null
  return (
    <MessageStrip tone="warning">
      <p className="font-medium">{t('invoices.differences.title')}</p>
      <ul className="text-13">
        {differences.map(({ what, of, stated, calculated }) => (
          <li key={`${what} ${of} ${stated}`}>
            {t('invoices.differences.row', {
              what: t(`invoices.differences.${what}`, { of }),
              stated: formatMoney(stated, currency),
              calculated: formatMoney(calculated, currency),
            })}
          </li>
        ))}
      </ul>
    </MessageStrip>
  )
}

/** The order's amount at the rate of the invoice's day, and the preliminary one. */
function OrderAtInvoice({ order }: { order: NonNullable<Invoice['orderAtInvoice']> }) {
  const { t, formatMoney } = useTranslation()
  const { currency, preliminary, total } = order
  return (
    <>
      {total === null ? t('invoices.page.rateMissing') : formatMoney(total, currency)}
      <span className="block text-12 text-ink-2">
        {t('invoices.page.preliminary', { total: formatMoney(preliminary, currency) })}
      </span>
    </>
  )
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { t, formatNumber } = useTranslation()
  const { date, dueDate, typeCode, ettn, orderNo, orderRef, document, currency, total } = invoice
  const { openAmount, openCurrency, rateNotes, orderAtInvoice } = invoice
  const rate = document?.exchangeRate ?? null
  const facts: [string, ReactNode][] = [
    [t('invoices.head.total'), <Price key="total" value={total} currency={currency} className="font-semibold" />],
    [
      t('invoices.page.left'),
      openAmount !== null && <Price key="left" value={openAmount} currency={openCurrency} className="font-semibold" />,
    ],
    [t('invoices.head.date'), formatDay(date)],
    [t('invoices.head.dueDate'), dueDate !== null && formatDay(dueDate)],
    [t('invoices.head.type'), typeName(t, typeCode)],
    [t('invoices.page.profile'), document && profileName(t, document.profile)],
    [
      t('invoices.page.order'),
      orderNo === null ? (
        orderRef
      ) : (
        <Link key="order" to={orderPath(orderNo)} className="code text-brand-ink hover:underline">
          {orderNo}
        </Link>
      ),
    ],
    [t('invoices.page.despatches'), document?.despatches.join(', ')],
    [t('invoices.page.originals'), document?.originals.join(', ')],
    [
      t('invoices.page.exchangeRate'),
      rate !== null && `1 ${currency} = ${formatNumber(decimal(rate).toFixed(), 4)} TL`,
    ],
    [
      t('invoices.page.rateOfDay'),
      rateNotes.length > 0 && <RateNotes key="rates" notes={rateNotes} className="text-13! text-ink!" />,
    ],
    [
      t('invoices.page.orderAtInvoice'),
      orderAtInvoice !== null && <OrderAtInvoice key="order" order={orderAtInvoice} />,
    ],
    [
      t('invoices.page.ettn'),
      ettn !== null && (
        <span key="ettn" className="code text-12">
          {ettn}
        </span>
      ),
    ],
  ]
  return (
    <section
      aria-label={t('invoices.page.facts')}
      className="rounded-panel border border-line bg-surface p-4 print:border-0 print:p-0"
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        {facts
          .filter(([, value]) => value !== '' && value !== undefined && value !== false)
          .map(([name, value]) => (
            <div key={name} className={classes('min-w-0', name === t('invoices.page.ettn') && 'col-span-2')}>
              <dt className="text-12 text-ink-2">{name}</dt>
              <dd className="mt-0.5 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

type PartyProps = { name: string; party: NonNullable<Invoice['document']>['seller'] }

function Party({ name, party }: PartyProps) {
  const { t } = useTranslation()
  const named = (key: string, value: string) => (value === '' ? '' : `${t(`invoices.page.${key}`)}: ${value}`)
  const tax = [named('taxOffice', party.taxOffice), named('taxNumber', party.taxNumber)].filter((each) => each !== '')
  return (
    <section
      aria-label={name}
      className="rounded-panel border border-line bg-surface p-4 text-13 [overflow-wrap:anywhere] print:border-0 print:p-0"
    >
      <h2 className="text-12 text-ink-2">{name}</h2>
      <p className="mt-0.5 text-14 font-medium">{party.name}</p>
      <p className="text-ink-2">{party.address}</p>
      <p className="text-ink-2">{tax.join(' · ')}</p>
    </section>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  const { t } = useTranslation()
  if (notes.length === 0) return <div className="max-lg:hidden" />
  return (
    <section aria-label={t('invoices.page.notes')} className="rounded-panel border border-line bg-surface p-4 text-13">
      <h2 className="text-12 text-ink-2">{t('invoices.page.notes')}</h2>
      {notes.map((note, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the notes of a document never change
        <p key={at} className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
    </section>
  )
}
