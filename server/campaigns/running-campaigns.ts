import type { Db } from '#server/platform/db/pool.ts'
import { loadRunning, loadStamp, refreshDiscounts } from './queries.ts'

export type RunningCampaign = { id: number; name: string; rowCount: number; productIds: readonly number[] }

/** The campaigns known to this process, at most about half a second old. */
export type Campaigns = {
  /** In the store's order. */
  running(): readonly RunningCampaign[]
  /** A value that changes whenever a campaign changes, starts or ends. */
  stamp(): string
  /** Reads the campaigns again immediately. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export type CampaignsOptions = { warn?: (message: string) => void; pollMilliseconds?: number }

/** Reads the running campaigns and checks regularly for changes. */
export async function openCampaigns(db: Db, options: CampaignsOptions = {}): Promise<Campaigns> {
  const warn = options.warn ?? (() => {})
  let current = await loadCampaigns(db)
  let pendingRead: Promise<void> | null = null

  const catchUp = async () => {
    if ((await loadStamp(db)) !== current.stamp) current = await loadCampaigns(db)
  }
  const check = () => {
    pendingRead ??= catchUp()
      // The database may be unavailable for a moment; the next check catches up.
      .catch((error: unknown) => warn(`Could not read campaigns: ${String(error)}`))
      .finally(() => {
        pendingRead = null
      })
  }
  const timer = setInterval(check, options.pollMilliseconds ?? 500)
  timer.unref()
  return {
    running: () => current.campaigns,
    stamp: () => current.stamp,
    async refresh() {
      await pendingRead
      current = await loadCampaigns(db)
    },
    async close() {
      clearInterval(timer)
      await pendingRead
    },
  }
}

/** Reads the stamp first: a change while the rest is read gives another stamp, and the next poll reads again. */
async function loadCampaigns(db: Db): Promise<{ stamp: string; campaigns: RunningCampaign[] }> {
  const stamp = await loadStamp(db)
  await refreshDiscounts(db)
  const campaigns = (await loadRunning(db)).map(({ id, name, row_count, product_ids }) => {
    return { id, name, rowCount: row_count, productIds: product_ids }
  })
  return { stamp, campaigns }
}
