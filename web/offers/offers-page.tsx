import '#web/app/page-words.ts'
import { useState } from 'react'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { type Offer, listOffers } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/offers-page.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { type Drafts, isChanged, noDrafts } from './discount-drafts.ts'
import { MadeNote } from './made-note.tsx'
import { NoOffers } from './no-offers.tsx'
import { OfferRow } from './offer-row.tsx'
import { offersPath } from './offers-path.ts'
import { OffersTable } from './offers-table.tsx'
import { OffersToolbar } from './offers-toolbar.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { isFixed } from './offer-status.tsx'

function inputOf(url: string) {
  const search = new URL(url).searchParams
  const query = Object.fromEntries(
    ['page', 'sort', 'q', 'status', 'from', 'to'].flatMap((key) => {
      const value = search.get(key)
      return value === null ? [] : [[key, value.slice(0, 200)]]
    }),
  )
  return { query }
}

const load = (api: ServerCall, { url }: PageLocation) => api(listOffers, inputOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's offers as a table; an opened offer shows its lines. */
export default function OffersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const made = useMadeOffer(list.items)
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set(made === undefined ? [] : [made.offer.id]))
  const [drafts, setDrafts] = useState<Readonly<Record<number, Drafts>>>({})
  const [customerOf, setCustomerOf] = useState<Offer | null>(null)
  // The offer that a link to its notes names is open until it is closed.
  const noted = useSearchParameters().get('note')
  const draftsOf = ({ id }: Offer) => drafts[id] ?? noDrafts
  useLeaveGuard(list.items.some((offer) => isChanged(offer, draftsOf(offer))))

  function toggle({ id }: Offer): void {
    setOpened((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }
  const to = (page: number) => offersPath({ ...list, page })

  return (
    <div className="page-width py-5">
      <PageHead title={t('offers.title')} description={t('offers.description')} canonical={pages.offers} noIndex />
      <OffersToolbar list={list} />
      <UnreadStrip kind="offer" />
      {made !== undefined && (
        <MadeNote offer={made.offer} undo={made.undo} onCustomer={() => setCustomerOf(made.offer)} />
      )}
      {list.items.length === 0 ? (
        <NoOffers list={list} />
      ) : (
        <OffersTable>
          {list.items.map((offer) => (
            <OfferRow
              key={offer.id}
              offer={offer}
              isOpen={opened.has(offer.id) !== (offer.orderNo === noted)}
              onToggle={() => toggle(offer)}
              drafts={draftsOf(offer)}
              onDrafts={(next) => setDrafts((before) => ({ ...before, [offer.id]: next }))}
              onCustomer={() => setCustomerOf(offer)}
            />
          ))}
        </OffersTable>
      )}
      <Pagination page={list.page} pages={list.pages} to={to} />
      {customerOf !== null && (
        <CustomerDialog key={customerOf.id} offer={customerOf} onClose={() => setCustomerOf(null)} />
      )}
    </div>
  )
}

/** The offer just made from the cart, and the key that restores the cart, both named in the address. */
function useMadeOffer(items: readonly Offer[]): { offer: Offer; undo: string | null } | undefined {
  const address = useSearchParameters()
  const number = address.get('made')
  const offer = items.find((each) => each.orderNo === number && !isFixed(each))
  return offer && { offer, undo: address.get('undo') }
}
