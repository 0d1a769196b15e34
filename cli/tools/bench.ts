import { mkdir } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillOrders, linesEach, orderCount } from '#bench/board/fill-orders.ts'
import { boardTable, measureBoard, wanted } from '#bench/board/run.ts'
import { runGolden } from '#bench/golden/run.ts'
import { feedTable, isFeedWithin, runFeeds } from '#bench/integration/feeds.ts'
import { integrationTable, runIntegration } from '#bench/integration/run.ts'
import { runWebhooks, wantedWebhooks, webhookTable } from '#bench/integration/webhooks.ts'
import { countRules, dealerCount, fillDealers, fillRules } from '#bench/prices/fill-rules.ts'
import {
  isWithin,
  measurePrices,
  measureUpkeep,
  priceTable,
  type Upkeep,
  wantedExplanation,
  wantedRatio,
} from '#bench/prices/run.ts'
import { measureSearch, searchTable, wantedMedian } from '#bench/golden/speed.ts'
import { goldenReport, shareOf, wantedShare, weakKinds } from '#bench/golden/score.ts'
import { measureProcesses, processesTable } from '#bench/scale/processes.ts'
import { measureRequests } from '#bench/scale/requests.ts'
import { isFilled, measureScale, scaleText } from '#bench/scale/run.ts'
import { writeSection } from '#bench/section.ts'
import { runBench } from '#bench/run.ts'
import { profileTable, tableOf } from '#bench/report.ts'
import { measurePublication, publicationTable } from '#bench/price-changes/run.ts'
import { type Start, startBenchShop, startShops } from '#bench/shop.ts'
import { type DemoSize, loadDemo } from '#demo/load-demo.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { currentSecret } from '#server/platform/http/secrets.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import type { Connection, Pool } from '#server/platform/db/pool.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildIfNeeded } from './build.ts'

export const usage = `toptan bench: measure speed against baselines of the same run

  --size large       demo store: small, medium, large, huge
  --seconds 5        of each measurement
  --connections 4
  --seed 1           draws the requests
  --only text        measurements whose names contain this text
  --write            replace the figures in docs/bench.md
  --shop             no lists of the administration, histories and exports
  --profile          name the largest shares of CPU time of calls and pages
  --golden [--make]  whether searches find what they mean
  --search           how long searches take in the index
  --integration n    load n products by the integration API
  --webhooks n       send n messages to a receiver on this machine
  --feeds n          feeds of n products
  --board            today's board and reports with half a million orders
  --prices           lists and carts with 500 price lists and 60,000 rules, against the same shop without them
  --scale            tables that grow: bytes of a row, lookups, requests (--dealers, --orders, --lines of each order, --movements)
  --processes n      what pages and lists cost in one process, in two … in n
  --publish          publish a price change of a whole list in two processes under load`

/** Loads a large demo store into its own data folder, and measures it against baselines of the same run. */
export async function run(args: string[]): Promise<number> {
  const { values: given } = parseArgs({
    args,
    options: {
      size: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '4' },
      seed: { type: 'string' },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      shop: { type: 'boolean', default: false },
      golden: { type: 'boolean', default: false },
      make: { type: 'boolean', default: false },
      search: { type: 'boolean', default: false },
      /** Products to load by the integration API. */
      integration: { type: 'string' },
      /** Messages to send to a receiver on this machine. */
      webhooks: { type: 'string' },
      /** Today's board and the order list, at half a million orders. */
      board: { type: 'boolean', default: false },
      /** Price lists and rules, against the same shop without them. */
      prices: { type: 'boolean', default: false },
      /** A price change of a whole list, published under load in two processes. */
      publish: { type: 'boolean', default: false },
      /** Rows of the growing tables, and how much of each. */
      scale: { type: 'boolean', default: false },
      /** The same requests to so many processes. */
      processes: { type: 'string' },
      dealers: { type: 'string', default: '500' },
      orders: { type: 'string', default: '100000' },
      lines: { type: 'string', default: '5' },
      movements: { type: 'string', default: '500000' },
      /** Products in feeds. */
      feeds: { type: 'string' },
    },
  })
  const values = { ...given, size: given.size ?? (given.scale ? 'small' : 'large') }
  if (values.golden) return runGoldenQueries(values)
  if (values.integration !== undefined) return runBatches(Number(values.integration), values.write)
  if (values.webhooks !== undefined) return runMessages(Number(values.webhooks), values.write)
  if (values.feeds !== undefined) return runProductFeeds(Number(values.feeds), values)
  if (values.search) return runSearches(values)
  if (values.board) return runBoard(values)
  if (values.prices) return runPrices(values)
  if (values.scale) return runScale(values)
  if (values.processes !== undefined) return runProcesses(Number(values.processes), values)
  if (values.publish) return runPublication(values)
  const size = values.size as DemoSize
  const seed = Number(values.seed ?? 1)
  await buildIfNeeded()
  const config = await prepare(size)
  const shop = await startBenchShop({ ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error' })
  const database = await openDatabase(config, { role: 'command', max: 8 })
  try {
    const options = {
      seed,
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      only: values.only,
      profiles: values.profile,
      isShopOnly: values.shop,
      log: (line: string) => console.error(line),
    }
    const rows = await runBench(shop, database.pool, currentSecret(config.sessionSecret), options)
    const heading = `${machine()}, load average ${loadavg()[1]?.toFixed(1)} at its end, demo store "${size}", seed ${seed}, ${values.connections} connections, ${values.seconds} s each. ${startOf(shop.start)}`
    const profiles = values.profile ? `\n\n${profileTable(rows.shop)}` : ''
    const made = `Made by \`npm run bench -- ${args.join(' ')}\`. ${heading}`
    const sections: [heading: string, text: string][] = [
      [shopHeading(size), `${made}\n\n${tableOf(rows.shop)}${profiles}\n`],
    ]
    if (!values.shop) sections.push([otherHeading(size), `${made}\n\n${tableOf(rows.others)}\n`])
    for (const [title, text] of sections) console.log(`\n${title}\n\n${text}`)
    if (values.write) for (const section of sections) await writeSection(...section)
    return 0
  } finally {
    await database.close()
    await shop.end()
  }
}

/** The figures of the large store come first; each other size has its own section. */
const shopHeading = (size: DemoSize): string => (size === 'large' ? '# Measured speed' : `## Demo store "${size}"`)

const otherHeading = (size: DemoSize): string =>
  `## Administration, histories and exports${size === 'large' ? '' : ` (${size})`}`

function startOf({ indexSeconds, indexMegabytes, withoutIndex }: Start): string {
  const { requests, p50, slowest } = withoutIndex
  return (
    `The catalog index stood after ${indexSeconds.toFixed(1)} s, the process then held ${indexMegabytes.toFixed(0)} MB; ` +
    `until then ${requests} lists and searches were answered without it, p50 ${p50.toFixed(0)} ms, the slowest ${slowest.toFixed(0)} ms.`
  )
}

/**
 * `--golden`: measures whether searches find what they mean. `--seed` draws other queries than the stored ones, `--make`
 * regenerates the stored ones.
 */
async function runGoldenQueries(values: { write: boolean; make: boolean; seed?: string | undefined }): Promise<number> {
  const { write, make, seed } = values
  const log = (line: string) => console.error(line)
  const scores = await runGolden(parseConfig().dataDir, {
    remake: make,
    seed: seed === undefined ? undefined : Number(seed),
    log,
  })
  console.log(`\n${goldenReport(scores)}`)
  // The sample catalogs must not be published, not even in part.
  if (write)
    await writeSection('## Search quality', `${goldenMethod(seed)}\n\n${goldenReport(scores, scores.slice(0, 1))}`)
  const weak = scores.flatMap(weakKinds)
  for (const line of weak) log(line)
  return weak.length === 0 && scores.every((score) => shareOf(score) >= wantedShare) ? 0 : 1
}

const goldenMethod = (seed?: string) =>
  `Made by \`npm run bench -- --golden${seed === undefined ? '' : ` --seed ${seed}`} --write\`. Queries are generated from catalog rows with a seed (\`bench/golden/\`). A query succeeds if the intended product, or for the kinds from "filler word" on any product with all intended words and sizes, is among the first five. The target is 97 % in each catalog and 90 % of each kind. The demo store's queries for the tests are in \`bench/golden/demo.tsv\`; others are generated at run time, those of the sample catalogs if \`TOPTAN_TEST_DATA\` is set. The command prints their misses.`

/** `--search`: how long a search takes in the index, for each kind of query. */
async function runSearches({ size, seed, write }: { size: string; seed?: string | undefined; write: boolean }) {
  const config = await prepare(size as DemoSize)
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    const options = { seed: Number(seed ?? 1), log: (line: string) => console.error(line) }
    const speed = await measureSearch(database.pool, options)
    const text = `Made by \`npm run bench -- --search${seed === undefined ? '' : ` --seed ${seed}`} --write\`. ${machine()}, ${speed.products.toLocaleString('en-US')} products. Each query searches the index in the process, without its cache of results; the fastest of four runs counts. The target is a median of ${wantedMedian} ms over all kinds.\n\n${searchTable(speed)}`
    console.log(`\n${text}`)
    if (write) await writeSection('## Search speed by kind', text)
    return (speed.kinds.at(-1)?.p50 ?? 0) <= wantedMedian ? 0 : 1
  } finally {
    await database.close()
  }
}

/** `--board`: today's board and the list of orders in a large shop with half a million orders, which has its own folder. */
async function runBoard({ only, write }: { only: string; write: boolean }): Promise<number> {
  await buildIfNeeded()
  const log = (line: string) => console.error(line)
  const config = await prepare('large', 'bench-board')
  const database = await openDatabase(config, { role: 'command', max: 8, log })
  try {
    await fillOrders(database.pool, log)
    const shop = await startBenchShop({ ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error' })
    try {
      const secret = currentSecret(config.sessionSecret)
      const rows = await measureBoard({ shop: shop.shop, pool: database.pool, secret, only, count: 100, log })
      const text = `Made by \`npm run bench -- --board --write\`. ${machine()}. 200,000 products, ${orderCount.toLocaleString('en-US')} orders with ${linesEach} lines and movements each, 5,000 back-orders. Each request is sent 100 times, reports 20 times, one at a time. The floor is the bare SQL count and sum of the rows behind it. The target of the board and the lists is ${wanted} ms.\n\n${boardTable(rows)}`
      console.log(`\n${text}`)
      if (write) await writeSection("## Today's board", text)
      return rows.every(({ name, p95 }) => name.startsWith('report,') || p95 <= wanted) ? 0 : 1
    } finally {
      await shop.end()
    }
  } finally {
    await database.close()
  }
}

/**
 * `--prices`: lists, carts and orders of a large shop with 500 price lists and 60,000 rules, each request against the same
 * shop without them. Each shop has its own data folder.
 */
async function runPrices({ only, write }: { only: string; write: boolean }): Promise<number> {
  await buildIfNeeded()
  const log = (line: string) => console.error(line)
  const open = async (folder: string, fill: (pool: Pool) => Promise<void>) => {
    const config = await prepare('large', folder)
    const database = await openDatabase(config, { role: 'command', max: 8, log })
    await fill(database.pool)
    const shop = await startBenchShop({ ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error' })
    return { database, side: { shop, pool: database.pool, secret: currentSecret(config.sessionSecret) } }
  }
  const plain = await open('bench-prices-without', fillDealers)
  const ruled = await open('bench-prices', async (pool) => {
    await fillDealers(pool)
    await fillRules(pool, log)
  })
  try {
    const sides = { ruled: ruled.side, plain: plain.side }
    const counts = await countRules(ruled.side.pool)
    const rows = await measurePrices(sides, { count: 200, only, log })
    const upkeep = await measureUpkeep(sides, log)
    const text = `${priceMethod(counts)}\n\n${priceTable(rows)}\n\n${upkeepText(upkeep)}`
    console.log(`\n${text}`)
    if (write) await writeSection('## Prices', text)
    return rows.every(isWithin) ? 0 : 1
  } finally {
    for (const { database, side } of [ruled, plain]) {
      await database.close()
      await side.shop.end()
    }
  }
}

const priceMethod = ({ lists = 0, agreement = 0, tier = 0, chain = 0, floor = 0 }: Record<string, number>) =>
  `Made by \`npm run bench -- --prices --write\`. ${machine()}, load average ${loadavg()[1]?.toFixed(1)}. 200,000 products, ${[lists, agreement, tier].map((count) => count.toLocaleString('en-US')).join(', ')} price lists, agreements and tiers, ${chain} chains and ${floor} floors over ${dealerCount.toLocaleString('en-US')} dealers. Each request is sent alternately to this shop and to the same shop without lists and rules, 200 times, one at a time; "many rules" has 2,000 rules of its own, "few rules" only those of everyone. Lists contain the counts of their filters. The target is a ratio of the medians of ${wantedRatio}, and ${wantedExplanation} ms for 95 % of the explanations.`

const upkeepText = ({ megabytes, seenAfter, longestPause }: Upkeep) =>
  `After these requests the process with rules holds ${megabytes.ruled.toFixed(0)} MB, the one without ${megabytes.plain.toFixed(0)} MB. A changed rule is seen after ${seenAfter.toFixed(0)} ms at most, of five; the longest pause of the event loop during this time is ${longestPause.toFixed(0)} ms.`

type ScaleValues = Record<
  'size' | 'dealers' | 'orders' | 'lines' | 'movements' | 'seconds' | 'connections' | 'only',
  string
>

/**
 * `--scale`: what rows of the tables that grow cost, in a shop that has its own folder, and then requests. A folder that is
 * filled already is used as it is.
 */
async function runScale(values: ScaleValues): Promise<number> {
  await buildIfNeeded()
  const log = (line: string) => console.error(line)
  const numbers = [values.dealers, values.orders, values.lines, values.movements].map(Number)
  const [dealers = 0, orders = 0, linesEach = 0, movements = 0] = numbers
  const config = await prepare(values.size as DemoSize, `bench-scale-${[values.size, ...numbers].join('-')}`)
  const database = await openDatabase(config, { role: 'command', max: 8, log })
  try {
    const { pool } = database
    if (!(await isFilled(pool, movements))) {
      const scale = await measureScale(pool, { dealers, orders, linesEach, movements }, log)
      console.log(`\n${machine()}, load average ${loadavg()[1]?.toFixed(1)}.\n\n${scaleText(scale)}`)
    }
    const shop = await startBenchShop({ ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error' })
    try {
      const options = {
        seed: 1,
        seconds: Number(values.seconds),
        connections: Number(values.connections),
        only: values.only,
        profiles: false,
        isShopOnly: true,
        log,
        orders,
      }
      const rows = await measureRequests(shop, pool, currentSecret(config.sessionSecret), options)
      console.log(
        `\n${machine()}, load average ${loadavg()[1]?.toFixed(1)}. ${startOf(shop.start)}\n\n${tableOf(rows)}`,
      )
    } finally {
      await shop.end()
    }
    return 0
  } finally {
    await database.close()
  }
}

/** `--processes`: whether the work of several processes adds up. */
async function runProcesses(most: number, { size, seconds }: { size: string; seconds: string }): Promise<number> {
  await buildIfNeeded()
  const log = (line: string) => console.error(line)
  const config = await prepare(size as DemoSize)
  const database = await openDatabase(config, { role: 'command', max: 4, log })
  try {
    const { connection, pool } = database
    const env = { ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error', DATABASE_URL: addressOf(connection) }
    const secret = currentSecret(config.sessionSecret)
    const rows = await measureProcesses(most, { pool, env, secret, seconds: Number(seconds), log })
    console.log(`\n${machine()}, load average ${loadavg()[1]?.toFixed(1)}.\n\n${processesTable(rows)}`)
    return 0
  } finally {
    await database.close()
  }
}

/** `--publish`: a price change of all products in a large shop, which has its own folder. */
async function runPublication({ size, write }: { size: string; write: boolean }): Promise<number> {
  await buildIfNeeded()
  const log = (line: string) => console.error(line)
  const config = await prepare(size as DemoSize, `bench-publish-${size}`)
  const database = await openDatabase(config, { role: 'command', max: 8, log })
  try {
    const env = { ...process.env, DATA_DIR: config.dataDir, LOG_LEVEL: 'error' }
    const shops = await startShops({ ...env, DATABASE_URL: addressOf(database.connection) }, 2)
    try {
      const secret = currentSecret(config.sessionSecret)
      const rows = await measurePublication({ shops, pool: database.pool, secret, log })
      const text = `Made by \`npm run bench -- --publish --write\`. ${machine()}, load average ${loadavg()[1]?.toFixed(1)}. All prices of the default list are raised by 8 % in a draft and published, while four connections read lists, searches, products and carts from two processes. Times count from the request to publish; the target is 10 s.\n\n${publicationTable(rows)}`
      console.log(`\n${text}`)
      if (write) await writeSection('## Publishing prices', text)
      return 0
    } finally {
      await shops.end()
    }
  } finally {
    await database.close()
  }
}

function addressOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, password = '', database } = connection
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
}

const machine = () => `${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}`

/** `--integration 1000000`: loads that many products by the integration API into a new shop, and changes them. */
async function runBatches(products: number, write: boolean): Promise<number> {
  await buildIfNeeded()
  const rows = await runIntegration(products, { dataDir: parseConfig().dataDir, log: (line) => console.error(line) })
  const text = `Made by \`npm run bench -- --integration ${products} --write\`. ${machine()}. One request at a time, 5,000 rows each, gzip.\n\n${integrationTable(rows)}`
  console.log(`\n${text}`)
  if (write) await writeSection('## Integration API', text)
  return rows.every(({ seconds, wanted }) => seconds <= wanted) ? 0 : 1
}

/** `--webhooks 20000`: sends that many messages to a receiver on this machine. */
async function runMessages(messages: number, write: boolean): Promise<number> {
  const row = await runWebhooks(messages, { dataDir: parseConfig().dataDir, log: (line) => console.error(line) })
  const text = `Made by \`npm run bench -- --webhooks ${messages} --write\`. ${machine()}. Sender, receiver and database share the machine; CPU time is per message. The floor signs and posts the same messages over as many connections.\n\n${webhookTable(row)}`
  console.log(`\n${text}`)
  if (write) await writeSection('## Webhooks', text)
  return row.perSecond >= wantedWebhooks ? 0 : 1
}

/** `--feeds 200000`: feeds of so many products in each format. */
async function runProductFeeds(products: number, { only, write }: { only: string; write: boolean }): Promise<number> {
  await buildIfNeeded()
  const rows = await runFeeds(products, {
    dataDir: parseConfig().dataDir,
    only,
    log: (line) => console.error(line),
  })
  const text = `Made by \`npm run bench -- --feeds ${products} --write\`. ${machine()}. One feed at a time; memory above the server before the first one, after 200 lists. The floor is one SELECT of the same columns, written to a file.\n\n${feedTable(rows)}`
  console.log(`\n${text}`)
  if (write) await writeSection('## Product feeds', text)
  return rows.every(isFeedWithin) ? 0 : 1
}

/** Makes the demo store of this size in its own data folder, or uses the one of an earlier run. */
async function prepare(size: DemoSize, folder = `bench-${size}`) {
  const dataDir = join(parseConfig().dataDir, folder)
  await mkdir(dataDir, { recursive: true })
  const config = parseConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    await migrate(database.pool, migrationsFolder)
    const filled = await database.pool.one('SELECT 1 AS one FROM products LIMIT 1')
    if (filled !== undefined) return config
    console.error(`Loading the demo store "${size}" …`)
    await loadDemo(database.pool, { size, files: openFileStore(config) })
    await database.pool.execute('ANALYZE')
    return config
  } finally {
    await database.close()
  }
}
