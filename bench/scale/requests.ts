import { measure } from '#bench/load.ts'
import { createRandom } from '#bench/random.ts'
import type { BenchRow, RunOptions } from '#bench/report.ts'
import { orderRow } from '#bench/run.ts'
import { drawScenarios } from '#bench/scenarios.ts'
import type { Shot } from '#bench/send.ts'
import type { BenchShop } from '#bench/shop.ts'
import { browserOf, callOf, guestBrowser, headersOf, signInAdmin, signInDealers } from '#bench/visitors.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** Of the shop's own measurements. Others than those of pages that are not cached are sent once before. */
const catalog = [
  'list, page 1 to 20',
  'list of a category',
  'list, other filters each time',
  'search, two words',
  'suggestions',
  'product call',
  'product page, dealer, not cached',
  'list page, dealer, not cached',
]

type Paths = Record<string, (i: number) => string>

const page = (i: number) => `page=${1 + (i % 20)}`
const today = dayInTurkey(new Date())
const month = (i: number) => `from=${addDays(today, -30 * (i % 20) - 30)}&to=${addDays(today, -30 * (i % 20))}`

/** What a dealer sees of its history; paths of calls begin with /api. */
const ofDealers: Paths = {
  'order list, page': (i) => `/siparis/liste?${page(i)}`,
  'order list, call': (i) => `/api/catalog/orders?${page(i)}`,
  'order list, part of a number': (i) => `/api/catalog/orders?q=${1000 + i}`,
  'statement, page': (i) => `/account/statement?${page(i)}`,
  'statement, call': (i) => `/api/account/statement?${page(i)}`,
  'statement, last pages': (i) => `/api/account/statement?page=${100 - (i % 20)}`,
  'statement, a month': (i) => `/api/account/statement?${month(i)}`,
  'statement, words': (i) => `/api/account/statement?q=ftr${1000 + i}`,
  'what it has bought': (i) => `/api/account/bought?${page(i)}`,
  'suggestions to order again': () => '/api/account/reorders',
}

/** What staff see of all dealers; one request at a time. */
const ofStaff = (orders: number): Paths => ({
  "today's board": () => '/yonetim/board',
  'orders, first pages': (i) => `/yonetim/orders?${page(i)}`,
  'orders, last pages': (i) => `/yonetim/orders?page=${Math.floor(orders / 25) - (i % 20)}`,
  'orders, by total': (i) => `/yonetim/orders?sort=-total&${page(i)}`,
  'orders, not cancelled': (i) => `/yonetim/orders?state=active&${page(i)}`,
  'orders, received': () => '/yonetim/orders?state=received',
  'orders, a month': (i) => `/yonetim/orders?${month(i)}`,
  'orders, part of a number': (i) => `/yonetim/orders?q=${10_000 + i}`,
  'orders, of a dealer': (i) => `/yonetim/orders?dealer=OLCEK-${1 + i}`,
  'orders, of a product': (i) => `/yonetim/orders?product=${100_000 + i}`,
  'dealers, first pages': (i) => `/yonetim/dealers?${page(i)}`,
  'dealers, by balance': (i) => `/yonetim/dealers?sort=-balance&${page(i)}`,
  'report, 30 days by dealer': () => '/yonetim/reports/sales?range=days30&by=dealer',
  'report, 30 days by product': () => '/yonetim/reports/sales?range=days30&by=product',
  'report, a year by month': () => '/yonetim/reports/sales?range=lastYear&by=month',
  'report, ageing of debts': () => '/yonetim/reports/ageing?by=dealer',
})

/** Requests of visitors, dealers and staff in a shop whose tables are full. */
export async function measureRequests(
  shop: BenchShop,
  pool: Pool,
  secret: string,
  options: RunOptions & { orders: number },
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const add = async (name: string, shots: readonly Shot[], how: Partial<RunOptions & { once: boolean }> = {}) => {
    const figures = await measure(shop.shop, shots, { ...options, ...how })
    rows.push({ name, figures })
    options.log(
      `${name}: ${figures.perSecond.toFixed(0)}/s, ${figures.p50.toFixed(0)} ms, ${figures.p95.toFixed(0)} ms`,
    )
  }
  const isWanted = (name: string) => name.includes(options.only)
  const users = await signInDealers(pool, secret, 2000)
  const visitors = { users: users.slice(0, 200), guest: guestBrowser(secret) }
  for (const [name, pathOf] of Object.entries(ofDealers)) {
    if (!isWanted(`dealer: ${name}`)) continue
    const shots = visitors.users.map((user, i): Shot => {
      const path = pathOf(i)
      return { method: 'GET', path, headers: path.startsWith('/api/') ? callOf(user) : browserOf(user) }
    })
    await add(`dealer: ${name}`, shots)
  }
  const headers = headersOf(await signInAdmin(pool, secret))
  for (const [name, pathOf] of Object.entries(ofStaff(options.orders))) {
    if (!isWanted(`staff: ${name}`)) continue
    const shots = Array.from({ length: 60 }, (_, i): Shot => ({ method: 'GET', path: pathOf(i), headers }))
    await add(`staff: ${name}`, shots, { connections: 1 })
  }
  for (const { name, shots, isNew } of await drawScenarios(pool, visitors, createRandom(options.seed))) {
    if (!catalog.includes(name) || !isWanted(name)) continue
    const some = isNew ? shots : shots.slice(0, 200)
    if (!isNew) await add(`${name}, first time`, some, { once: true })
    await add(name, some)
  }
  if (isWanted('order of five lines')) rows.push(await orderRow(shop, pool, users, options))
  return rows
}
