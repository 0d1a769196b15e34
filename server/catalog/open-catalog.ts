import { setTimeout as sleep } from 'node:timers/promises'
import type { CategoryNode, TopCategory } from '#contract/shop/categories.ts'
import type { Product } from '#contract/shop/product.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { SearchTerms } from '#domain/search/search-terms.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { RunningCampaign } from '#server/campaigns/campaigns.ts'
import type { View } from '#server/settings/settings.ts'
import { type CatalogMemory, openCatalogMemory } from '#server/catalog/memory/catalog-memory.ts'
import { purgeCatalogChanges } from './catalog-clock.ts'
import { createCategoryTrees, largestCategories } from '#server/catalog/list/categories.ts'
import { type Finder, finderOf } from '#server/catalog/list/finder.ts'
import type { CatalogIndex } from './index/catalog-index.ts'
import { type IndexStart, startLiveIndex } from '#server/catalog/index/live/live-index.ts'
import type { SnapshotPlace } from '#server/catalog/index/snapshot/snapshots.ts'
import { finderDuringSweep, openSqlFinder } from '#server/catalog/list/sql-finder.ts'

/** The catalog of this process. */
export type Catalog = {
  /** The current finder: the index, or SQL until the index is built. */
  finder(): Promise<Finder>
  /** Whether the first index is built. */
  hasIndex(): boolean
  /** Waits up to 8 seconds for the first index, then returns the refusal `unavailable`. */
  index(): Promise<CatalogIndex | Refusal>
  /** Incremented with every change a visitor can see. null = do not cache, because the index misses some changes. */
  version(): number | null
  categories(view: Pick<View, 'showNotInStocks'>): Promise<CategoryNode[]>
  /** The root categories with the most products, in tree order. */
  topCategories(view: Pick<View, 'showNotInStocks'>): Promise<TopCategory[]>
  memory: CatalogMemory
  /** Resolves when everything committed before the call is in the index. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The context of one request: the database, the current finder, and the visitor's view of the store. */
export type CatalogContext = {
  db: Db
  finder: Finder
  view: View
  campaigns: readonly RunningCampaign[]
}

/** `products`: those on sale as the visitor sees them, by id. */
export type ShownContext = CatalogContext & { products(ids: readonly number[]): Promise<Map<number, Product>> }

export type CatalogOptions = {
  /** Registers a callback for notifications on a channel; it is also called after a lost connection. */
  listen?: (channel: string, onNotice: () => void) => void
  warn?: (message: string) => void
  /** The synonyms of now; called for every search. */
  searchTerms?: () => SearchTerms
  /** Of presented products and replies. */
  memoryBytes?: number
  /** Where snapshots of the index are read and written; absent: nowhere. */
  snapshots?: SnapshotPlace
  onIndexStart?: (start: IndexStart) => void
}

export const defaultMemoryBytes = 64 * 1024 * 1024
const maxWait = 8_000 // milliseconds
const purgeInterval = 600_000
/** Milliseconds that labels read without an index are cached. */
const withoutIndexTtl = 500

/** Starts to read the catalog; until it is read, requests are answered by SQL. */
export function openCatalog(
  db: Pool,
  { listen, warn, searchTerms, memoryBytes, snapshots, onIndexStart }: CatalogOptions = {},
): Catalog {
  const memory = openCatalogMemory(db, memoryBytes ?? defaultMemoryBytes, { listen, warn })
  const live = startLiveIndex(db, { changes: memory.clock, warn, searchTerms, snapshots, onStart: onIndexStart })
  const purge = setInterval(() => void purgeCatalogChanges(db).catch(() => {}), purgeInterval)
  purge.unref()
  const index = async () => {
    if (live.current() === undefined) await Promise.race([live.ready, sleep(maxWait, undefined, { ref: false })])
    return live.current() ?? refuse('unavailable')
  }
  const underRules = async () => {
    const found = await index()
    return isRefusal(found) ? found : finderOf(found)
  }
  const finderWithoutIndex = cachedFor(withoutIndexTtl, () => openSqlFinder(db, { underRules }))
  const finder = async () => {
    const current = live.current()
    if (current === undefined) return finderWithoutIndex()
    return live.isBehind() ? finderDuringSweep(db, current) : finderOf(current)
  }
  const trees = createCategoryTrees()
  const treeFor = async (view: Pick<View, 'showNotInStocks'>) => trees.of(await finder(), view)
  return {
    finder,
    hasIndex: () => live.current() !== undefined,
    index,
    version: () => (live.isBehind() ? null : (live.current()?.version ?? null)),
    categories: treeFor,
    topCategories: async (view) => largestCategories(await treeFor(view)),
    memory,
    catchUp: live.catchUp,
    async close() {
      clearInterval(purge)
      await Promise.all([live.close(), memory.clock.close()])
    },
  }
}

/** Caches the result for some time; failures are not cached. */
function cachedFor<Value>(milliseconds: number, make: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (cached === undefined || performance.now() > cached.until) {
      const value = make()
      cached = { value, until: performance.now() + milliseconds }
      value.catch(() => (cached = undefined))
    }
    return cached.value
  }
}
