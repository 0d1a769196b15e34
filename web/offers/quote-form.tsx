import type { ReactNode } from 'react'
import type { Quote } from '#contract/shop/quote.ts'
import { momentInTurkey } from '#domain/text/calendar-day.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The quote for the dealer's customer: final prices, without showing the dealer's discount or mark-up. */
export function QuoteForm({ quote }: { quote: Quote }) {
  const { t, language } = useTranslation()
  const { formatDate } = dateFormatsOf(language)
  const { user_address: seller, customer, description } = quote
  const phone = (number: string) => number !== '' && `${t('offers.quote.phone')}: ${number}`
  const tax = ({ taxOffice: office, taxNumber: number }: { taxOffice: string; taxNumber: string }) =>
    [office && t('offers.quote.taxOffice', { office }), number && t('offers.quote.taxNumber', { number })]
      .filter(Boolean)
      .join(' · ')
  return (
    <article className="text-13">
      <header className="flex items-start justify-between gap-6">
        {quote.user_logo === null ? (
          <p className="text-20 font-semibold [overflow-wrap:anywhere] max-sm:text-16">{seller.name}</p>
        ) : (
          <img
            src={quote.user_logo}
            alt={t('accountSettings.letterhead.logoAlt', { name: seller.name })}
            className="max-h-20 max-w-60 object-contain"
          />
        )}
        <div className="shrink-0 text-right">
          <h1 className="text-20 font-semibold">{t('offers.quote.title')}</h1>
          {quote.isCancel && <p className="font-semibold text-danger">{t('offers.quote.cancelled')}</p>}
          <dl className="mt-1 grid grid-cols-[auto_auto] justify-end gap-x-2">
            <dt className="text-ink-2">{t('offers.quote.number')}</dt>
            <dd className="font-semibold">{quote.orderNo}</dd>
            <dt className="text-ink-2">{t('offers.quote.date')}</dt>
            <dd>{formatDate(new Date(quote.date))}</dd>
            {quote.validUntil !== null && (
              <>
                <dt className="text-ink-2">{t('offers.quote.validUntil')}</dt>
                <dd>{formatDate(momentInTurkey(quote.validUntil))}</dd>
              </>
            )}
          </dl>
        </div>
      </header>
      <div className="mt-6 grid grid-cols-2 gap-6">
        <Party title={t('offers.quote.seller')}>
          {[
            seller.name,
            seller.address,
            [seller.town, seller.city].filter(Boolean).join(' / '),
            phone(seller.number),
            tax(seller),
          ]}
        </Party>
        <Party title={t('offers.quote.customer')}>
          {[customer.companyName, customer.name, customer.email, phone(customer.phone), tax(customer)]}
        </Party>
      </div>
      <QuoteLines quote={quote} />
      <div className="mt-3 flex items-start justify-between gap-x-6 gap-y-3 break-inside-avoid max-sm:flex-col-reverse">
        <p className="text-12 text-ink-2">{t('offers.quote.withoutTax')}</p>
        <QuoteTotals quote={quote} />
      </div>
      <QuoteText title={t('offers.quote.terms')} text={quote.terms} />
      <QuoteText title={t('offers.quote.note')} text={description} />
      <Signatures />
    </article>
  )
}

function QuoteText({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section className="mt-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
    </section>
  )
}

/** Empty boxes for stamp and signature of both sides. */
function Signatures() {
  const { t } = useTranslation()
  return (
    <div className="mt-6 grid break-inside-avoid grid-cols-2 border border-line text-12 text-ink-2">
      {(['sellerSignature', 'customerSignature'] as const).map((side) => (
        <div key={side} className="flex min-h-28 flex-col justify-between p-2 not-first:border-l not-first:border-line">
          <p>{t(`offers.quote.${side}`)}</p>
          <p>{t('offers.quote.signatureDate')}</p>
        </div>
      ))}
    </div>
  )
}

function Party({ title, children }: { title: string; children: (string | false)[] }) {
  const [first, ...rest] = children.filter((text) => text !== '' && text !== false)
  // Without a customer the heading is left out.
  if (first === undefined) return null
  return (
    <section className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="text-12 text-ink-2">{title}</h2>
      <p className="font-semibold">{first}</p>
      {rest.map((text) => (
        <p key={String(text)} className="whitespace-pre-line">
          {text}
        </p>
      ))}
    </section>
  )
}

function QuoteLines({ quote: { lines, currency } }: { quote: Quote }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const head = (key: string): ReactNode => t(`offers.quote.${key}`)
  return (
    <Table aria-label={t('offers.quote.lines')} className="mt-6 max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-ink-3">
          <HeadCell align="right">{head('line')}</HeadCell>
          <HeadCell>{head('name')}</HeadCell>
          <HeadCell align="right">{head('quantity')}</HeadCell>
          <HeadCell align="right">{head('tax')}</HeadCell>
          <HeadCell align="right">{head('price')}</HeadCell>
          <HeadCell align="right">{head('amount')}</HeadCell>
        </tr>
      </thead>
      <tbody className="max-sm:block max-sm:border-t max-sm:border-ink-3">
        {lines.map((line, i) => (
          <tr
            key={`${i} ${line.code}`}
            className="break-inside-avoid border-b border-line align-top max-sm:grid max-sm:grid-cols-[1fr_auto_auto] max-sm:py-1.5 sm:[&>td]:py-1.5"
          >
            <Cell align="right" className="text-ink-2 max-sm:hidden">
              {i + 1}
            </Cell>
            <Cell className="[overflow-wrap:anywhere] max-sm:col-span-3">
              {line.name}
              <span className="code block text-ink-2">{line.code}</span>
            </Cell>
            <Cell align="right" className="whitespace-nowrap max-sm:text-left!">
              {formatQuantity(line.quantity)} {unitText(line, formatQuantity)}
            </Cell>
            <Cell align="right" className="max-sm:hidden">
              {t('cart.taxRate', { rate: formatQuantity(line.taxRate) })}
            </Cell>
            <Cell align="right" className="whitespace-nowrap">
              {formatMoney(line.price, currency)}
            </Cell>
            <Cell align="right" className="whitespace-nowrap">
              {formatMoney(line.amount, currency)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function QuoteTotals({ quote }: { quote: Quote }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const rows: [name: string, value: number][] = [
    [t('offers.quote.subtotal'), quote.subtotal],
    ...quote.taxes.map(({ rate, base, tax }): [string, number] => {
      const facts = { rate: formatQuantity(rate), base: formatMoney(base, quote.currency) }
      return [t('offers.quote.taxOf', facts), tax]
    }),
    [t('offers.quote.total'), quote.total],
  ]
  return (
    <dl className="min-w-72 shrink-0 max-sm:w-full sm:whitespace-nowrap">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex justify-between gap-4 px-2 py-0.5 last:mt-1 last:border-t last:border-ink-3 last:pt-1.5 last:font-semibold"
        >
          <dt>{name}</dt>
          <dd>{formatMoney(value, quote.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
