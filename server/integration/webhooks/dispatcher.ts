import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { findDueTargets, hasWebhookWork, sendDue, type WebhookDeps } from './deliver.ts'
import { makeDeliveries } from './make-deliveries.ts'

const interval = 500
/** While one batch of a target is on its way, the next one is prepared. */
const batchesAtOnce = 2

/**
 * Sends webhooks while the process runs. Every process may: deliveries are claimed in the database. Targets are served
 * independently of each other, so that a slow receiver delays only itself.
 */
export function startWebhooks(deps: WebhookDeps, warn: (error: Error) => void): { close(): Promise<void> } {
  const running = new Map<number, Promise<unknown>>()
  let isOpen = true
  const sendAll = async (targetId: number) => {
    try {
      while (isOpen && (await sendDue(deps, targetId)) > 0);
    } catch (error) {
      warn(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const loop = repeatEvery(
    interval,
    async () => {
      if (!(await hasWebhookWork(deps.pool))) return
      while (await makeDeliveries(deps.pool));
      for (const targetId of await findDueTargets(deps.pool)) {
        if (running.has(targetId)) continue
        const work = Promise.all(Array.from({ length: batchesAtOnce }, () => sendAll(targetId)))
        running.set(
          targetId,
          work.finally(() => running.delete(targetId)),
        )
      }
    },
    warn,
  )
  return {
    async close() {
      isOpen = false
      await loop.close()
      await Promise.all(running.values())
    },
  }
}
