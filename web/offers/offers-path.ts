import { urlOf } from '#contract/endpoint.ts'
import type { OfferList } from '#contract/offers.ts'
import { pages } from '#contract/pages.ts'

/** Address of a list of offers; what goes without saying is left out. */
export function offersPath({ sort, q, page }: Pick<OfferList, 'sort' | 'q' | 'page'>): string {
  return urlOf(pages.offers, {}, { sort: sort === '-date' ? '' : sort, q, page: page === 1 ? '' : page })
}
