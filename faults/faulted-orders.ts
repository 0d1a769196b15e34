import { setTimeout as sleep } from 'node:timers/promises'
import { openShop } from '#e2e/support/shop.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { addDealer, setStock } from '#testing/store-rows.ts'
import { type Buyer, longestOutage, persist, type Reply, signInBuyer } from './buyer.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { expectKept, type Goods, plentifulGoods } from './order-stream.ts'

/** A user of the demo, whose password all buyers have. */
const known = 'bayi@example.com'
const password = 'demo1234'
/** In addition to the buyer at its limit; enough to keep the server busy. */
const buyerCount = 11
const stock = 10_000_000
/** Lira of orders that the dealer with a limit may have open, and how many it cancels once it is reached. */
const openLimit = 20_000
const cancelledAtOnce = 5
/** Milliseconds after which a client drops its connection at the latest: about as long as an order takes. */
const longestSend = 30

type Fault = 'dropped by the client' | 'sent twice at once' | 'connection to the database ended'
/** Small: after the loss of one connection the server opens all of them again, and plans its statements anew on each. */
const shareOfLosses = 0.005

function drawFault(): Fault {
  if (Math.random() < shareOfLosses) return 'connection to the database ended'
  return Math.random() < 0.5 ? 'dropped by the client' : 'sent twice at once'
}

type Trade = {
  pool: Pool
  goods: readonly Goods[]
  acknowledged: Map<string, string>
  counts: Record<string, number>
  isOver(): boolean
}

/**
 * Orders of which each meets a fault: its client drops the connection at any moment, it is sent twice at the same time, or
 * the server loses its busy connections to the database. Each is sent again with its key until it has a response, and
 * must be there once. One dealer orders at its limit, and cancels.
 */
export async function faultOrders({ isOver, log }: Run): Promise<Figures> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.toptan('settings', 'b2b_risk_limit_islem', '1')
    await shop.start()
    const database = await shop.database()
    const { pool } = database
    try {
      const goods = await plentifulGoods(database)
      for (const { productId } of goods) await setStock(pool, productId, stock)
      const limited = await addBuyer(pool)
      await pool.execute("UPDATE dealers SET risk_limit = $2, risk_mode = 'balance' WHERE id = $1", [
        limited.id,
        openLimit,
      ])
      const others = await Promise.all(Array.from({ length: buyerCount }, () => addBuyer(pool)))
      const trade: Trade = { pool, goods, acknowledged: new Map(), counts: {}, isOver }
      const buyers: Buyer[] = []
      for (const { email } of [limited, ...others]) buyers.push(await signInBuyer(shop.url, email, password))
      const progress = setInterval(() => log(`${trade.acknowledged.size} orders`), 30_000)
      await Promise.all(buyers.map((buyer, i) => order(buyer, i, trade))).finally(() => clearInterval(progress))
      await expectKept(database, trade.acknowledged)
      await expectWithinLimit(pool, limited.id)
      return { counts: { 'faulted orders': trade.acknowledged.size, ...trade.counts } }
    } finally {
      await database.close()
    }
  } finally {
    await shop.remove()
  }
}

/** A user of a new dealer. */
async function addBuyer(pool: Pool): Promise<{ id: number; email: string }> {
  const row = await pool.one<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE email = $1', [known])
  const { dealer, email } = await addDealer(pool, { passwordHash: row?.hash ?? '' })
  return { id: dealer?.id ?? 0, email }
}

async function order(buyer: Buyer, number: number, trade: Trade): Promise<void> {
  const { goods, acknowledged, counts, isOver } = trade
  for (let serial = 0; serial === 0 || !isOver(); serial += 1) {
    const { productId, unitId } = goods[(serial + number) % goods.length] as Goods
    await persist(buyer, `/api/catalog/cart/${productId}`, { quantity: 1, productValue: unitId })
    const key = `faulted-${process.pid}-${number}-${serial}`
    const fault = drawFault()
    const body = { description: key }
    await meet(fault, buyer, { body, key, pool: trade.pool })
    const orderNo = await orderAtLast(buyer, body, { key, trade })
    counts[fault] = (counts[fault] ?? 0) + 1
    acknowledged.set(key, orderNo)
  }
}

type Sent = { body: { description: string }; key: string; pool: Pool }

async function meet(fault: Fault, buyer: Buyer, { body, key, pool }: Sent): Promise<void> {
  const headers = { 'idempotency-key': key }
  const after = Math.random() * longestSend
  if (fault === 'dropped by the client') return buyer.drop('/api/catalog/cart', body, headers, after)
  const send = () => buyer.post('/api/catalog/cart', body, headers).catch(() => undefined)
  if (fault === 'sent twice at once') return void (await Promise.all([send(), send()]))
  const sent = send()
  await sleep(after)
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity
        WHERE application_name = 'toptan-server' AND state IN ('active', 'idle in transaction')
        ORDER BY random() LIMIT 1) busy`,
  )
  await sent
}

/** Sends until there is an order; at the limit, the dealer cancels some of its orders. */
async function orderAtLast(buyer: Buyer, body: object, { key, trade }: { key: string; trade: Trade }): Promise<string> {
  const deadline = performance.now() + longestOutage
  for (;;) {
    const answer = await buyer.post('/api/catalog/cart', body, { 'idempotency-key': key }).catch(() => undefined)
    const orderNo = answer?.body['orderNo']
    if (typeof orderNo === 'string') return orderNo
    if (isAtLimit(answer)) await cancelSome(buyer, trade)
    else if (answer !== undefined && ![409, 503].includes(answer.status))
      throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (performance.now() > deadline) throw new Error(`${key} has no response: ${JSON.stringify(answer)}`)
    await sleep(20)
  }
}

const isAtLimit = (answer: Reply | undefined) =>
  answer?.status === 422 && JSON.stringify(answer.body).includes('"risk_limit_')

async function cancelSome(buyer: Buyer, { pool, counts }: Trade): Promise<void> {
  const open = await pool.query<{ id: number }>(
    `SELECT o.id FROM orders o JOIN dealers d ON d.id = o.dealer_id
      WHERE d.risk_mode = 'balance' AND d.risk_limit = $1 AND NOT o.is_cancel ORDER BY o.id LIMIT ${cancelledAtOnce}`,
    [openLimit],
  )
  for (const { id } of open) {
    const answer = await buyer.patch(`/api/catalog/order/${id}`, { cancel: true }).catch(() => undefined)
    if (answer?.status === 200) counts['cancellations'] = (counts['cancellations'] ?? 0) + 1
  }
}

async function expectWithinLimit(pool: Pool, dealerId: number): Promise<void> {
  const row = await pool.one<{ open: number }>(
    'SELECT coalesce(sum(total_try), 0)::float AS open FROM orders WHERE dealer_id = $1 AND NOT is_cancel',
    [dealerId],
  )
  if (row === undefined || row.open > openLimit) throw new Error(`Open orders of ${row?.open} TL pass ${openLimit} TL.`)
}
