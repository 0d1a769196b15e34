import { setTimeout as sleep } from 'node:timers/promises'
import type { getPriceChange } from '#contract/admin/price-changes.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type BenchUser, fillCarts, headersOf, signInAdmin, signInDealers } from '#bench/visitors.ts'
import type { BenchShops } from '#bench/shop.ts'
import type { Pool } from '#server/platform/db/pool.ts'

export type PublicationRow = { name: string; value: string }
type Given = { shops: BenchShops; pool: Pool; secret: string; log(line: string): void }
type Probe = { name: string; url: string; path: string; user: BenchUser }

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/**
 * Raises all prices of the default list by 8 % to .90 in a draft, publishes it, and measures when list, product and cart of each
 * process show the new prices, and how long lists, searches, products and carts take before and during it.
 */
export async function measurePublication({ shops, pool, secret, log }: Given): Promise<PublicationRow[]> {
  const { urls } = shops
  const [first] = urls
  if (first === undefined) throw new Error('There is no process to measure.')
  const admin = await signInAdmin(pool, secret)
  const users = await signInDealers(pool, secret, 50)
  await pool.execute(
    'UPDATE dealers SET price_list_id = NULL WHERE id IN (SELECT dealer_id FROM users WHERE id = ANY ($1))',
    [users.map(({ userId }) => userId)],
  )
  // One price per product: further units follow by their multipliers.
  await pool.execute(
    `DELETE FROM unit_prices up USING product_units u, products p
      WHERE u.id = up.unit_id AND p.id = u.product_id AND p.default_unit_id <> u.id
        AND up.price_list_id = (SELECT id FROM price_lists WHERE is_default)`,
  )
  await fillCarts(pool, users)
  const samples = await drawPaths(pool)
  await shops.watchPauses()
  const before = await watchLoad(urls, users, samples, sleep(15_000))
  const pauseBefore = await shops.longestPause()
  log(`before: p95 ${before.p95.toFixed(0)} ms of ${before.count}`)

  const call = async (url: string, body: object) => {
    const answer = await fetch(`${first}/yonetim/price-changes${url}`, {
      method: 'POST',
      headers: { ...headersOf(admin), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number; units: number }
  }
  const list = await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE is_default')
  const { id } = await call('', { list: list?.id, name: 'Bench' })
  const rule = {
    by: 'percent',
    value: '8',
    currency: 'TRY',
    form: '.90',
    direction: 'nearest',
    brand: null,
    category: null,
  }
  const [drafted, draftTime] = await timed(() => call(`/${id}/raise`, { revision: 1, ...rule }))
  log(`draft: ${drafted.units} prices in ${seconds(draftTime)}`)
  const read = () => fetch(`${first}/yonetim/price-changes/${id}`, { headers: headersOf(admin) })
  const [page, pageTime] = await timed(async () => (await (await read()).json()) as Reply<typeof getPriceChange>)
  const [, previewTime] = await timed(async () =>
    (await fetch(`${first}/yonetim/price-changes/${id}/preview`, { headers: headersOf(admin) })).text(),
  )

  const probes = await createProbes(pool, urls, users[0]!)
  const old = await Promise.all(probes.map(readPrices))
  await shops.watchPauses()
  const started = performance.now()
  const published = timed(() => call(`/${id}/publish`, { revision: page.change.revision, at: null, conflicts: 'ask' }))
  const seen = Promise.all(probes.map((probe, i) => waitForChange(probe, old[i] ?? '', started)))
  const during = await watchLoad(urls, users, samples, Promise.all([published, seen, sleep(10_000)]))
  const pauseDuring = await shops.longestPause()
  const [, publishTime] = await published
  const times = await seen
  const latest = (name: string) => Math.max(...times.filter((_, i) => probes[i]?.name === name))
  const [, undoTime] = await timed(() => call(`/${id}/undo`, {}))
  return [
    { name: 'prices in the draft', value: drafted.units.toLocaleString('en-US') },
    { name: 'draft by a rule', value: seconds(draftTime) },
    { name: 'page of the draft', value: `${pageTime.toFixed(0)} ms` },
    { name: 'preview for dealers', value: seconds(previewTime) },
    { name: 'publish: answered', value: seconds(publishTime) },
    ...['list', 'product', 'cart'].map((name) => ({
      name: `new price in every ${name}`,
      value: seconds(latest(name)),
    })),
    { name: 'p50, p95, slowest before', value: before.text },
    { name: 'p50, p95, slowest during it', value: during.text },
    {
      name: 'longest pause of the event loop, before and during it',
      value: `${pauseBefore.toFixed(0)} ms, ${pauseDuring.toFixed(0)} ms`,
    },
    { name: 'undo: answered', value: seconds(undoTime) },
  ]
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const at = performance.now()
  return [await work(), performance.now() - at]
}

/** Paths of lists by several sorts, searches and products, and the cart. */
async function drawPaths(pool: Pool): Promise<string[]> {
  const texts = async (sql: string) => (await pool.query<{ value: string }>(sql)).map(({ value }) => value)
  const slugs = await texts('SELECT slug AS value FROM categories ORDER BY id LIMIT 20')
  const ids = await texts(
    'SELECT id::text AS value FROM products WHERE parent_id IS NULL AND is_active ORDER BY hashint4(id) LIMIT 60',
  )
  const api = '/api/catalog/products'
  return [
    ...slugs.flatMap((slug) => [`${api}/${slug}?sort=price`, `${api}/${slug}`]),
    ...[1, 7, 40, 300].map((page) => `${api}?page=${page}&sort=-price`),
    ...['matkap', 'vida m8', 'kablo', 'çekiç'].map((word) => `${api}/search?q=${encodeURIComponent(word)}`),
    ...ids.map((id) => `/api/catalog/product/${id}`),
    '/api/catalog/cart',
  ]
}

type Load = { count: number; p95: number; text: string }

/** Sends requests one after the other on four connections until `end`. */
async function watchLoad(
  urls: readonly string[],
  users: readonly BenchUser[],
  paths: readonly string[],
  end: Promise<unknown>,
): Promise<Load> {
  let isOver = false
  const times: number[] = []
  void end.then(() => (isOver = true))
  const visit = async (start: number) => {
    for (let i = start; !isOver; i += 4) {
      const user = users[i % users.length]!
      const url = `${urls[i % urls.length]}${paths[i % paths.length]}`
      const [status, time] = await timed(async () => {
        const answer = await fetch(url, { headers: headersOf(user) })
        await answer.arrayBuffer()
        return answer.status
      })
      if (status !== 200) throw new Error(`${url}: ${status}`)
      times.push(time)
    }
  }
  await Promise.all([0, 1, 2, 3].map(visit))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const text = [at(0.5), at(0.95), at(1)].map((time) => `${time.toFixed(0)} ms`).join(', ')
  return { count: times.length, p95: at(0.95), text }
}

/** List, product and cart of one product in each process. */
async function createProbes(pool: Pool, urls: readonly string[], user: BenchUser): Promise<Probe[]> {
  const row = await pool.one<{ id: number; code: string }>(
    `SELECT p.id, p.code FROM cart_lines l JOIN carts c ON c.id = l.cart_id JOIN products p ON p.id = l.product_id
       JOIN price_change_rows r ON r.unit_id = l.unit_id
      WHERE c.user_id = $1 AND p.parent_id IS NULL ORDER BY r.percent DESC LIMIT 1`,
    [user.userId],
  )
  if (row === undefined) throw new Error('No product of the cart changes.')
  const paths = {
    list: `/api/catalog/products?q=${encodeURIComponent(row.code)}&limit=1`,
    product: `/api/catalog/product/${row.id}`,
    cart: '/api/catalog/cart',
  }
  return urls.flatMap((url) => Object.entries(paths).map(([name, path]) => ({ name, url, path, user })))
}

/** The prices in the answer, as text. */
async function readPrices({ url, path, user }: Probe): Promise<string> {
  const text = await (await fetch(`${url}${path}`, { headers: headersOf(user) })).text()
  return (text.match(/"(?:salePrice|defaultPrice|cartPrice)":\{[^}]*\}/g) ?? []).join()
}

async function waitForChange(probe: Probe, old: string, started: number): Promise<number> {
  for (;;) {
    if ((await readPrices(probe)) !== old) return performance.now() - started
    await sleep(100)
  }
}

export const publicationTable = (rows: readonly PublicationRow[]): string =>
  ['| what | measured |', '|---|---|', ...rows.map(({ name, value }) => `| ${name} | ${value} |`)].join('\n')
