import type { Config } from '#server/config.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'

/** Fills an empty shop with the demo store, except in production. Returns whether the shop has the demo store. */
export async function loadDemoIfEmpty({ pool }: Database, config: Config): Promise<boolean> {
  if (config.production) return false
  const existing = await pool.one<{ has_products: boolean; has_demo: boolean }>(
    `SELECT EXISTS (SELECT FROM products) AS has_products,
            EXISTS (SELECT FROM users WHERE email = 'yonetici@example.com') AS has_demo`,
  )
  if (existing?.has_products || existing?.has_demo) return existing.has_demo
  const { loadDemo } = await import('#demo/load-demo.ts')
  const started = performance.now()
  process.stdout.write('  Loading the demo store … ')
  const demo = { size: 'medium', files: openFileStore(config), secret: config.sessionSecret } as const
  await withCommandPool(pool, (db) => loadDemo(db, demo))
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
  return true
}

export function printWelcome(url: string, hasDemo: boolean): void {
  console.log(`\n  Toptan is running at ${url}\n`)
  if (!hasDemo) return
  console.log('  Demo accounts (password demo1234):')
  console.log('    dealer          bayi@example.com, bayi2@example.com')
  console.log('    administrator   yonetici@example.com')
  console.log(`  Test cards          ${url}/sandbox-bank/cards\n`)
}
