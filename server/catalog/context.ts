import type { Db } from '#server/platform/db/pool.ts'
import type { RunningCampaign } from '#server/campaigns/campaigns.ts'
import type { View } from '#server/settings/settings.ts'
import type { Finder } from '#server/catalog/list/finder.ts'

/** What answering one visitor takes: the database, what finds products at this moment, and how the visitor sees the store. */
export type CatalogContext = { db: Db; finder: Finder; view: View; campaigns: readonly RunningCampaign[] }
