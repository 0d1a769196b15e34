import { getAllProducts, getCategories, getProduct, getProducts, getSuggestions } from '#contract/catalog.ts'
import type { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/platform/http/context.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import type { CatalogContext } from './context.ts'
import type { Catalog } from './open-catalog.ts'
import { showProduct } from './product-detail.ts'
import { listProducts } from './product-list.ts'
import { suggestProducts } from './suggestions.ts'

export type CatalogDeps = { pool: Db; store: Store; catalog: Catalog }

export function registerCatalog(calls: Calls, { pool, store, catalog }: CatalogDeps): void {
  const answer = async <Value>(
    context: CallContext,
    work: (catalogContext: CatalogContext) => Promise<Value | Refusal>,
  ): Promise<Value | Refusal> => {
    const index = await catalog.index()
    return 'ok' in index ? index : work({ db: pool, index, view: viewOf(context, store.facts()) })
  }

  handle(calls, getAllProducts, ({ query }, context) => answer(context, (known) => listProducts(known, '', query)))
  handle(calls, getProducts, ({ params, query }, context) =>
    answer(context, (known) => listProducts(known, params['*'], query)),
  )
  handle(calls, getProduct, ({ params }, context) => answer(context, (known) => showProduct(known, params.key)))
  handle(calls, getSuggestions, ({ query }, context) =>
    answer(context, (known) => suggestProducts(known, query.q ?? '')),
  )
  handle(calls, getCategories, (_, context) => catalog.categories(viewOf(context, store.facts())))
}
