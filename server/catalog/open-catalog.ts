import { setTimeout as sleep } from 'node:timers/promises'
import type { CategoryNode, TopCategory } from '#contract/categories.ts'
import { refuse, type Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { createCategoryTrees, topOf } from './categories.ts'
import type { CatalogIndex } from './index/catalog-index.ts'
import { purgeCatalogChanges } from './index/change-feed.ts'
import { startLiveIndex } from './index/live-index.ts'

/** The catalog as this process knows it. */
export type Catalog = {
  /** Waits for the first index; refuses when that takes too long. */
  index(): Promise<CatalogIndex | Refusal>
  /** Rises with every change that a visitor can see. */
  version(): number
  categories(view: Pick<View, 'showNotInStocks'>): Promise<CategoryNode[]>
  /** The fullest categories of the first level, in the order of the tree. */
  topCategories(view: Pick<View, 'showNotInStocks'>): Promise<TopCategory[]>
  /** Settled when everything committed before the call is known. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export type CatalogOptions = {
  /** Calls back at each notification on a channel, and after a lost connection. */
  listen?: (channel: string, onNotice: () => void) => void
  warn?: (message: string) => void
}

const longestWait = 8_000 // milliseconds
const purgeEvery = 600_000

/** Begins to read the catalog; calls that come before it is read wait for it. */
export function openCatalog(db: Db, { listen, warn }: CatalogOptions = {}): Catalog {
  const live = startLiveIndex(db, { warn })
  listen?.('catalog_changed', live.check)
  const purge = setInterval(() => void purgeCatalogChanges(db).catch(() => {}), purgeEvery)
  purge.unref()
  const index = async () => {
    if (live.current() === undefined) await Promise.race([live.ready, sleep(longestWait, undefined, { ref: false })])
    return live.current() ?? refuse('unavailable')
  }
  const trees = createCategoryTrees()
  return {
    index,
    version: live.version,
    async categories(view) {
      const found = await index()
      return 'ok' in found ? [] : trees.of(found, view)
    },
    async topCategories(view) {
      const found = await index()
      return 'ok' in found ? [] : topOf(trees.of(found, view))
    },
    catchUp: live.catchUp,
    async close() {
      clearInterval(purge)
      await live.close()
    },
  }
}
