import { urlOf } from '#contract/core/endpoint.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'

export type OffersView = Pick<OfferList, 'sort' | 'q' | 'page' | 'status' | 'from' | 'to'>

/** Address of a list of offers, or of its file; default values are left out. */
export function offersPath({ sort, q, page, status, from, to }: OffersView, path: string = pages.offers): string {
  return urlOf(
    path,
    {},
    {
      q,
      status,
      from,
      to,
      sort: sort === '-date' ? '' : sort,
      page: page === 1 ? '' : page,
    },
  )
}

/** Whether the list is filtered. */
export const isNarrowed = ({ q, status, from, to }: OffersView): boolean =>
  q !== '' || status !== null || from !== null || to !== null
