import { setTimeout as sleep } from 'node:timers/promises'
import type { CategoryNode, TopCategory } from '#contract/shop/categories.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { RunningCampaign } from '#server/campaigns/campaigns.ts'
import type { View } from '#server/settings/settings.ts'
import { createCategoryTrees, largestCategories } from '#server/catalog/list/categories.ts'
import { type Finder, finderOf } from '#server/catalog/list/finder.ts'
import type { CatalogIndex } from './index/catalog-index.ts'
import { purgeCatalogChanges } from '#server/catalog/index/live/change-feed.ts'
import { startLiveIndex } from '#server/catalog/index/live/live-index.ts'
import { finderDuringSweep, openSqlFinder } from '#server/catalog/list/sql-finder.ts'

/** The catalog as this process knows it. */
export type Catalog = {
  /** What finds products now: the index, or SQL for as long as it is being built. */
  finder(): Promise<Finder>
  /** Waits for the first index; refuses when that takes too long. */
  index(): Promise<CatalogIndex | Refusal>
  /** Rises with every change that a visitor can see; null = nothing may be kept, since the index does not know them all. */
  version(): number | null
  categories(view: Pick<View, 'showNotInStocks'>): Promise<CategoryNode[]>
  /** The fullest categories of the first level, in the order of the tree. */
  topCategories(view: Pick<View, 'showNotInStocks'>): Promise<TopCategory[]>
  /** Settled when everything committed before the call is known. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** What answering one visitor takes: the database, the current finder, and how the visitor sees the store. */
export type CatalogContext = { db: Db; finder: Finder; view: View; campaigns: readonly RunningCampaign[] }

export type CatalogOptions = {
  /** Calls back at each notification on a channel, and after a lost connection. */
  listen?: (channel: string, onNotice: () => void) => void
  warn?: (message: string) => void
}

const maxWait = 8_000 // milliseconds
const purgeInterval = 600_000
/** How long names read without an index count as new, in milliseconds. */
const withoutIndexTtl = 500

/** Begins to read the catalog; calls that come before it is read are answered by SQL. */
export function openCatalog(db: Db, { listen, warn }: CatalogOptions = {}): Catalog {
  const live = startLiveIndex(db, { warn })
  listen?.('catalog_changed', live.check)
  const purge = setInterval(() => void purgeCatalogChanges(db).catch(() => {}), purgeInterval)
  purge.unref()
  const finderWithoutIndex = cachedFor(withoutIndexTtl, () => openSqlFinder(db))
  const finder = async () => {
    const index = live.current()
    if (index === undefined) return finderWithoutIndex()
    return live.isBehind() ? finderDuringSweep(db, index) : finderOf(index)
  }
  const trees = createCategoryTrees()
  const treeFor = async (view: Pick<View, 'showNotInStocks'>) => trees.of(await finder(), view)
  return {
    finder,
    async index() {
      if (live.current() === undefined) await Promise.race([live.ready, sleep(maxWait, undefined, { ref: false })])
      return live.current() ?? refuse('unavailable')
    },
    version: () => (live.isBehind() ? null : (live.current()?.version ?? null)),
    categories: treeFor,
    topCategories: async (view) => largestCategories(await treeFor(view)),
    catchUp: live.catchUp,
    async close() {
      clearInterval(purge)
      await live.close()
    },
  }
}

/** The same answer for some time; a failure is not kept. */
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
