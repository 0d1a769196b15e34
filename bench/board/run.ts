import { cpuOfTree, readProcess } from '#bench/processes.ts'
import type { Target } from '#bench/load.ts'
import { headersOf, signInAdmin } from '#bench/visitors.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { orderCount } from './fill-orders.ts'

/** Milliseconds within which 95 % of the requests are answered. */
export const wanted = 100

export type BoardRow = {
  name: string
  p50: number
  p95: number
  serverCpu: number
  databaseCpu: number
  /** The bare count of the rows behind it, in milliseconds. */
  floor: number
}

/** `times`: how often it is sent if that is less often than the others. */
type Asked = { name: string; pathOf(i: number): string; floor: string; times?: number }

const countAll = 'SELECT count(*), sum(total_try) FROM orders'
const pagesEach = 20
const listPath = (query: string) => `/yonetim/orders?${query}`

/** Today's board, and the list that its figures lead to: first and last pages, sorts and filters. */
function requests(): Asked[] {
  const today = dayInTurkey(new Date())
  const month = `created_at > now() - interval '30 days'`
  const page = (i: number) => `page=${1 + (i % pagesEach)}`
  const inState = (state: string): Asked => ({
    name: `orders, ${state}`,
    pathOf: (i) => listPath(`state=${state}&page=${1 + (i % 3)}`),
    floor: `SELECT count(*), sum(total_try) FROM orders WHERE state = '${state}'`,
  })
  return [
    {
      name: "today's board",
      pathOf: () => '/yonetim/board',
      floor: `SELECT count(*), sum(total_try) FROM orders WHERE ${month} AND NOT is_cancel`,
    },
    { name: 'orders, first pages', pathOf: (i) => listPath(page(i)), floor: countAll },
    {
      name: 'orders, last pages',
      pathOf: (i) => listPath(`page=${Math.floor(orderCount / 25) - (i % pagesEach)}`),
      floor: countAll,
    },
    { name: 'orders, by total', pathOf: (i) => listPath(`sort=total&${page(i)}`), floor: countAll },
    { name: 'orders, by number', pathOf: (i) => listPath(`sort=number&${page(i)}`), floor: countAll },
    {
      name: 'orders, not cancelled',
      pathOf: (i) => listPath(`state=active&${page(i)}`),
      floor: `${countAll} WHERE NOT is_cancel`,
    },
    ...['received', 'confirmed', 'cancelled'].map(inState),
    {
      name: 'orders, a month',
      pathOf: (i) => listPath(`from=${addDays(today, -30)}&to=${today}&${page(i)}`),
      floor: `${countAll} WHERE ${month}`,
    },
    {
      name: 'orders, part of a number',
      pathOf: (i) => listPath(`q=${1000 + i}`),
      floor: `${countAll} WHERE position('1000' IN order_no) > 0`,
    },
    ...reportRequests(),
  ]
}

/** Each report by its groupings; the floor is the bare sum of the lines of the period. */
function reportRequests(): Asked[] {
  const linesOf = (days: number) =>
    `SELECT count(*), sum(l.amount) FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE NOT o.is_cancel AND o.created_at > now() - interval '${days} days'`
  const report = (name: string, query: string, floor: string): Asked => ({
    name: `report, ${name}`,
    pathOf: (i) => `/yonetim/reports/${query}&page=${1 + (i % 2)}`,
    floor,
    times: 20,
  })
  const stock = 'SELECT count(*), sum(quantity) FROM inventory'
  return [
    ...['day', 'dealer', 'brand', 'category', 'product', 'representative'].map((by) =>
      report(`30 days by ${by}`, `sales?range=days30&by=${by}`, linesOf(30)),
    ),
    report('a year by month', 'sales?range=lastYear&by=month', linesOf(365)),
    report('lost demand by product', 'lost?range=days30', linesOf(30)),
    report('lost demand by search', 'lost?range=days30&by=search', linesOf(30)),
    report('ageing of debts', 'ageing?by=dealer', 'SELECT count(*), sum(balance) FROM dealer_balances'),
    report('dead stock', 'stock?range=days90', stock),
    report('slow stock', 'stock?range=days90&by=slow', stock),
  ]
}

type Measuring = { shop: Target; pool: Pool; secret: string; only: string; count: number; log(line: string): void }

/** Sends each request `count` times, one after the other, as an administrator. */
export async function measureBoard({ shop, pool, secret, only, count: most, log }: Measuring): Promise<BoardRow[]> {
  const headers = headersOf(await signInAdmin(pool, secret))
  const rows: BoardRow[] = []
  for (const { name, pathOf, floor, times: count = most } of requests().filter((each) => each.name.includes(only))) {
    const ask = async (i: number) => {
      const answer = await fetch(`${shop.url}${pathOf(i)}`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
    }
    await timesOf(Math.min(10, count), ask)
    const cpu = () => [readProcess(shop.pid)?.cpuMilliseconds ?? 0, cpuOfTree(shop.databasePid)] as const
    const before = cpu()
    const times = await timesOf(count, ask)
    const after = cpu()
    const floors = await timesOf(Math.min(20, count), async () => void (await pool.query(floor)))
    const row = {
      name,
      p50: part(times, 0.5),
      p95: part(times, 0.95),
      serverCpu: (after[0] - before[0]) / count,
      databaseCpu: (after[1] - before[1]) / count,
      floor: part(floors, 0.5),
    }
    rows.push(row)
    log(`${name}: ${row.p50.toFixed(0)} ms, 95 % within ${row.p95.toFixed(0)} ms, the count ${row.floor.toFixed(0)} ms`)
  }
  return rows
}

async function timesOf(count: number, run: (i: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    const started = performance.now()
    await run(i)
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)
}

const part = (times: readonly number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? 0

export function boardTable(rows: readonly BoardRow[]): string {
  const head = ['request', 'p50 ms', 'p95 ms', 'server CPU ms', 'db CPU ms', 'bare count ms']
  const cells = rows.map((row) => [
    row.name,
    ...[row.p50, row.p95, row.serverCpu, row.databaseCpu, row.floor].map((figure) => figure.toFixed(1)),
  ])
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...cells.map(line)].join('\n')
}
