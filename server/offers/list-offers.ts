import type { Input } from '#contract/core/endpoint.ts'
import {
  type listOffers,
  type OfferList,
  type OfferSort,
  offerSorts,
  offerFilters,
  parseOfferLimit,
} from '#contract/shop/offers.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { loadLetterhead } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { presentOffer } from './present-offer.ts'
import { countOffers, findOffers, type OfferFilter } from './queries.ts'

type Dealer = DealerContext['actor']['dealer']
export type OffersQuery = Input<typeof listOffers>['query']

/** A page of a dealer's offers with the letterhead printed on them. */
export async function presentOffers(
  pool: Pool,
  dealer: Dealer,
  query: OffersQuery,
  seesPrices: boolean,
): Promise<OfferList> {
  const limit = parseOfferLimit(query.limit)
  const page = readPage(query.page)
  const { sort, ...filter } = parseOfferListQuery(dealer.id, query)
  const { q, status, from, to } = filter
  const [total, rows, letterhead] = await Promise.all([
    countOffers(pool, filter),
    findOffers(pool, filter, { sort, limit, offset: (page - 1) * limit }),
    loadLetterhead(pool, dealer.id),
  ])
  return {
    items: rows.map((row) => presentOffer(row, seesPrices)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    sort,
    q,
    status,
    from,
    to,
    customer: { code: dealer.code, name: dealer.name },
    ...letterhead,
  }
}

/** Parses the list's query. Invalid values are ignored. */
export function parseOfferListQuery(dealerId: number, query: OffersQuery): OfferFilter & { sort: OfferSort } {
  return {
    dealerId,
    sort: offerSorts.find((sort) => sort === query.sort) ?? '-date',
    // The database accepts no NUL in texts.
    q: (query.q ?? '').replaceAll('\0', '').trim(),
    status: offerFilters.find((status) => status === query.status) ?? null,
    ...parsePeriod(query),
  }
}

/** Values below 1 mean the first page. No dealer has more than a million pages. */
function readPage(text: string | undefined): number {
  const page = Math.trunc(Number(text))
  return page >= 1 ? Math.min(page, 1_000_000) : 1
}
