import type { CallContext } from '#server/visitor/visitor.ts'
import type { Campaigns } from '#server/campaigns/campaigns.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import { proposeForSearch } from './propose-words.ts'
import { redirectPath } from './search-pages.ts'

type Deps = { pool: Db; store: Store; catalog: Catalog; campaigns: Campaigns }

/** The checked path of a page for the administration of searches; null if the shop has no such page. */
export const pagePathIn =
  (catalog: Catalog, publicUrl: string) =>
  async (typed: string): Promise<string | null> =>
    redirectPath(typed, (await catalog.finder()).labels, publicUrl)

/** What is nearest to a search in the catalog, for the administration of searches. */
export const nearestInCatalog =
  ({ pool, store, catalog, campaigns }: Deps) =>
  async (query: string, context: CallContext) =>
    proposeForSearch(
      {
        db: pool,
        finder: await catalog.finder(),
        view: viewOf(context, store.facts()),
        campaigns: campaigns.running(),
      },
      query,
    )
