import { setTimeout as sleep } from 'node:timers/promises'
import { stampHeader } from '#contract/core/visitor.ts'
import type { Shop } from '#e2e/support/shop.ts'
import { signInBuyer } from '#faults/buyer.ts'
import type { Cluster } from './cluster.ts'
import { maxSpread, seconds, type Step } from './step.ts'

export async function seesChange({ shops }: Cluster): ReturnType<Step> {
  const took = await spreadOf(shops[0], shops[1])
  return { measured: `after ${seconds(took)}`, isGood: took < maxSpread }
}

/** Changes the name of the store in one process. Returns the milliseconds until the other has the same state of the store. */
async function spreadOf(from: Shop, to: Shop): Promise<number> {
  const admin = await signInBuyer(from.url, 'yonetici@example.com', 'demo1234')
  const { body } = await admin.send('GET', '/yonetim/settings')
  const items = body['items'] as { key: string; stamp: string }[]
  const stamp = items.find(({ key }) => key === 'storeName')?.stamp ?? ''
  const value = `Toptan ${process.pid} ${Math.round(performance.now())}`
  const before = await stateOf(from)
  const answer = await admin.send('PATCH', '/yonetim/settings', { changes: [{ key: 'storeName', value, stamp }] })
  const changedAt = performance.now()
  const after = await stateOf(from)
  if (answer.status !== 200 || after === before) throw new Error(`Nothing was changed: ${JSON.stringify(answer)}`)
  while ((await stateOf(to)) !== after) {
    if (performance.now() - changedAt > 30_000) throw new Error('The other process does not know the change.')
    await sleep(5)
  }
  return performance.now() - changedAt
}

async function stateOf({ url }: Shop): Promise<string | null> {
  return (await fetch(`${url}/api/visitor`)).headers.get(stampHeader)
}

export async function cutNotifications({ shops, databases }: Cluster): ReturnType<Step> {
  const cut = await databases.primary.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'toptan-listen-%'",
  )
  const took = await spreadOf(shops[0], shops[1])
  return {
    measured: `${cut.length} connections cut; a change is seen after ${seconds(took)}`,
    isGood: took < maxSpread,
  }
}
