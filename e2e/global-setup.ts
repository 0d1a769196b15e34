import type { TestProject } from 'vitest/node'
import { buildIfNeeded } from '#cli/build.ts'
import { keepStore, openShop, removeStore } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demoShop: { url: string; dataDir: string }
  }
}

/** One demo store for all journeys that change nothing of the store itself. */
export default async function startDemoShop(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const shop = await openShop({ demo: 'small' })
  await keepStore(shop.dataDir)
  await shop.start()
  project.provide('demoShop', { url: shop.url, dataDir: shop.dataDir })
  return async () => {
    await shop.remove().catch((error: unknown) => {
      // The run has its result by now; this one still fails it.
      console.error(error)
      process.exitCode = 1
    })
    await removeStore()
  }
}
