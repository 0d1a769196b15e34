import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { type AdminListedOffer, listAllOffers } from '#contract/admin/offers.ts'
import { offerFilters } from '#contract/shop/offers.ts'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Price } from '#web/app/price.tsx'
import { UnreadBadge } from '#web/notes/unread-badge.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-offers-page.ts'
import { OfferStatus } from './offer-status.tsx'

const place: ListPlace = { page: pages.adminOffers, names: ['q', 'dealer', 'status', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllOffers, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listAllOffers>

/** Offers of all dealers to their customers. */
export default function AdminOffersPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="offers"
      filter={<OffersFilter list={list} />}
      head={
        <>
          <UnreadStrip kind="offer" />
          <AskedOffers offers={list.asked} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <ListSums>
              <ListSum name={t('administration.offers.count')}>{formatQuantity(list.total)}</ListSum>
            </ListSums>
            <ExportButtons name="offers" place={place} list={list} />
          </div>
        </>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="offers">
        {list.items.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

/** Requests for prices that wait for an answer, the longest first. */
function AskedOffers({ offers }: { offers: readonly AdminListedOffer[] }) {
  const { t } = useTranslation()
  if (offers.length === 0) return null
  return (
    <AdminPanel title={t('administration.offers.talks.waiting', { count: offers.length })}>
      <ul className="-my-2">
        {offers.map(({ id, offerNo, dealer, customer, lineCount, askedAt, total, currency }) => (
          <li
            key={id}
            data-testid="asked-offer"
            className="relative grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 text-13 last:border-0"
          >
            <span className="min-w-0">
              <AreaLink
                to={adminOfferPath(id)}
                className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
              >
                {offerNo}
              </AreaLink>
              <span className="ml-2 font-medium">{dealer}</span>
              <span className="block text-12 text-ink-2">
                {[customer, t('administration.offers.talks.lineCount', { count: lineCount })]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </span>
            <span className="text-right">
              <Price value={total} currency={currency} className="font-semibold" />
              <span className="block text-12 text-ink-2">{askedAt !== null && <Moment date={askedAt} />}</span>
            </span>
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}

function OffersFilter({ list }: { list: List }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.offers.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="status" label={text('status')} value={list.status}>
        <option value="">{text('allStates')}</option>
        {offerFilters.map((status) => (
          <option key={status} value={status}>
            {t(`offers.status.${status}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
    </ListFilter>
  )
}

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date', sort: 'date' },
  { name: 'dealer', className: 'w-1/2' },
  { name: 'customer', sort: 'customer', className: 'w-1/2' },
  { name: 'lines', align: 'right' },
  { name: 'total', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

function OfferRow({ offer }: { offer: AdminListedOffer }) {
  const { id, offerNo, dealer, dealerCode, creator, customer, customerEmail, isCancel } = offer
  return (
    <tr data-testid="admin-offer" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:px-0 xl:pl-4">
        {/* The whole row links to the offer. */}
        <AreaLink
          to={adminOfferPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {offerNo}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-4 max-xl:px-0">
        <Moment date={offer.date} />
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{[dealerCode, creator].join(' · ')}</span>
      </Cell>
      <Cell className="max-xl:order-3 max-xl:px-0 max-xl:text-right">
        <span className="line-clamp-1">{customer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{customerEmail}</span>
      </Cell>
      <Cell align="right" className="max-xl:hidden">
        {offer.lineCount}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-1 max-xl:px-0">
        <Price value={offer.total} currency={offer.currency} className="font-semibold" struck={isCancel} />
      </Cell>
      <Cell className="max-xl:order-5 max-xl:px-0 max-xl:text-right xl:pr-4">
        <OfferStatus offer={offer} />
        <UnreadBadge kind="offer" number={offerNo} />
      </Cell>
    </tr>
  )
}
