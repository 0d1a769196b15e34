import type { FastifyInstance } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import type { VisitOptions } from '#server/visitor/visitor.ts'
import { serveLive } from '#server/monitoring/live/live.ts'
import { openPresence } from './presence.ts'

export type ChannelOptions = { pool: Pool; visit: VisitOptions; publicUrls: readonly string[] }

/** Opens `/ws` for presence. */
export async function openMonitoringChannel(app: FastifyInstance, options: ChannelOptions): Promise<void> {
  const { pool, visit, publicUrls } = options
  const presence = openPresence(pool, (error) => app.log.warn({ reason: error.message }, 'presence'))
  await serveLive(app, {
    visit,
    publicUrls,
    onMessage: presence.onMessage,
    findOpenSessions: presence.findOpenSessions,
  })
  app.addHook('onClose', () => presence.close())
}
