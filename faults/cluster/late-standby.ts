import type { Shop } from '#e2e/support/shop.ts'
import { signInBuyer } from '#faults/buyer.ts'
import type { Cluster } from './cluster.ts'
import type { Load } from './load.ts'
import { becomes } from '#faults/becomes.ts'
import { seconds, type Step } from './step.ts'

/**
 * The standby stops applying changes. A browser that has just changed something sees new orders at once, others as soon as
 * the standby counts as late.
 */
export async function pauseStandby({ url, shops, databases }: Cluster, load: Load): ReturnType<Step> {
  const tally = load.count()
  const admin = await signInBuyer(url, 'yonetici@example.com', 'demo1234')
  const reader = admin.cookie().replace(/[^; ]*toptan_changed=1/, '')
  const isListed = async (orderNo: string, cookie: string) => {
    const response = await fetch(`${url}/yonetim/orders?q=${orderNo}`, { headers: { cookie } })
    return (await response.text()).includes(orderNo)
  }
  await becomes(async () => (await replicasUsed(shops)) === shops.length)
  await databases.standby.pool.execute('SELECT pg_wal_replay_pause()')
  try {
    await load.more(1)
    const last = [...load.acknowledged.values()].at(-1) ?? ''
    const isSeenByItself = await isListed(last, admin.cookie())
    const isLate = !(await isListed(last, reader))
    const took = await becomes(() => isListed(last, reader))
    const measured = `seen at once after an own change: ${isSeenByItself}, by others ${isLate ? `after ${seconds(took)}` : 'at once'}`
    await becomes(async () => (await replicasUsed(shops)) === 0)
    const isGood = isSeenByItself && tally.failed === 0
    return { measured: `${measured}; ${tally.failed} of ${tally.sent} requests failed`, isGood }
  } finally {
    await databases.standby.pool.execute('SELECT pg_wal_replay_resume()')
    await becomes(async () => (await replicasUsed(shops)) === shops.length)
  }
}

/** How many processes read from the standby. */
async function replicasUsed(shops: readonly Shop[]): Promise<number> {
  const pages = await Promise.all(shops.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  return pages.filter((page) => /^database_replica_used 1$/m.test(page)).length
}
