import { getCampaigns } from '#contract/shop/campaigns.ts'
import {
  compareProducts as compareCall,
  getAllProducts,
  getCategories,
  getProduct,
  getProducts,
  getSuggestions,
  type ListParams,
} from '#contract/shop/catalog.ts'
import { listVariants } from '#contract/shop/variants.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import {
  clearRecentSearches,
  getPlaceSuggestions,
  listRecentSearches,
  recentSearchesMax,
  recordSearch,
} from '#contract/shop/searches.ts'
import type { Campaigns } from '#server/campaigns/campaigns.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import { clearRecent, listRecent, type SearchLog } from '#server/search-log/search-log.ts'
import type { SearchRules } from '#server/search-rules/search-rules.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { recordChosenSuggestion, recordListSearch } from '#server/catalog/list/record-search.ts'
import type { Catalog, ShownContext } from './open-catalog.ts'
import { compareProducts } from '#server/catalog/product/compare-products.ts'
import { showProduct } from '#server/catalog/product/product-detail.ts'
import { loadVariants } from '#server/catalog/product/list-variants.ts'
import { encodeList } from '#server/catalog/list/encode-list.ts'
import { rememberReply } from '#server/catalog/memory/remember-reply.ts'
import { showCampaigns } from '#server/catalog/product/show-campaigns.ts'
import { suggestPlaces } from '#server/catalog/list/suggest-places.ts'
import { suggestProducts } from '#server/catalog/list/suggestions.ts'

export type CatalogDeps = {
  pool: Db
  store: Store
  catalog: Catalog
  campaigns: Campaigns
  searchLog: SearchLog
  searchRules: SearchRules
}

export function registerCatalog(calls: Calls, deps: CatalogDeps): void {
  const { pool, store, catalog, campaigns, searchLog, searchRules } = deps
  const { memory } = catalog
  const withCatalog = async <Value>(
    context: CallContext,
    work: (catalogContext: ShownContext) => Promise<Value | Refusal>,
  ): Promise<Value | Refusal> => {
    const finder = await catalog.finder()
    const view = viewOf(context, store.facts())
    const products = (ids: readonly number[]) => memory.products(ids, view)
    return work({ db: pool, finder, view, campaigns: campaigns.running(), products })
  }

  const list = (path: string, query: ListParams, context: CallContext) =>
    withCatalog(context, async (catalogContext) => {
      const version = foundVersion(catalogContext)
      const list = await encodeList(catalogContext, { memory, version, path, query, searchWords: searchRules.words() })
      if (isRefusal(list)) return list
      recordListSearch(searchLog, query, list.facts, context)
      return list.reply
    })
  /** Of what the finder of a request finds: the index may have become ready since then. */
  const foundVersion = ({ finder }: ShownContext) =>
    finder.version === null ? null : `${finder.version}/${searchRules.version()}`
  const shownVersion = (found: ShownContext) =>
    found.finder.version === null ? null : `${foundVersion(found)}/${campaigns.stamp()}`

  handle(calls, getAllProducts, ({ query }, context) => list('', query, context))
  handle(calls, getProducts, ({ params, query }, context) => list(params['*'], query, context))
  handle(calls, getProduct, ({ params }, context) =>
    withCatalog(context, (catalogContext) =>
      rememberReply(
        memory,
        { endpoint: getProduct, key: params.key, view: catalogContext.view, version: shownVersion(catalogContext) },
        () => showProduct(catalogContext, params.key),
      ),
    ),
  )
  handle(calls, listVariants, ({ params }, context) => loadVariants(pool, params.id, viewOf(context, store.facts())))
  handle(calls, compareCall, ({ query }, context) =>
    withCatalog(context, (catalogContext) => compareProducts(catalogContext, query.u ?? '')),
  )
  handle(calls, getCampaigns, (_, context) => withCatalog(context, showCampaigns))
  handle(calls, getSuggestions, ({ query }, context) =>
    withCatalog(context, (catalogContext) =>
      rememberReply(
        memory,
        {
          endpoint: getSuggestions,
          key: query.q ?? '',
          view: catalogContext.view,
          version: foundVersion(catalogContext),
        },
        () => suggestProducts(catalogContext, query.q ?? ''),
      ),
    ),
  )
  handle(calls, recordSearch, ({ body }, context) =>
    withCatalog(context, (catalogContext) => recordChosenSuggestion(searchLog, catalogContext, body.q, context)),
  )
  handle(calls, getPlaceSuggestions, ({ query }, context) =>
    withCatalog(context, async (catalogContext) => suggestPlaces(catalogContext, query.q ?? '')),
  )
  handle(calls, listRecentSearches, (_, { actor }) => listRecent(pool, actor.userId, recentSearchesMax))
  handle(calls, clearRecentSearches, async (_, { actor }) => {
    await clearRecent(pool, actor.userId)
    return { ok: true as const }
  })
  handle(calls, getCategories, (_, context) => catalog.categories(viewOf(context, store.facts())))
}
