import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminOffer, getAnyOffer } from '#contract/admin/offers.ts'
import type { OfferItem } from '#contract/shop/offers.ts'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { customerAmount, offerBasis } from '#domain/orders/offer.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { convert } from '#domain/money/money.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { Moment } from '#web/app/moment.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Price } from '#web/app/price.tsx'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RateNotes } from '#web/product/rate-notes.tsx'
import { OfferStatus } from './offer-status.tsx'
import { RateLockForm } from './rate-lock-form.tsx'
import { percentText } from './percent-text.ts'
import { AdminTalks } from './talks/answer-form.tsx'
import type { Route } from './+types/admin-offer-page.ts'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getAnyOffer, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One offer of any dealer: what it is, and the store's answers to requests for prices. */
export default function AdminOfferPage({ loaderData: offer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.offers.one', { number: offer.orderNo })
  return (
    <DetailFrame
      title={title}
      description={t('administration.offers.description')}
      path={adminOfferPath(offer.id)}
      back={{ to: pages.adminOffers, label: t('administration.offers.title') }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <OfferStatus offer={offer} />
      </div>
      <Facts offer={offer} />
      <AdminTalks offer={offer} />
      <Lines offer={offer} />
      <Totals offer={offer} />
      <RateLockForm offer={offer} />
      <NoteThread kind="offer" number={offer.orderNo} />
    </DetailFrame>
  )
}

function Facts({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  const customer = [offer.customerCompanyName, offer.customerName, offer.customerEmail, offer.customerPhone]
  const facts = [
    ['date', <Moment key="date" date={offer.date} />],
    ['dealer', `${offer.dealer} (${offer.dealerCode})`],
    ['creator', offer.creator],
    ['customer', customer.filter((fact) => fact !== '').join(' · ')],
    ['validUntil', offer.validUntil === null ? '' : formatDay(offer.validUntil)],
    ['rates', offer.rateNotes.length > 0 ? <RateNotes key="rates" notes={offer.rateNotes} /> : ''],
    ['order', offer.becameOrder ?? ''],
    ['terms', offer.terms],
    ['note', offer.description],
    ['sent', <Emails key="sent" emails={offer.emails} />],
  ] as const
  return (
    <dl className="grid gap-x-6 rounded-panel border border-line bg-surface px-4 py-2 sm:grid-cols-2">
      {facts
        .filter(([name, value]) => value !== '' && (name !== 'sent' || offer.emails.length > 0))
        .map(([name, value]) => (
          <div key={name} className="py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`administration.offers.columns.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Emails({ emails }: Pick<AdminOffer, 'emails'>) {
  const { t } = useTranslation()
  return emails.map(({ date, to, by }) => (
    <span key={date} className="block">
      <Moment date={date} /> · {t('offers.detail.sentTo', { email: to, name: by })}
    </span>
  ))
}

function Lines({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.offers.columns.${name}`)
  return (
    <section className="overflow-x-auto rounded-panel border border-line bg-surface">
      <Table aria-label={t('administration.offers.lines')} className="max-sm:block">
        <TableHead className="max-sm:hidden">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{title('code')}</HeadCell>
            <HeadCell className="w-full 2xl:w-1/2">{title('name')}</HeadCell>
            <HeadCell align="right">{title('quantity')}</HeadCell>
            <HeadCell align="right">{title('price')}</HeadCell>
            <HeadCell align="right">{title('profit')}</HeadCell>
            <HeadCell align="right" className="pr-4">
              {title('amount')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {offer.offerItems.map((item) => (
            <Line key={item.id} offer={offer} item={item} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Line({ offer, item }: { offer: AdminOffer; item: OfferItem }) {
  const { formatQuantity, t, formatNumber } = useTranslation()
  const { currency, rates } = offer
  const { profit, quantity, taxRate, basePrice = null } = item
  const price = item.price && offerBasis(item.price, basePrice, currency)
  return (
    <tr className="border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:p-3 sm:h-11">
      <Cell className="whitespace-nowrap text-ink-2 max-sm:px-0 sm:pl-4">
        <ProductCode code={item.code} />
      </Cell>
      <Cell className="font-medium max-sm:order-first max-sm:col-span-2 max-sm:px-0">
        {item.url === null ? (
          item.name
        ) : (
          <AreaLink to={item.url} className="hover:underline">
            {item.name}
          </AreaLink>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:px-0">
        {formatQuantity(quantity)} {unitText(item, formatQuantity)}
      </Cell>
      <Cell align="right" className="max-sm:px-0 max-sm:text-left!">
        {price && <Price value={convert(price, currency, rates)} currency={currency} />}
      </Cell>
      <Cell align="right" className="whitespace-nowrap text-ink-2 max-sm:px-0">
        {profit !== 0 && `${profit > 0 ? '+' : ''}${percentText({ t, formatNumber }, profit)}`}
      </Cell>
      <Cell align="right" className="font-semibold max-sm:col-span-2 max-sm:px-0 sm:pr-4">
        {price && (
          <Price value={customerAmount({ price, profit, quantity, taxRate }, currency, rates)} currency={currency} />
        )}
      </Cell>
    </tr>
  )
}

function Totals({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  return (
    <dl className="ml-auto w-full max-w-83 rounded-panel border border-line bg-surface p-4 text-13">
      {(['subtotal', 'tax', 'total'] as const).map((name) => (
        <div key={name} className="flex justify-between gap-4 last:text-14 last:font-semibold">
          <dt>{t(`offers.detail.${name}`)}</dt>
          <dd>
            <Price value={offer[name] ?? 0} currency={offer.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
