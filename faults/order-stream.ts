import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Buyer, longestOutage, persist, signInBuyer } from './buyer.ts'
import { findBroken, findIncomplete } from './invariants.ts'

export type OrderStream = {
  /** Acknowledged order numbers by the key of the order. */
  acknowledged: ReadonlyMap<string, string>
  /** Resolves after this many more acknowledged orders. */
  more(count: number): Promise<void>
  /** Starts no new orders and repeats open ones until they get a response. */
  end(): Promise<void>
  /** Rejects when an order is refused; resolves after the end. */
  over: Promise<void>
}

export type Goods = { productId: number; unitId: number }

/** Dealers who order without a pause. Orders without a response are sent again with their key, as the page does. */
export async function streamOrders(url: string, goods: readonly Goods[]): Promise<OrderStream> {
  const buyers = await Promise.all(
    ['bayi@example.com', 'bayi2@example.com'].map((name) => signInBuyer(url, name, 'demo1234')),
  )
  const acknowledged = new Map<string, string>()
  const stop = new AbortController()
  const work = buyers.map(async (buyer, i) => {
    for (let serial = 0; !stop.signal.aborted; serial += 1) {
      const key = `stream-${process.pid}-${Date.now()}-${i}-${serial}`
      acknowledged.set(key, await orderOnce(buyer, goods[(serial + i) % goods.length] as Goods, key))
    }
  })
  const failed = Promise.all(work).then(() => undefined)
  // Waiting code receives the failure; until then it is not an unhandled rejection.
  failed.catch(() => {})
  return {
    acknowledged,
    over: failed,
    more: (count) => Promise.race([failed, waitForMore(acknowledged, count)]),
    async end() {
      stop.abort()
      await failed
    },
  }
}

async function waitForMore(acknowledged: ReadonlyMap<string, string>, count: number): Promise<void> {
  const goal = acknowledged.size + count
  const deadline = performance.now() + longestOutage
  while (acknowledged.size < goal) {
    if (performance.now() > deadline) throw new Error(`No order went through for ${longestOutage / 1000} seconds.`)
    await sleep(20)
  }
}

/** Orders one piece, from the cart to the order number. */
export async function orderOnce(buyer: Buyer, { productId, unitId }: Goods, key: string): Promise<string> {
  await persist(buyer, `/api/catalog/cart/${productId}`, { quantity: 1, productValue: unitId })
  const { body } = await persist(buyer, '/api/catalog/cart', { description: key }, { 'idempotency-key': key })
  return String(body['orderNo'])
}

/** Products with enough stock for a long stream of orders of one piece. */
export async function plentifulGoods({ pool }: { pool: Pool }): Promise<Goods[]> {
  return pool.query<Goods>(
    `SELECT p.id AS "productId", p.default_unit_id AS "unitId"
       FROM products p JOIN unit_prices u ON u.unit_id = p.default_unit_id AND u.sale_currency = 'TRY' AND u.sale_value > 0
       JOIN inventory i ON i.product_id = p.id
      WHERE p.is_active AND p.variant_names IS NULL
        AND NOT EXISTS (SELECT FROM price_rules r WHERE r.product_id = p.id AND r.kind IN ('minimum', 'multiple'))
      GROUP BY p.id HAVING sum(i.quantity) > 1000 ORDER BY p.id LIMIT 5`,
  )
}

/** Throws unless each acknowledged order exists once under its key and all invariants hold. */
export async function expectKept({ pool }: { pool: Pool }, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const rows = await pool.query<{ key: string; order_no: string; orders: number }>(
    `SELECT k.key, o.order_no, written.orders
       FROM unnest($1::text[]) AS sent (key) JOIN idempotency_keys k ON k.key = sent.key JOIN orders o ON o.id = k.order_id
       JOIN (SELECT description AS key, count(*)::int AS orders FROM orders GROUP BY 1) AS written ON written.key = sent.key`,
    [[...acknowledged.keys()]],
  )
  const kept = new Map(rows.map((row) => [row.key, row]))
  const lost = [...acknowledged].filter(([key, orderNo]) => kept.get(key)?.order_no !== orderNo)
  if (lost.length > 0)
    throw new Error(`${lost.length} of ${acknowledged.size} acknowledged orders are lost: ${lost[0]?.join(' ')}`)
  const doubled = rows.filter(({ orders }) => orders !== 1)
  if (doubled.length > 0) throw new Error(`${doubled.length} orders were written twice: ${doubled[0]?.order_no}`)
  const broken = [...(await findBroken(pool)), ...(await findIncomplete(pool))]
  if (broken.length > 0) throw new Error(broken.join('\n'))
}
