import { followChanges, type FollowOptions } from '#server/platform/db/follow-changes.ts'
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

/** Reads the running campaigns and checks regularly for changes. */
export async function openCampaigns(db: Db, options: Omit<FollowOptions, 'listen'> = {}): Promise<Campaigns> {
  let current = await loadCampaigns(db)
  const catchUp = async () => {
    if ((await loadStamp(db)) !== current.stamp) current = await loadCampaigns(db)
  }
  const changes = followChanges('campaigns', catchUp, { pollMilliseconds: 500, ...options })
  return {
    running: () => current.campaigns,
    stamp: () => current.stamp,
    async refresh() {
      await changes.settled()
      current = await loadCampaigns(db)
    },
    close: changes.close,
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
