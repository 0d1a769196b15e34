import type { FastifyInstance } from 'fastify'
import { type Campaigns, openCampaigns } from '#server/campaigns/campaigns.ts'
import { type Catalog, openCatalog } from '#server/catalog/catalog.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listen } from '#server/platform/db/listen.ts'
import { openSearchLog, type SearchLog } from '#server/search-log/search-log.ts'
import { openSearchRules, type SearchRules } from '#server/search-rules/search-rules.ts'
import { createStore, type Store } from '#server/settings/settings.ts'

export type ShopCaches = {
  store: Store
  catalog: Catalog
  campaigns: Campaigns
  searchLog: SearchLog
  searchRules: SearchRules
}

/** Opens the in-memory data of the shop, kept current by notifications of the database and by regular reads. */
export async function openShopCaches(app: FastifyInstance, database: Database): Promise<ShopCaches> {
  const listeners = new Map<string, (() => void)[]>()
  const warn = (message: string) => app.log.warn(message)
  const listenTo = (channel: string, onNotice: () => void) =>
    void listeners.set(channel, [...(listeners.get(channel) ?? []), onNotice])
  const store = await createStore(database.pool, { listen: listenTo, warn })
  const searchRules = await openSearchRules(database.pool, { listen: listenTo, warn })
  const catalog = openCatalog(database.pool, { listen: listenTo, warn, searchTerms: searchRules.terms })
  const campaigns = await openCampaigns(database.pool, { warn })
  const searchLog = openSearchLog(database.pool, { warn })
  const listener = listen(
    database.connection,
    [...listeners.keys()],
    (channel) => listeners.get(channel)?.forEach((onNotice) => onNotice()),
    () => [...listeners.values()].flat().forEach((onNotice) => onNotice()),
  )
  app.addHook('onClose', async () => {
    await Promise.all([listener, store, catalog, campaigns, searchRules, searchLog].map((part) => part.close()))
  })
  return { store, catalog, campaigns, searchLog, searchRules }
}
