import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type Campaigns, openCampaigns } from '#server/campaigns/campaigns.ts'
import { type Catalog, openCatalog } from '#server/catalog/catalog.ts'
import { type SessionCache, sessionChannel } from '#server/account/account.ts'
import type { Database } from '#server/platform/db/database.ts'
import { hasOtherListeners, listen } from '#server/platform/db/listen.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
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

/** `isWarm`: whether the process answers as fast as others, or is the only one of its database. */
type OpenCaches = { caches: ShopCaches; isWarm(): Promise<boolean> }

type CacheOptions = {
  sessions: SessionCache
  memoryBytes: number
  files: FileStore
  program: string | undefined
  registry: Registry
}

/** Opens the in-memory data of the shop, kept current by notifications of the database and by regular reads. */
export async function openShopCaches(
  app: FastifyInstance,
  database: Database,
  { sessions, memoryBytes, files, program, registry }: CacheOptions,
): Promise<OpenCaches> {
  const listeners = new Map<string, ((payload?: string) => void)[]>()
  const warn = (message: string) => app.log.warn(message)
  const listenTo = (channel: string, onNotice: (payload?: string) => void) =>
    void listeners.set(channel, [...(listeners.get(channel) ?? []), onNotice])
  const store = await createStore(database.pool, { listen: listenTo, warn })
  const searchRules = await openSearchRules(database.pool, { listen: listenTo, warn })
  const startSeconds = new Gauge({
    name: 'catalog_index_start_seconds',
    help: 'How long the first index of the process took; "from" says where it came from',
    labelNames: ['from'],
    registers: [registry],
  })
  const catalog = openCatalog(database.pool, {
    listen: listenTo,
    warn,
    memoryBytes,
    searchTerms: searchRules.terms,
    ...(program !== undefined && { snapshots: { files: files.folder('catalog-index'), program } }),
    onIndexStart(start) {
      startSeconds.set({ from: start.from }, start.seconds)
      app.log.info(start, 'The catalog index is ready.')
    },
  })
  const campaigns = await openCampaigns(database.pool, { warn })
  const searchLog = openSearchLog(database.pool, { warn })
  listenTo(sessionChannel, sessions.forget)
  const listener = listen(
    database.connection,
    [...listeners.keys()],
    (channel, payload) => listeners.get(channel)?.forEach((onNotice) => onNotice(payload)),
    () => [...listeners.values()].flat().forEach((onNotice) => onNotice()),
  )
  sessions.follow(listener.isLive)
  database.pool.afterChange(listener.settle)
  app.addHook('onClose', async () => {
    await Promise.all([listener, store, catalog, campaigns, searchRules, searchLog].map((part) => part.close()))
  })
  return {
    caches: { store, catalog, campaigns, searchLog, searchRules },
    // Alone, it has to answer from SQL until the index is built.
    isWarm: async () =>
      catalog.hasIndex() || database.kind === 'embedded' || !(await hasOtherListeners(database.pool, listener)),
  }
}
