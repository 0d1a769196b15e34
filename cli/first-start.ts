import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'

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
  await loadDemo(pool, { size: 'medium', dataDir: config.dataDir, secret: config.sessionSecret })
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
