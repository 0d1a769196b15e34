import type { Pool } from '#server/platform/db/pool.ts'
import { adminRows } from './admin-rows.ts'
import { cartRows } from './cart-rows.ts'
import { placeBareOrders } from './floors/order-sql.ts'
import { exportRows } from './export-rows.ts'
import { historyRows } from './history-rows.ts'
import { type Figures, measure, type Target } from './load.ts'
import { monitoringRows } from './monitoring-rows.ts'
import { createRandom } from './random.ts'
import type { BenchRow, RunOptions } from './report.ts'
import { drawScenarios, type Scenario } from './scenarios.ts'
import type { Shot } from './send.ts'
import type { BenchShop } from './shop.ts'
import { type BenchUser, callOf, fillCarts, guestBrowser, signInDealers, signInHeavyBuyer } from './visitors.ts'

/** What visitors do in the catalog, the cart and orders; and lists of the administration, histories and exports. */
export type BenchRows = { shop: BenchRow[]; others: BenchRow[] }

/**
 * Measures every scenario under load, and its floor under the same load: first each request once, while nothing of it is in
 * memory, then again and again. Requests that are never repeated are measured once.
 */
export async function runBench(shop: BenchShop, pool: Pool, secret: string, options: RunOptions): Promise<BenchRows> {
  const random = createRandom(options.seed)
  const users = await signInDealers(pool, secret, 2000)
  const scenarios = await drawScenarios(pool, { users: users.slice(0, 200), guest: guestBrowser(secret) }, random)
  const rows: BenchRow[] = [await helloRow(shop, options)]
  for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
    const { name, shots, isNew } = scenario
    const first = isNew || name.startsWith('cart') ? null : await measure(shop.shop, shots, { ...options, once: true })
    const floor = await measureFloor(shop, scenario, options)
    const figures = await measure(shop.shop, shots, options)
    const profile = options.profiles && (await shop.profile(() => measure(shop.shop, shots, options)))
    const measured = [
      ...(first === null ? [] : [{ name: `${name}, first time`, figures: first }]),
      { name, figures, ...(profile && { profile }) },
    ]
    for (const row of measured) {
      rows.push({ ...row, ...(floor && { floor }) })
      options.log(`${row.name}: ${row.figures.perSecond.toFixed(0)}/s`)
    }
  }
  if ('order of five lines'.includes(options.only)) rows.push(await orderRow(shop, pool, users, options))
  rows.push(...(await cartRows(shop, pool, users.slice(-200), options)))
  if (options.isShopOnly) return { shop: rows, others: [] }
  const others = [
    ...(await monitoringRows(shop, pool, users, secret, options)),
    ...(await adminRows(shop, pool, secret, options)),
    ...(await historyRows(shop, pool, await signInHeavyBuyer(pool, secret), options)),
    ...(await exportRows(shop, pool, secret, options)),
  ]
  return { shop: rows, others }
}

async function helloRow({ floors }: BenchShop, options: RunOptions): Promise<BenchRow> {
  return { name: 'floor: hello world', figures: await measure(floors, [{ method: 'GET', path: '/hello' }], options) }
}

/** The floor serves the content of the scenario's first responses. */
async function measureFloor(shop: BenchShop, { floor, shots }: Scenario, options: RunOptions) {
  if (floor === null) return undefined
  const [first] = shots
  if (first === undefined) return undefined
  const text = await (await fetch(`${shop.shop.url}${first.path}`, { headers: plain(first) })).text()
  const isRows = floor === 'rows' || floor === 'row'
  if (!isRows) await storeFloorContent(shop.floors, text, floor === 'react')
  const floorShots = isRows
    ? await rowShots(shop, shots)
    : [{ method: 'GET', path: `/${floor}`, headers: encodingOf(first) } satisfies Shot]
  const { perSecond } = await measure(shop.floors, floorShots, options)
  return { name: floor, perSecond }
}

/** The headers of a request whose client accepts no compression. */
const plain = ({ headers }: Shot): Record<string, string> => ({ ...headers, 'accept-encoding': 'identity' })

/** Floors compress as the measured request does. */
function encodingOf({ headers }: Shot): Record<string, string> {
  const encoding = headers?.['accept-encoding']
  return encoding === undefined ? {} : { 'accept-encoding': encoding }
}

async function storeFloorContent(floors: Target, text: string, isPage: boolean): Promise<void> {
  const body = JSON.stringify({ text, isPage })
  await fetch(`${floors.url}/keep`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

type Shown = { id?: number }[] | { id?: number; items?: { id?: number }[] }

/** Requests the rows of some of the scenario's responses by primary key: products of lists and suggestions, or the product itself. */
async function rowShots({ shop }: BenchShop, shots: readonly Shot[]): Promise<Shot[]> {
  const asked = shots.filter((_, i) => i % 10 === 0)
  const found: Shot[] = []
  for (const shot of asked) {
    const answer = (await (await fetch(`${shop.url}${shot.path}`, { headers: plain(shot) })).json()) as Shown
    const shown = Array.isArray(answer) ? answer : (answer.items ?? [answer])
    const ids = shown.flatMap(({ id }) => id ?? [])
    if (ids.length > 0) found.push({ method: 'GET', path: `/rows?ids=${ids.join(',')}`, headers: encodingOf(shot) })
  }
  return found
}

/** Each user orders their own cart once: 2,000 orders of 50 dealers; the floor places as many with plain SQL. */
export async function orderRow(
  shop: BenchShop,
  pool: Pool,
  users: readonly BenchUser[],
  options: RunOptions,
): Promise<BenchRow> {
  const half = Math.floor(users.length / 2)
  await fillCarts(pool, users)
  const perSecond = await placeBareOrders(pool, users.slice(half), Math.min(4, options.connections))
  const figures = await measureOrders(shop.shop, users.slice(0, half), options)
  return { name: 'order of five lines', figures, floor: { name: 'bare SQL', perSecond } }
}

async function measureOrders(target: Target, users: readonly BenchUser[], options: RunOptions): Promise<Figures> {
  const shots = users.map(
    (user, i): Shot => ({
      method: 'POST',
      path: '/api/catalog/cart',
      headers: { ...callOf(user), 'idempotency-key': `bench-${Date.now()}-${i}` },
      body: JSON.stringify({ description: 'Ölçüm' }),
    }),
  )
  return measure(target, shots, { ...options, once: true, connections: Math.min(4, options.connections) })
}
