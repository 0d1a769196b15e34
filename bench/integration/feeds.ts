import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '#bench/load.ts'
import { cpuOfTree, readProcess } from '#bench/processes.ts'
import { startBenchShop } from '#bench/shop.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { feedPath, feedRequestsMax } from '#contract/shop/feeds.ts'
import { type FeedFormat, feedFormats, feedPresets } from '#domain/feeds/feed-presets.ts'
import { parseConfig } from '#server/config.ts'
import { tokenHash } from '#server/feeds/feeds.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import { fillProducts } from './fill-products.ts'

type MeasuredFeed = {
  name: string
  seconds: number
  wanted: number
  /** One SELECT of the same columns, written to a file. */
  floorSeconds: number | null
  serverCpu: number
  databaseCpu: number
  /** Of the process, at most, above its memory before the first feed. */
  megabytes: number | null
  kilobytes: number
}

/** Seconds and megabytes that a feed of 200,000 products may take, and seconds of an unchanged one. */
const wanted = { products: 200_000, seconds: 20, megabytes: 64, unchanged: 0.005 }
const pause = 50 // milliseconds between two samples of the memory
/** Feeds that answer 304: each answers so many requests a minute. */
const unchangedFeeds = 20

/** Feeds of a shop with so many products, which stays in the data folder for the next run. */
export async function runFeeds(
  products: number,
  { dataDir, only, log }: { dataDir: string; only: string; log(line: string): void },
): Promise<MeasuredFeed[]> {
  const folder = join(dataDir, `bench-feeds-${products}`)
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const database = await openDatabase(parseConfig(env), { role: 'command', log })
  try {
    await migrate(database.pool, migrationsFolder)
    await fillProducts(database.pool, products, log)
    const shop = await startBenchShop(env)
    try {
      return await measureFeeds(shop.shop, database.pool, { products, folder, only, log })
    } finally {
      await shop.end()
    }
  } finally {
    await database.close()
  }
}

type Measuring = { products: number; folder: string; only: string; log(line: string): void }

async function measureFeeds(
  target: Target,
  pool: Pool,
  { products, folder, only, log }: Measuring,
): Promise<MeasuredFeed[]> {
  const measured: MeasuredFeed[] = []
  const add = (each: MeasuredFeed) => {
    measured.push(each)
    log(`${each.name}: ${each.seconds.toFixed(3)} s, ${each.megabytes?.toFixed(0) ?? '–'} MB`)
  }
  const seconds = (products / wanted.products) * wanted.seconds
  await useLists(target)
  const idle = megabytesOf(target)
  for (const [format, encoding] of cases) {
    const name = `feed of ${products.toLocaleString('en-US')} products as ${format.toUpperCase()}${encoding === 'gzip' ? ', gzip' : ''}`
    if (!name.includes(only)) continue
    const address = await addFeed(target, pool, format)
    const floorSeconds = await writeProducts(pool, join(folder, 'bench-feed.txt'))
    const figures = await measureFile(target, idle, () => readFeed(address, encoding))
    add({ name, wanted: seconds, floorSeconds, ...figures })
  }
  if ('unchanged feed'.includes(only)) add(await measureUnchanged(target, pool))
  await pool.execute("DELETE FROM dealer_feeds WHERE name = 'Ölçüm'")
  return measured
}

/** A server that has answered requests, then idles: a new one has not used its young heap yet. */
async function useLists({ url }: Target): Promise<void> {
  for (let page = 1; page <= 200; page += 1) {
    await (await fetch(`${url}/api/catalog/products?page=${page}&limit=96`)).arrayBuffer()
  }
  await sleep(1000)
}

const cases: [FeedFormat, string][] = [
  ...feedFormats.map((format): [FeedFormat, string] => [format, 'identity']),
  ['xml', 'gzip'],
]

/** Adds a feed and returns its address. */
async function addFeed({ url }: Target, pool: Pool, format: FeedFormat): Promise<string> {
  const token = randomToken(32)
  const { root, item, columns } = feedPresets.standard
  const shape = {
    ...{ preset: 'standard', format, root, item, delimiter: ',', columns, price: 'own', percent: '10' },
    ...{ rounding: '0.01', currency: 'TRY', taxIncluded: true, brands: [], categories: [] },
  }
  await pool.execute(
    `INSERT INTO dealer_feeds (dealer_id, user_id, name, token_hash, token_sealed, shape)
     SELECT dealer_id, id, 'Ölçüm', $1, '', $2 FROM users WHERE email = 'olcum@example.com'`,
    [tokenHash(token), JSON.stringify(shape)],
  )
  return url + feedPath(token, format)
}

const cpuOf = ({ pid, databasePid }: Target) => {
  return { server: (readProcess(pid)?.cpuMilliseconds ?? 0) / 1000, database: cpuOfTree(databasePid) / 1000 }
}
const megabytesOf = ({ pid }: Target): number => (readProcess(pid)?.residentBytes ?? 0) / 1_048_576

async function measureFile(target: Target, idle: number, read: () => Promise<number>) {
  const cpu = cpuOf(target)
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, megabytesOf(target))), pause)
  const started = performance.now()
  const bytes = await read().finally(() => clearInterval(looking))
  const seconds = (performance.now() - started) / 1000
  const after = cpuOf(target)
  return {
    seconds,
    serverCpu: after.server - cpu.server,
    databaseCpu: after.database - cpu.database,
    megabytes: most - idle,
    kilobytes: bytes / 1024,
  }
}

/** The number of bytes as sent. */
async function readFeed(address: string, encoding: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': encoding } })
  if (!answer.ok || answer.body === null) throw new Error(`The feed was answered with ${answer.status}.`)
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return bytes
}

/** Writes the stored columns of a feed's products into a file, line by line: what reading them costs at least. */
async function writeProducts(pool: Pool, path: string): Promise<number> {
  const started = performance.now()
  const file = await open(path, 'w')
  await transaction(pool, async (db) => {
    await db.execute(
      `DECLARE bare NO SCROLL CURSOR FOR
       SELECT p.code, parent.code AS parent_code, u.barcode, p.name, coalesce(p.description, parent.description),
              b.name AS brand, m.name AS model, c.name AS category, pr.sale_value, pr.list_value, pr.sale_currency,
              coalesce(p.tax_rate, parent.tax_rate), (SELECT sum(quantity) FROM inventory WHERE product_id = p.id),
              u.name AS unit, u.multiplier, p.images, p.seo, p.variant_values
         FROM products p
         LEFT JOIN products parent ON parent.id = p.parent_id
         LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
         LEFT JOIN models m ON m.id = coalesce(p.model_id, parent.model_id)
         LEFT JOIN categories c ON c.id = coalesce(p.category_id, parent.category_id)
         LEFT JOIN product_units u ON u.id = p.default_unit_id
         LEFT JOIN unit_prices pr ON pr.unit_id = u.id
          AND pr.price_list_id = (SELECT id FROM price_lists WHERE is_default)
        WHERE p.variant_names IS NULL AND p.is_active AND parent.is_active IS NOT FALSE ORDER BY p.id`,
    )
    for (;;) {
      const rows = await db.query<Record<string, unknown>>('FETCH 2000 FROM bare')
      if (rows.length === 0) break
      await file.write(rows.map((row) => `${Object.values(row).join('\t')}\n`).join(''))
    }
  })
  await file.close()
  await rm(path)
  return (performance.now() - started) / 1000
}

/** The median of requests for unchanged feeds with their ETag, one request at a time. */
async function measureUnchanged(target: Target, pool: Pool): Promise<MeasuredFeed> {
  const requests: { address: string; headers: Record<string, string> }[] = []
  for (let n = 0; n < unchangedFeeds; n += 1) {
    const address = await addFeed(target, pool, 'xml')
    const { headers } = await fetch(address, { method: 'HEAD' })
    requests.push({ address, headers: { 'if-none-match': headers.get('etag') ?? '' } })
  }
  const taken: number[] = []
  const cpu = cpuOf(target)
  for (const { address, headers } of requests) {
    for (let n = 1; n < feedRequestsMax; n += 1) {
      const started = performance.now()
      const answer = await fetch(address, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 304) throw new Error(`The unchanged feed was answered with ${answer.status}.`)
      taken.push((performance.now() - started) / 1000)
    }
  }
  const after = cpuOf(target)
  const inOrder = taken.toSorted((a, b) => a - b)
  const at = (share: number) => inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0
  return {
    name: `unchanged feed, 304, median of ${taken.length} (p95 ${(at(0.95) * 1000).toFixed(1)} ms)`,
    seconds: at(0.5),
    wanted: wanted.unchanged,
    floorSeconds: null,
    serverCpu: (after.server - cpu.server) / taken.length,
    databaseCpu: (after.database - cpu.database) / taken.length,
    megabytes: null,
    kilobytes: 0,
  }
}

/** Whether a feed took no longer and no more memory than it may. */
export const isFeedWithin = ({ seconds, wanted: most, megabytes }: MeasuredFeed): boolean =>
  seconds <= most && (megabytes ?? 0) <= wanted.megabytes

/** The figures as a table. */
export function feedTable(rows: readonly MeasuredFeed[]): string {
  const lines = rows.map((row) => {
    const { name, seconds, floorSeconds, megabytes } = row
    const cells = [
      name,
      seconds.toFixed(3),
      String(row.wanted),
      row.serverCpu.toFixed(3),
      row.databaseCpu.toFixed(3),
      megabytes?.toFixed(0) ?? '',
      megabytes === null ? '' : String(wanted.megabytes),
      megabytes === null ? '' : (row.kilobytes / 1024).toFixed(1),
      floorSeconds?.toFixed(2) ?? '',
      floorSeconds === null ? '' : (floorSeconds / seconds).toFixed(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| measured | s | target s | server CPU s | db CPU s | MB above idle | target MB | size MB | bare SELECT s | ratio |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}
