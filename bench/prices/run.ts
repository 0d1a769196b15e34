import type { Target } from '#bench/load.ts'
import { cpuOfTree, readProcess } from '#bench/processes.ts'
import { createRandom } from '#bench/random.ts'
import type { BenchShop } from '#bench/shop.ts'
import { type BenchUser, fillCarts, headersOf, signInAdmin, signInByEmail } from '#bench/visitors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { dealerCount, fewRules, manyRules } from './fill-rules.ts'

/** The same shop twice: with lists and rules, and without. */
type Side = { shop: BenchShop; pool: Pool; secret: string }
type Sides = { ruled: Side; plain: Side }

/** Medians in milliseconds, and CPU of server and database per request; `plain` is null for requests that need rules. */
type PriceRow = { name: string; ruled: Costs; plain: Costs | null }
type Costs = { p50: number; p95: number; serverCpu: number; databaseCpu: number; statements: number }

/** The highest allowed ratio of the median with rules to the one without. */
export const wantedRatio = 1.1
/** The highest allowed 95th percentile of explanations, in milliseconds. */
export const wantedExplanation = 20

type Request = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> }
/** `warm`: how many requests are sent first and not measured. */
type Scenario = {
  name: string
  who: readonly BenchUser[]
  of(i: number): Request
  warm: number
  isRuledOnly?: true
  count?: number
}

type Options = { count: number; only: string; log(line: string): void }

const api = '/api/catalog/products'

/** Sends each request to one shop and then to the other, so that other load on the machine affects both. */
export async function measurePrices(sides: Sides, options: Options): Promise<PriceRow[]> {
  const users = { ruled: await signInAll(sides.ruled), plain: await signInAll(sides.plain) }
  await fillCarts(sides.ruled.pool, users.ruled.slice(0, 400), 10)
  await fillCarts(sides.plain.pool, users.plain.slice(0, 400), 10)
  const scenarios = {
    ruled: await scenariosOf(sides.ruled, users.ruled),
    plain: await scenariosOf(sides.plain, users.plain),
  }
  const rows: PriceRow[] = []
  for (const [at, scenario] of scenarios.ruled.entries()) {
    if (!scenario.name.includes(options.only)) continue
    const other = scenarios.plain[at]
    const plain = scenario.isRuledOnly || other === undefined ? null : { side: sides.plain, scenario: other }
    const count = scenario.count ?? options.count
    rows.push({ name: scenario.name, ...(await compare({ side: sides.ruled, scenario }, plain, count)) })
    options.log(lineOf(rows.at(-1)!))
  }
  return rows
}

const signInAll = ({ pool, secret }: Side): Promise<BenchUser[]> =>
  signInByEmail(
    pool,
    secret,
    Array.from({ length: dealerCount }, (_, i) => `fiyat${String(i + 1).padStart(5, '0')}@example.com`),
  )

async function scenariosOf({ pool, secret }: Side, users: readonly BenchUser[]): Promise<Scenario[]> {
  const products = await pool.query<{ id: number; unit: number; word: string }>(
    `SELECT p.id, p.default_unit_id AS unit, split_part(p.name, ' ', 1) AS word
       FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
       JOIN price_lists l ON l.id = up.price_list_id AND l.is_default
      WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL
        AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 1000
      ORDER BY p.id LIMIT 4000`,
  )
  const random = createRandom(7)
  const drawn = Array.from({ length: 5000 }, () => random.pick(products))
  const product = (i: number) => drawn[i % drawn.length]!
  const shops: Omit<Scenario, 'who' | 'warm'>[] = [
    { name: 'list', of: (i) => get(`${api}?page=${1 + (i % 20)}`) },
    { name: 'list by price', of: (i) => get(`${api}?sort=price&page=${1 + (i % 20)}`) },
    { name: 'list by -price', of: (i) => get(`${api}?sort=-price&page=${1 + (i % 20)}`) },
    { name: 'list of a price range', of: (i) => get(`${api}?filters=price:${i % 40}-${200 + (i % 40)}`) },
    { name: 'search', of: (i) => get(`${api}/search?q=${encodeURIComponent(product(i).word)}`) },
    { name: 'product', of: (i) => get(`/api/catalog/product/${product(i).id}`) },
    { name: 'cart of 10 lines', of: () => get('/api/catalog/cart') },
    { name: 'add to cart', of: (i) => add(product(i)) },
  ]
  const [many, few] = [Number(manyRules.slice(5)) - 1, Number(fewRules.slice(5)) - 1]
  const groups = [
    { name: 'many rules', who: users.slice(many, many + 1) },
    { name: 'few rules', who: users.slice(few, few + 1) },
  ]
  const admin = await signInAdmin(pool, secret)
  const explanation = (i: number) => get(`/api/catalog/price-reasons?product=${product(i).id}&quantity=${1 + (i % 60)}`)
  const list = (i: number) => get(`${api}?page=${1 + (i % 20)}`)
  return [
    ...groups.flatMap(({ name, who }) =>
      shops.map((shop) => ({ ...shop, who, warm: 10, name: `${shop.name}, ${name}` })),
    ),
    { name: 'list, first of each dealer', who: users.slice(400), of: list, warm: 0 },
    // Each dealer sends one request before the measurement.
    ...shops
      .filter(({ name }) => name.startsWith('list'))
      .map((shop, i) => ({
        ...shop,
        who: users,
        warm: i === 0 ? users.length : 0,
        name: `${shop.name}, dealers in turn`,
      })),
    { name: 'order of 10 lines', who: users.slice(200, 400), of: order, warm: 0, count: 100 },
    { name: 'staff: carts', who: [admin], of: (i) => get(`/yonetim/carts?page=${1 + (i % 10)}`), warm: 10 },
    {
      name: 'price explanation, many rules',
      who: users.slice(many, many + 1),
      of: explanation,
      warm: 10,
      isRuledOnly: true,
    },
    { name: 'price explanation, dealers in turn', who: users, of: explanation, warm: 0, isRuledOnly: true },
  ]
}

const get = (path: string): Request => ({ method: 'GET', path })
const add = ({ id, unit }: { id: number; unit: number }): Request => ({
  method: 'POST',
  path: `/api/catalog/cart/${id}`,
  body: { quantity: 1, productValue: unit },
})
const order = (i: number): Request => ({
  method: 'POST',
  path: '/api/catalog/cart',
  body: { description: 'Ölçüm' },
  headers: { 'idempotency-key': `bench-prices-${Date.now()}-${i}` },
})

type Run = { side: Side; scenario: Scenario }

async function compare(ruled: Run, plain: Run | null, count: number): Promise<Omit<PriceRow, 'name'>> {
  const runs = plain === null ? [ruled] : [ruled, plain]
  const { warm } = ruled.scenario
  for (let i = 0; i < warm; i += 1) for (const run of runs) await send(run, i)
  const taken = runs.map(() => [] as number[])
  const spent = runs.map(() => ({ server: 0, database: 0, statements: 0 }))
  const before = await Promise.all(runs.map(({ side }) => usageOf(side.shop.shop)))
  for (let i = 0; i < count; i += 1) {
    // The shop that comes first alternates, too.
    for (const at of i % 2 === 0 ? [0, 1] : [1, 0]) {
      const run = runs[at]
      if (run !== undefined) taken[at]!.push(await send(run, warm + i))
    }
  }
  for (const [at, { side }] of runs.entries()) {
    const after = await usageOf(side.shop.shop)
    spent[at] = {
      server: after.server - before[at]!.server,
      database: after.database - before[at]!.database,
      statements: after.statements - before[at]!.statements,
    }
  }
  const costs = runs.map((_, at): Costs => {
    const times = taken[at]!.toSorted((a, b) => a - b)
    return {
      p50: partOf(times, 0.5),
      p95: partOf(times, 0.95),
      serverCpu: spent[at]!.server / count,
      databaseCpu: spent[at]!.database / count,
      statements: spent[at]!.statements / count,
    }
  })
  return { ruled: costs[0]!, plain: costs[1] ?? null }
}

/** Milliseconds of one request. */
async function send({ side, scenario: { name, who, of } }: Run, i: number): Promise<number> {
  const user = who[i % who.length]!
  const { method, path, body, headers } = of(i)
  const started = performance.now()
  const answer = await fetch(`${side.shop.shop.url}${path}`, {
    method,
    headers: { ...headersOf(user), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${text.slice(0, 200)}`)
  return performance.now() - started
}

async function usageOf(target: Target): Promise<{ server: number; database: number; statements: number }> {
  return {
    server: readProcess(target.pid)?.cpuMilliseconds ?? 0,
    database: cpuOfTree(target.databasePid),
    statements: await target.statements(),
  }
}

const partOf = (times: readonly number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0

/** The memory of both processes, and how a changed rule takes effect. */
export type Upkeep = {
  megabytes: { ruled: number; plain: number }
  /** Milliseconds from the change of a rule until a list shows it. */
  seenAfter: number
  /** The longest pause of the event loop during this time. */
  longestPause: number
}

/** Changes a rule of one dealer, and requests its product until the price has changed. */
export async function measureUpkeep({ ruled, plain }: Sides, log: (line: string) => void): Promise<Upkeep> {
  const [user] = await signInAll(ruled)
  const rule = await ruled.pool.one<{ id: number; product_id: number }>(
    `SELECT r.id, r.product_id FROM price_rules r JOIN dealers d ON d.id = r.dealer_id
      WHERE d.code = $1 AND r.kind = 'agreement' AND r.name = 'Ürün anlaşması' ORDER BY r.id DESC LIMIT 1`,
    [manyRules],
  )
  if (user === undefined || rule === undefined) throw new Error('The shop has no rules.')
  const priceOf = async () => {
    const url = `${ruled.shop.shop.url}/api/catalog/product/${rule.product_id}`
    const answer = (await (await fetch(url, { headers: headersOf(user) })).json()) as { salePrice?: { value: number } }
    return answer.salePrice?.value
  }
  const results: { seenAfter: number; longestPause: number }[] = []
  for (let run = 0; run < 5; run += 1) {
    const before = await priceOf()
    await ruled.shop.watchPauses()
    const started = performance.now()
    await ruled.pool.execute('UPDATE price_rules SET chain = $2, updated_at = now() WHERE id = $1', [
      rule.id,
      // Each differs from the one before, and stays above the floors.
      String(5 + run * 3),
    ])
    while ((await priceOf()) === before) await new Promise((resolve) => setTimeout(resolve, 5))
    results.push({ seenAfter: performance.now() - started, longestPause: await ruled.shop.longestPause() })
  }
  const megabytes = (side: Side) => (readProcess(side.shop.shop.pid)?.residentBytes ?? 0) / 1_048_576
  const worst = (key: 'seenAfter' | 'longestPause') => Math.max(...results.map((each) => each[key]))
  const upkeep = {
    megabytes: { ruled: megabytes(ruled), plain: megabytes(plain) },
    seenAfter: worst('seenAfter'),
    longestPause: worst('longestPause'),
  }
  log(JSON.stringify(upkeep))
  return upkeep
}

const ratioOf = ({ ruled, plain }: PriceRow): number | null => (plain === null ? null : ruled.p50 / plain.p50)

const lineOf = (row: PriceRow): string =>
  `${row.name}: ${row.ruled.p50.toFixed(2)} ms${row.plain === null ? '' : `, without ${row.plain.p50.toFixed(2)} ms, ratio ${ratioOf(row)?.toFixed(2)}`}`

export function isWithin(row: PriceRow): boolean {
  const ratio = ratioOf(row)
  return ratio === null ? row.ruled.p95 <= wantedExplanation : ratio <= wantedRatio
}

export function priceTable(rows: readonly PriceRow[]): string {
  const head = [
    'request',
    'p50 ms',
    'without',
    'ratio',
    'p95 ms',
    'without',
    'server CPU ms',
    'without',
    'db CPU ms',
    'without',
    'SQL',
    'without',
  ]
  const cells = rows.map(({ name, ruled, plain, ...rest }) => {
    const ratio = ratioOf({ name, ruled, plain, ...rest })
    const pair = (key: keyof Costs) => [ruled[key].toFixed(1), plain?.[key].toFixed(1) ?? '']
    const [p50, plainP50] = pair('p50')
    return [
      name,
      p50,
      plainP50,
      ratio?.toFixed(2) ?? '',
      ...pair('p95'),
      ...pair('serverCpu'),
      ...pair('databaseCpu'),
      ...pair('statements'),
    ]
  })
  const line = (values: readonly (string | undefined)[]) => `| ${values.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...cells.map(line)].join('\n')
}
