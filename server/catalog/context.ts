import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogIndex } from './index/catalog-index.ts'

/** What answering one visitor takes: the database, the index of this moment, and how the visitor sees the store. */
export type CatalogContext = { db: Db; index: CatalogIndex; view: View }
