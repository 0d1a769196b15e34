import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBench } from '#bench/run.ts'
import { tableOf } from '#bench/report.ts'
import { startBenchShop } from '#bench/shop.ts'
import { loadDemo } from '#db/demo/load-demo.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildIfNeeded } from './build.ts'
import { root } from './root.ts'

/** Loads a large demo store into a data folder of its own and measures it against floors of the same run. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: 'large' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
    },
  })
  const size = values.size as 'small' | 'medium' | 'large'
  const base = parseConfig()
  const dataDir = join(base.dataDir, `bench-${size}`)
  await mkdir(dataDir, { recursive: true })
  await buildIfNeeded()
  const config = parseConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  await prepare(config, size)
  const shop = await startBenchShop({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const database = await openDatabase(config, { role: 'command', max: 8 })
  try {
    const options = {
      seed: Number(values.seed),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      only: values.only,
      say: (line: string) => console.error(line),
    }
    const rows = await runBench(shop, database.pool, config.sessionSecret, options)
    const heading = `${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}, demo store "${size}", seed ${values.seed}, ${values.connections} connections, ${values.seconds} s each; catalog index ready in ${shop.indexSeconds.toFixed(1)} s.`
    const text = `${heading}\n\n${tableOf(rows)}\n`
    console.log(`\n${text}`)
    if (values.write)
      await writeFile(join(root, 'docs/bench.md'), `# Measured speed\n\nMade by \`npm run bench -- --write\`. ${text}`)
    return 0
  } finally {
    await database.close()
    await shop.end()
  }
}

async function prepare(config: ReturnType<typeof parseConfig>, size: 'small' | 'medium' | 'large'): Promise<void> {
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    await migrate(database.pool, migrationsFolder)
    const filled = await database.pool.one('SELECT 1 AS one FROM products LIMIT 1')
    if (filled !== undefined) return
    console.error(`Loading the demo store "${size}" …`)
    await loadDemo(database.pool, { size, dataDir: config.dataDir })
    await database.pool.execute('ANALYZE')
  } finally {
    await database.close()
  }
}
