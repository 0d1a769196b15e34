/** Public face of the integration API: keys of programs, feeds of events, and webhooks. */
import type { Pool } from '#server/platform/db/pool.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { registerAcknowledgements } from './events/acknowledge.ts'
import { registerFeeds } from './events/feeds.ts'
import { registerKeys } from './keys/routes.ts'

export { purgeEvents } from './events/events.ts'
export { openKeyCheck } from './keys/authenticate.ts'
export { scrubKeys } from './keys/key-text.ts'
export { startWebhooks } from './webhooks/dispatcher.ts'
export { addKey, listKeys, parseKeyValues, revokeKey } from './keys/manage-keys.ts'

/** Registers the calls of programs, and those by which administrators manage their access. */
export function registerIntegration(calls: Calls, { pool }: { pool: Pool }): void {
  registerKeys(calls, pool)
  registerFeeds(calls, pool)
  registerAcknowledgements(calls, pool)
}
