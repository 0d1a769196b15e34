import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startBenchShop } from '#bench/shop.ts'
import { prepareBareBatches, writeBareBatch } from '#bench/floors/batch-sql.ts'
import { cpuOfTree, readProcess } from '#bench/processes.ts'
import type { Target } from '#bench/load.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { commandLine } from '#server/audit/audit.ts'
import { parseConfig } from '#server/config.ts'
import { addKey } from '#server/integration/integration.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { insertWarehouse } from '#server/stock/stock.ts'
import { batchSize, priceRows, productRows, stockRows, unitRows } from './batch-rows.ts'

type Program = { target: Target; headers: Record<string, string>; pool: Pool }
type Measured = {
  name: string
  seconds: number
  wanted: number
  /** Of the same rows by bare SQL. */
  floorSeconds: number | null
  serverCpu: number
  databaseCpu: number
}

/** Loads a new shop by the integration API and changes it. The data folder is deleted before and after. */
export async function runIntegration(
  products: number,
  { dataDir, log }: { dataDir: string; log(line: string): void },
): Promise<Measured[]> {
  const folder = join(dataDir, 'bench-integration')
  await rm(folder, { recursive: true, force: true })
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const database = await openDatabase(parseConfig(env), { role: 'command', log })
  try {
    await migrate(database.pool, migrationsFolder)
    const headers = await addProgram(database.pool)
    // The list sorts by price only for visitors who see prices.
    await saveSetting(database.pool, 'guestPrices', '1')
    const shop = await startBenchShop(env)
    try {
      return await measureAll({ target: shop.shop, headers, pool: database.pool }, products, log)
    } finally {
      await shop.end()
    }
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function addProgram(pool: Pool): Promise<Record<string, string>> {
  await insertWarehouse(pool, 'ŞUBE', 1)
  const values = { name: 'ERP', addresses: [], requestsPerMinute: 100_000, expiresOn: null }
  const key = await addKey(pool, commandLine, { ...values, scopes: ['catalog:write', 'prices:write', 'stock:write'] })
  if (typeof key !== 'string') throw new Error(`The key was refused: ${key.code}`)
  const plain = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  return { ...plain, authorization: `Bearer ${key}` }
}

async function measureAll(program: Program, products: number, log: (line: string) => void): Promise<Measured[]> {
  const measured: Measured[] = []
  await prepareBareBatches(program.pool)
  const add = async (name: string, wanted: number, work: () => Promise<number>, floorOf?: () => Promise<number>) => {
    const cpu = cpuOf(program.target)
    const seconds = await work()
    const after = cpuOf(program.target)
    const [serverCpu, databaseCpu] = [(after.server - cpu.server) / 1000, (after.database - cpu.database) / 1000]
    const floorSeconds = (await floorOf?.()) ?? null
    measured.push({ name, seconds, wanted, floorSeconds, serverCpu, databaseCpu })
    log(`${name}: ${seconds.toFixed(2)} s, floor ${floorSeconds?.toFixed(2) ?? '–'} s`)
  }
  const count = (n: number) => n.toLocaleString('en-US')
  await add(
    `${count(products)} products with two units, prices and stock`,
    (products / 1_000_000) * 600,
    () => secondsOf(() => loadProducts(program, products, log)),
    async () => {
      let seconds = 0
      for (let from = 0; from < products; from += batchSize) {
        seconds += await writeBareBatch(program.pool, 'products', productRows(from, products))
        seconds += await writeBareBatch(program.pool, 'units', unitRows(from, products))
      }
      return seconds
    },
  )
  // The index takes over the load before other requests are measured.
  await sleep(5000)
  const stock = Math.min(100_000, products)
  await add(
    `${count(stock)} stock rows`,
    10,
    () =>
      secondsOf(async () => {
        for (let from = 0; from < stock; from += batchSize) await post(program, 'stock', stockRows(from, stock))
      }),
    async () => {
      let seconds = 0
      for (let from = 0; from < stock; from += batchSize) {
        seconds += await writeBareBatch(program.pool, 'stock', stockRows(from, stock))
      }
      return seconds
    },
  )
  for (let run = 1; run <= 5; run += 1) {
    await add(`2,000 changed prices in the list, after the call returned, run ${run}`, 1, () => seePrices(program, run))
  }
  return measured
}

const cpuOf = ({ pid, databasePid }: Target) => {
  return { server: readProcess(pid)?.cpuMilliseconds ?? 0, database: cpuOfTree(databasePid) }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

async function loadProducts(program: Program, products: number, log: (line: string) => void): Promise<void> {
  const started = performance.now()
  for (let from = 0; from < products; from += batchSize) {
    await post(program, 'products', productRows(from, products))
    await post(program, 'units', unitRows(from, products))
    if ((from / batchSize) % 10 === 9) {
      log(`  ${from + batchSize} products after ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
  }
}

/** Every row must be written. */
async function post({ target, headers }: Program, resource: string, rows: readonly object[]): Promise<void> {
  const body = gzipSync(JSON.stringify({ rows }), { level: 1 })
  const answer = await fetch(`${target.url}/api/integration/v1/${resource}`, { method: 'POST', headers, body })
  const reply = (await answer.json()) as { rejected?: number }
  if (answer.status !== 200 || reply.rejected !== 0) {
    throw new Error(`${resource} was answered with ${answer.status}: ${JSON.stringify(reply).slice(0, 500)}`)
  }
}

/** Seconds from the answer of the batch until the list, sorted by price, begins with the highest of the new prices. */
async function seePrices(program: Program, run: number): Promise<number> {
  const rows = priceRows(2000, run)
  await post(program, 'prices', rows)
  const started = performance.now()
  for (;;) {
    const answer = await fetch(`${program.target.url}/api/catalog/products?sort=-price&limit=1`)
    const { items } = (await answer.json()) as { items: { code: string }[] }
    if (items[0]?.code === rows.at(-1)?.code) return (performance.now() - started) / 1000
    await sleep(20)
  }
}

/** The figures as a table. The ratio is that of the floor to what was measured. */
export function integrationTable(rows: readonly Measured[]): string {
  const lines = rows.map(({ name, seconds, wanted, floorSeconds, serverCpu, databaseCpu }) => {
    const floor = floorSeconds === null ? ['', ''] : [floorSeconds.toFixed(2), (floorSeconds / seconds).toFixed(2)]
    return `| ${[name, seconds.toFixed(2), wanted.toFixed(0), serverCpu.toFixed(1), databaseCpu.toFixed(1), ...floor].join(' | ')} |`
  })
  return [
    '| measured | s | target s | server CPU s | db CPU s | bare SQL s | ratio |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}
