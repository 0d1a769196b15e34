import type { ErpAdapter, ErpHttp } from '#server/erp/adapters/adapter.ts'
import { type DeskDeps, shopDesk } from '#server/erp/desk/shop-desk.ts'
import { enqueueAlerts } from '#server/erp/alerts/alerts.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { runTurn } from './connector.ts'

/** Milliseconds between two looks for work, and between two looks for connections that need a person. */
const interval = 2_000
const alertInterval = 60_000

export type ErpJobs = DeskDeps & {
  adapters: ReadonlyMap<string, ErpAdapter>
  http: ErpHttp
  filesFolder?: string | null
}

/**
 * Runs the connections that run within the shop. Every process may: resources and documents are leased in the database.
 * Connections do not wait for each other.
 */
export function startErp(deps: ErpJobs, warn: (error: Error) => void): { close(): Promise<void> } {
  const { pool, adapters, http, filesFolder = null } = deps
  const tools = { http, filesFolder, now: () => new Date(), note: () => {} }
  const running = new Map<number, Promise<void>>()
  let isOpen = true
  const serve = async (id: number) => {
    const desk = shopDesk(deps, id)
    // What failed is in the log of the connection, and due again after a pause.
    while (isOpen) {
      const { isBusy, failure } = await runTurn(desk, { adapters, tools })
      if (!isBusy || failure !== null) return
    }
  }
  const loop = repeatEvery(
    interval,
    async () => {
      const rows = await pool.query<{ id: number }>(
        `SELECT id FROM erp_connections c WHERE key_id IS NULL AND (is_active OR EXISTS (
           SELECT FROM erp_feeds WHERE connection_id = c.id AND is_active AND wanted = 'compare')) ORDER BY id`,
        [],
        'erp_active',
      )
      for (const { id } of rows) {
        if (running.has(id)) continue
        const work = serve(id)
          .catch((error: unknown) => warn(error instanceof Error ? error : new Error(String(error))))
          .finally(() => running.delete(id))
        running.set(id, work)
      }
    },
    warn,
  )
  const alerts = repeatEvery(alertInterval, () => enqueueAlerts(pool), warn)
  return {
    async close() {
      isOpen = false
      await Promise.all([loop.close(), alerts.close()])
      await Promise.all(running.values())
    },
  }
}
