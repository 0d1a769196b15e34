import type { Input } from '#contract/endpoint.ts'
import { type listOffers, type OfferList, type OfferSort, offerSorts, readOfferLimit } from '#contract/offers.ts'
import { loadLetterhead } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { DealerContext } from '#server/platform/http/context.ts'
import { presentOffer } from './present-offer.ts'
import { countOffers, findOffers } from './queries.ts'

type Dealer = DealerContext['actor']['dealer']

/** A page of a dealer's offers with the letterhead that stands on them. */
export async function presentOffers(
  pool: Pool,
  dealer: Dealer,
  query: Input<typeof listOffers>['query'],
  seesPrices: boolean,
): Promise<OfferList> {
  const limit = readOfferLimit(query.limit)
  const page = readPage(query.page)
  const sort = readSort(query.sort)
  // The database takes no NUL in texts.
  const q = (query.q ?? '').replaceAll('\0', '').trim()
  const [total, rows, letterhead] = await Promise.all([
    countOffers(pool, dealer.id, q),
    findOffers(pool, dealer.id, { sort, q, limit, offset: (page - 1) * limit }),
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
    customer: { code: dealer.code, name: dealer.name },
    ...letterhead,
  }
}

/** Below 1 is the first; no dealer has more pages than a million. */
function readPage(text: string | undefined): number {
  const page = Math.trunc(Number(text))
  return page >= 1 ? Math.min(page, 1_000_000) : 1
}

function readSort(text: string | undefined): OfferSort {
  return offerSorts.find((sort) => sort === text) ?? '-date'
}
