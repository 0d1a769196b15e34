import type { ListParams } from '#contract/shop/catalog.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { SearchLog } from '#server/search-log/search-log.ts'
import { priceTermsOf } from './price-ranges.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import type { ListFacts } from './encode-list.ts'
import { suggestionFilter } from './suggestions.ts'

/**
 * Records a list as a search when it is the first page of a text query without sorting or filters (docs/decisions/009).
 */
export function recordListSearch(log: SearchLog, query: ListParams, list: ListFacts, context: CallContext): void {
  if (list.q === '' || list.page !== 1 || query.sort || query.brand || query.filters) return
  const { q, total, search } = list
  context.onShown((visitor) => log.record(visitor, q, total, search !== null))
}

/** Records the query of a chosen suggestion, with the number of results that the list would have shown. */
export async function recordChosenSuggestion(
  log: SearchLog,
  { finder, view }: CatalogContext,
  q: string,
  context: CallContext,
): Promise<{ ok: true }> {
  const { total, search } = await finder.find({
    filter: suggestionFilter(q, view),
    prices: priceTermsOf(view),
    offset: 0,
    limit: 1,
  })
  context.onShown((visitor) => log.record(visitor, q, total, search !== undefined))
  return { ok: true }
}
