import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { livePath } from '#contract/core/live.ts'
import { sessionCookie } from '#server/visitor/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { fillSearches } from './fill-searches.ts'
import { measure, type Target } from './load.ts'
import type { Shot } from './send.ts'
import { readProcess } from './processes.ts'
import type { BenchRow, RunOptions } from './report.ts'
import type { BenchShop } from './shop.ts'
import { type BenchUser, headersOf, signInAdmin } from './visitors.ts'

const logged = 5_000_000
const socketCount = 500

/** The monitoring pages: the search dashboard over five million searches, and a page full of live connections. */
export async function monitoringRows(
  { shop }: BenchShop,
  pool: Pool,
  users: readonly BenchUser[],
  secret: string,
  options: RunOptions,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const admin = await signInAdmin(pool, secret)
  const get = (path: string): Shot => ({ method: 'GET', path, headers: headersOf(admin) })
  // First, before other measurements increase the memory.
  if ('live channel'.includes(options.only)) rows.push(await socketsRow(shop, users, admin, options))
  const asked: Record<string, string> = {
    'search dashboard, 5,000,000 searches': '/yonetim/top-queries',
    'searches by word, 5,000,000 searches': '/yonetim/search_queries?type=kelime&query=matkap',
    'searches by user, 5,000,000 searches': `/yonetim/search_queries?type=${encodeURIComponent('kullanıcı')}&query=a`,
  }
  const wanted = Object.entries(asked).filter(([name]) => name.includes(options.only))
  // Takes minutes the first time; the searches stay in the data folder.
  if (wanted.length > 0) await fillSearches(pool, logged)
  for (const [name, path] of wanted) {
    const figures = await measure(shop, [get(path)], options)
    rows.push({ name, figures })
    options.log(`${name}: ${figures.p50.toFixed(0)} ms`)
  }
  return rows
}

/** Opens the sockets and holds them for some seconds; "MB" is the additional memory of the process. */
async function socketsRow(
  shop: Target,
  users: readonly BenchUser[],
  admin: BenchUser,
  options: RunOptions,
): Promise<BenchRow> {
  const megabytes = () => (readProcess(shop.pid)?.residentBytes ?? 0) / 1_048_576
  const processor = () => readProcess(shop.pid)?.cpuMilliseconds ?? 0
  const [before, statements] = [megabytes(), await shop.statements()]
  const started = performance.now()
  const people = [...users.slice(0, socketCount - 1), admin]
  const sockets = await Promise.all(people.map((user, i) => connect(shop.url, user, i)))
  const seconds = (performance.now() - started) / 1000
  const cpuBefore = processor()
  let answers = 0
  const taken: number[] = []
  sockets.at(-1)?.on('message', () => (answers += 1))
  for (let round = 0; round < 5; round++) {
    const asked = performance.now()
    const count = answers
    for (const socket of sockets) socket.send('{"type":"checkOnlineUsers","domain":"localhost"}')
    while (answers === count && performance.now() - asked < 5_000) await sleep(1)
    taken.push(performance.now() - asked)
    await sleep(1_500)
  }
  taken.sort((a, b) => a - b)
  const row: BenchRow = {
    name: `live channel, ${socketCount} sockets (MB: more than without)`,
    figures: {
      ...{ perSecond: sockets.length / seconds, p50: taken[2] ?? 0, p95: taken[4] ?? 0, p99: taken[4] ?? 0 },
      ...{ serverCpu: (processor() - cpuBefore) / (5 * socketCount), databaseCpu: 0, bytes: 0 },
      statements: ((await shop.statements()) - statements) / (5 * socketCount),
      failures: sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length,
      serverMegabytes: megabytes() - before,
    },
  }
  for (const socket of sockets) socket.terminate()
  options.log(`${row.name}: ${row.figures.serverMegabytes.toFixed(0)} MB`)
  return row
}

function connect(url: string, user: BenchUser, i: number): Promise<WebSocket> {
  const headers = { cookie: `${sessionCookie}=${user.cookie}`, 'x-forwarded-for': `198.51.${i >> 7}.${i % 128}` }
  const socket = new WebSocket(`${url.replace('http', 'ws')}${livePath}`, { headers, origin: new URL(url).origin })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}
