/** Public face of the integration API: keys of programs, feeds of events, and webhooks. */
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Campaigns } from '#server/campaigns/campaigns.ts'
import { registerCampaignBatch } from './batches/campaign-routes.ts'
import { registerBatches } from './batches/routes.ts'
import { registerAcknowledgements } from './events/acknowledge.ts'
import type { DealerApiDeps } from './dealer/dealer-calls.ts'
import { registerDealerApi } from './dealer/routes.ts'
import { registerFeeds } from './events/feeds.ts'
import { registerMoves } from './moves/routes.ts'
import { registerKeys } from './keys/routes.ts'
import { registerProgramChanges } from './price-changes/routes.ts'
import { registerStoredRecords } from './stored/routes.ts'
import { openWebhookCall, receiversOf } from './webhooks/receivers.ts'
import { registerWebhooks } from './webhooks/routes.ts'

export { registerBatches } from './batches/routes.ts'
export { acknowledgeIn } from './events/acknowledge.ts'
export { numberEvents, purgeEvents } from './events/events.ts'
export { loadCancellations, loadOrders, loadPayments, loadRefunds } from './events/records.ts'
export { openKeyCheck } from './keys/authenticate.ts'
export { scrubKeys } from './keys/key-text.ts'
export { purgeRequests } from './repeated-requests.ts'
export { enqueueWebhookAlerts, sendWebhookMail, webhookMailJob } from './webhooks/alerts.ts'
export { openWebhookMetrics } from './webhooks/webhook-metrics.ts'
export { sealWebhookSecret } from './webhooks/deliver.ts'
export { newWebhookSecret, signedHeaders } from './webhooks/signature.ts'
export { startWebhooks } from './webhooks/dispatcher.ts'
export { resealWebhookSecrets, sealedWebhookSecrets } from './webhooks/manage-webhooks.ts'
export { openWebhookCall } from './webhooks/receivers.ts'
export { countFailedWebhooks, purgeDeliveries } from './webhooks/webhook-rows.ts'
export { addKey, addKeyIn, listKeys, parseKeyValues, revokeKey } from './keys/manage-keys.ts'

type IntegrationDeps = {
  pool: Pool
  secret: Secret
  version: string
  production: boolean
  /** Where the sandbox ERP of this shop is, which receives the demo's webhooks. */
  sandboxUrl: string | undefined
  campaigns: Campaigns
  invoicesFolder: FileStore
  catalog: Catalog
  now(): Date
}

/** Registers the calls of programs, and those by which administrators manage their access. */
export function registerIntegration(
  calls: Calls,
  {
    pool,
    secret,
    version,
    production,
    sandboxUrl,
    store,
    publicUrl,
    campaigns,
    invoicesFolder,
    catalog,
    now,
  }: DealerApiDeps & IntegrationDeps,
): void {
  registerDealerApi(calls, { pool, store, publicUrl })
  registerKeys(calls, { pool, version })
  const { isAllowed } = receiversOf(production)
  registerWebhooks(calls, { pool, secret, isAllowed, call: openWebhookCall(production, { sandboxUrl }) })
  registerFeeds(calls, pool)
  registerBatches(calls, pool, () => store.refresh())
  registerCampaignBatch(calls, { pool, campaigns })
  registerStoredRecords(calls, pool)
  registerProgramChanges(calls, { pool, store, catalog, now })
  registerAcknowledgements(calls, pool)
  registerMoves(calls, { pool, store, invoicesFolder })
}
export { revokeKeysOfUser } from '#server/integration/keys/revoke-keys-of-user.ts'
