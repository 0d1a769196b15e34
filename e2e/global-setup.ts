import type { TestProject } from 'vitest/node'
import { buildOnce } from '#cli/tools/build.ts'
import { keepStore, openShop, removeStore, type Shop, waitForQueue } from '#e2e/support/shop.ts'
import bundlePrograms from '#testing/test-programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demoShops: { url: string; dataDir: string }[]
  }
}

/**
 * Starts a demo store for each worker, for the journeys that do not change the store. With TOPTAN_E2E_URL, all of them
 * use the shop there, whose data folder is TOPTAN_E2E_DATA.
 */
export default async function startDemoShops(project: TestProject): Promise<() => Promise<void>> {
  const { TOPTAN_E2E_URL: url, TOPTAN_E2E_DATA: dataDir = '' } = process.env
  if (url !== undefined) {
    project.provide(
      'demoShops',
      Array.from({ length: project.config.maxWorkers }, () => ({ url, dataDir })),
    )
    return async () => {}
  }
  await buildOnce()
  const first = await openShop({ demo: 'small' })
  // This shop is started like an operator's; the commands of the shops after it load faster.
  await first.start()
  await endWithQueues(first)
  await keepStore(first.dataDir)
  await bundlePrograms()
  const shops = [first]
  while (shops.length < project.config.maxWorkers) shops.push(await openShop({ demo: 'small' }))
  await Promise.all(shops.map((shop) => shop.start()))
  project.provide(
    'demoShops',
    shops.map(({ url, dataDir }) => ({ url, dataDir })),
  )
  return async () => {
    const ends = await Promise.allSettled(shops.map((shop) => shop.remove()))
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      // The run already has its result; this error still fails it.
      console.error(end.reason)
      process.exitCode = 1
    }
    await removeStore()
  }
}

/** The first start of a store creates its queues, which takes longer than all the rest of a start. */
async function endWithQueues(shop: Shop): Promise<void> {
  const database = await shop.database()
  await waitForQueue(database).finally(() => database.close())
  await shop.end()
}
