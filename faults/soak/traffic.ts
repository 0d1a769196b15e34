import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, persist, signInBuyer } from '#faults/buyer.ts'
import type { Goods } from '#faults/order-stream.ts'

export type Traffic = {
  /** Milliseconds of the answers since the last call. */
  takeTimes(): number[]
  /** Requests by what they do. */
  counts: Record<string, number>
  /** Answers of 500 and more, and none at all, but for connections that the client dropped. */
  failures: string[]
  acknowledged: Map<string, string>
  stop(): Promise<void>
}

/** Milliseconds between two requests of a visitor, and the part of the orders whose connection is dropped. */
const pause = 60
const droppedPart = 0.02

/** Guests, dealers who order, and an administrator who reads lists, makes workbooks and uploads files, until `stop`. */
export async function startTraffic(url: string, goods: readonly Goods[]): Promise<Traffic> {
  const over = new AbortController()
  let times: number[] = []
  const [counts, failures, acknowledged] = [{} as Record<string, number>, [] as string[], new Map<string, string>()]
  const measure = async (what: string, send: () => Promise<number>) => {
    const begun = performance.now()
    const status = await send().catch((error: Error) => error.name)
    times.push(performance.now() - begun)
    counts[what] = (counts[what] ?? 0) + 1
    if (typeof status === 'string' || status >= 500) failures.push(`${what}: ${status}`)
  }
  const [first, second, admin] = await Promise.all(
    ['bayi@example.com', 'bayi2@example.com', 'yonetici@example.com'].map((name) => signInBuyer(url, name, 'demo1234')),
  )
  if (!first || !second || !admin) throw new Error('Nobody is signed in.')
  const visitors = [
    (turn: number) => readAsGuest(url, turn, measure),
    (turn: number) => orderAndRead(first, turn, { goods, measure, acknowledged, number: 1 }),
    (turn: number) => orderAndRead(second, turn, { goods, measure, acknowledged, number: 2 }),
    (turn: number) => administer(admin, turn, measure),
  ]
  const work = Promise.all(
    visitors.map(async (visit) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        await visit(turn)
        await sleep(pause)
      }
    }),
  )
  // `stop` reports it.
  work.catch(() => {})
  return {
    counts,
    failures,
    acknowledged,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    async stop() {
      over.abort()
      await work
    },
  }
}

type Measure = (what: string, send: () => Promise<number>) => Promise<void>

async function readAsGuest(url: string, turn: number, measure: Measure): Promise<void> {
  const page = (turn % 20) + 1
  const paths = [
    `/?page=${page}`,
    `/api/catalog/products?page=${page}`,
    `/api/catalog/products/search?q=matkap`,
    '/search?q=kablo',
  ]
  const path = paths[turn % paths.length] ?? '/'
  await measure('pages and lists of guests', async () => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(20_000) })
    await response.arrayBuffer()
    return response.status
  })
}

type Ordering = {
  goods: readonly Goods[]
  measure: Measure
  acknowledged: Map<string, string>
  number: number
}

async function orderAndRead(
  buyer: Buyer,
  turn: number,
  { goods, measure, acknowledged, number }: Ordering,
): Promise<void> {
  const { productId, unitId } = goods[turn % goods.length] as Goods
  const key = `soak-${process.pid}-${number}-${turn}`
  const headers = { 'idempotency-key': key }
  await measure('lists and carts of dealers', () => buyer.get(`/api/catalog/products?page=${(turn % 20) + 1}`))
  await persist(buyer, `/api/catalog/cart/${productId}`, { quantity: 1, productValue: unitId })
  await measure('lists and carts of dealers', () => buyer.get('/api/catalog/cart'))
  if (Math.random() < droppedPart)
    await buyer.drop('/api/catalog/cart', { description: key }, headers, Math.random() * 20)
  await measure('orders', async () => {
    const { status, body } = await persist(buyer, '/api/catalog/cart', { description: key }, headers)
    acknowledged.set(key, String(body['orderNo']))
    return status
  })
  const pages = ['/account/statement', '/siparis/liste', '/sepet', '/?page=2']
  if (turn % 5 === 0) await measure('pages of dealers', () => buyer.get(pages[(turn / 5) % pages.length] ?? '/'))
}

const adminPaths = ['/yonetim/orders?page=1', '/yonetim/orders?q=S2026', '/yonetim/dealers?page=1', '/yonetim']
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function administer(admin: Buyer, turn: number, measure: Measure): Promise<void> {
  const path = adminPaths[turn % adminPaths.length] ?? '/yonetim'
  await measure('lists and pages of administrators', () => admin.get(path))
  if (turn % 40 === 10)
    await measure('workbooks', async () => (await admin.post('/yonetim/exports', { list: 'orders', query: {} })).status)
  if (turn % 20 === 5)
    await measure('uploads', () => admin.upload('/yonetim/note-files?name=a.png', Buffer.from(picture, 'base64')))
}
