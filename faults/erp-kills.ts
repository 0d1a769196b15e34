import { setTimeout as sleep } from 'node:timers/promises'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { type Database } from '#server/platform/db/database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { addCardPayment } from '#testing/payments.ts'
import { type Buyer, signInBuyer } from './buyer.ts'
import { type Connector, connectErp, startConnector } from './erp-connector.ts'
import { figureDifferences, findMisbooked } from './erp-invariants.ts'
import { findBroken } from './invariants.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { type Goods, orderOnce, plentifulGoods } from './order-stream.ts'

/** Milliseconds: the longest pause before a kill, and how long the end may take. */
const longestPause = 700
const longestEnd = 600_000

const victims = ['shop', 'connector', 'erp'] as const

type Site = {
  shop: Shop
  /** A second shop of which only the sandbox ERP is used. */
  erp: Shop
  books: { shop: Database; erp: Database }
  connector: Connector
}

/**
 * kill -9 of the shop, of the program beside the ERP and of the ERP at random moments, while dealers order, cancel and pay
 * and the ERP changes prices and stock. In the end the ERP has each order, cancellation and payment exactly once, and the
 * shop has the ERP's stock, prices and balances.
 */
export async function killAroundErp({ isOver, log }: Run): Promise<Figures> {
  const [shop, erp] = [await openShop({ demo: 'small' }), await openShop({ demo: 'small' })]
  try {
    await Promise.all([shop.start(), erp.start()])
    const key = await connectErp(shop.url, `${erp.url}/sandbox-erp/logo`)
    const books = { shop: await shop.database(), erp: await erp.database() }
    // What they took from the stock is subtracted from the ERP's figure as long as it has not received them.
    await books.shop.pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE sent_to_erp_at IS NULL')
    const site: Site = { shop, erp, books, connector: startConnector(shop.url, key) }
    try {
      const trade = await startTrade(site)
      const count = { shop: 0, connector: 0, erp: 0 }
      let kill = 0
      do {
        kill += 1
        await sleep(Math.random() * longestPause)
        const victim = victims[kill % victims.length] ?? 'shop'
        await killAndRestart(site, victim)
        count[victim] += 1
        if (kill % 30 === 0)
          log(`${kill} kills: ${trade.orders()} orders, ${trade.cancelled()} cancelled, ${trade.payments()} payments`)
      } while (kill < victims.length || !isOver())
      await trade.end()
      const seconds = await settle(site)
      await expectEqual(site)
      return {
        counts: {
          'kills of the shop': count.shop,
          'of the connector': count.connector,
          'of the ERP': count.erp,
          orders: trade.orders(),
          cancellations: trade.cancelled(),
          payments: trade.payments(),
        },
        longest: { 'until all was booked': seconds * 1000 },
      }
    } finally {
      await site.connector.end('SIGKILL')
      await books.shop.close()
      await books.erp.close()
    }
  } finally {
    await shop.remove()
    await erp.remove()
  }
}

async function killAndRestart(site: Site, victim: (typeof victims)[number]): Promise<void> {
  if (victim === 'connector') {
    await site.connector.end('SIGKILL')
    await endLeases(site)
    site.connector = site.connector.again()
    return
  }
  await site[victim].end('SIGKILL')
  await site[victim].start()
  await retryUnknown(site)
}

/**
 * What a dead program held is free after ten minutes in the shop, and its seat in the ERP after two; the campaign does not
 * wait for them.
 */
async function endLeases({ books }: Site): Promise<void> {
  await books.erp.pool.execute('DELETE FROM sandbox_erp_sessions')
  await transaction(books.shop.pool, async (db) => {
    await db.execute(
      `UPDATE erp_outgoing SET leased_until = now() - interval '1 second', next_at = now() WHERE state = 'sending'`,
    )
    await db.execute(`UPDATE erp_feeds SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL`)
  })
}

/** A document of unknown outcome is looked up after two minutes; the campaign does not wait for them either. */
const retryUnknown = ({ books }: Site) =>
  books.shop.pool.execute(
    `UPDATE erp_outgoing SET next_at = now() WHERE state IN ('unknown', 'waiting') AND next_at > now()`,
  )

type Trade = { orders(): number; cancelled(): number; payments(): number; end(): Promise<void> }

/** Two dealers order, cancel some orders at once and pay; the ERP changes prices and stock. */
async function startTrade({ shop, erp, books }: Site): Promise<Trade> {
  const goods = await plentifulGoods(books.shop)
  const codes = await books.shop.pool.query<{ code: string }>(
    'SELECT code FROM products WHERE id = ANY ($1) ORDER BY id',
    [goods.map(({ productId }) => productId)],
  )
  const dealers = await books.shop.pool.query<{ id: number }>(
    `SELECT dealer_id AS id FROM users WHERE email IN ('bayi@example.com', 'bayi2@example.com') ORDER BY email`,
  )
  const stop = new AbortController()
  const count = { orders: 0, cancelled: 0, payments: 0 }
  const buy = async (buyer: Buyer, dealerId: number, turn: number) => {
    for (let serial = turn; !stop.signal.aborted; serial += 1) {
      const orderNo = await orderOnce(
        buyer,
        goods[serial % goods.length] as Goods,
        `erp-${turn}-${serial}-${Date.now()}`,
      )
      count.orders += 1
      if (serial % 3 === 0) count.cancelled += await cancel(buyer, books.shop, orderNo)
      if (serial % 4 === 0) {
        await transaction(books.shop.pool, (db) => addCardPayment(db, dealerId, `${10 + (serial % 90)}.25`))
        count.payments += 1
      }
      await sleep(Math.random() * 400)
    }
  }
  const change = async () => {
    for (let serial = 0; !stop.signal.aborted; serial += 1) {
      const { code } = codes[serial % codes.length] ?? { code: '' }
      await post(`${erp.url}/sandbox-erp/prices`, { code, list: 1, price: `${50 + (serial % 40)}.5` })
      await post(`${erp.url}/sandbox-erp/stock`, { code, warehouse: 1, quantity: String(2_000 + (serial % 500)) })
      await sleep(500)
    }
  }
  const buyers = await Promise.all(
    ['bayi@example.com', 'bayi2@example.com'].map((name) => signInBuyer(shop.url, name, 'demo1234')),
  )
  const work = Promise.all([...buyers.map((buyer, i) => buy(buyer, dealers[i]?.id ?? 0, i)), change()])
  // The end receives the failure; until then it is not an unhandled rejection.
  work.catch(() => {})
  return {
    orders: () => count.orders,
    cancelled: () => count.cancelled,
    payments: () => count.payments,
    async end() {
      stop.abort()
      await work
    },
  }
}

/** An order that the ERP has by now is not cancelled. Returns 1 if it is. */
async function cancel(buyer: Buyer, { pool }: Database, orderNo: string): Promise<number> {
  const row = await pool.one<{ id: number }>('SELECT id FROM orders WHERE order_no = $1', [orderNo])
  for (;;) {
    const answer = await buyer.patch(`/api/catalog/order/${row?.id}`, { cancel: true }).catch(() => undefined)
    if (answer !== undefined && answer.status < 500) break
    await sleep(100)
  }
  const order = await pool.one<{ is_cancel: boolean }>('SELECT is_cancel FROM orders WHERE order_no = $1', [orderNo])
  return order?.is_cancel === true ? 1 : 0
}

/** The ERP may be down. */
const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(8_000),
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)

/** The demo's own connection is paused. */
const ofConnector = 'connection_id = (SELECT max(id) FROM erp_connections)'

/** Waits until everything was sent and a last run has read everything. Returns the seconds that it took. */
async function settle(site: Site): Promise<number> {
  const { pool } = site.books.shop
  const begun = performance.now()
  const until = async (sql: string, what: string) => {
    for (;;) {
      const open = await pool.query(sql)
      if (open.length === 0) return
      if (performance.now() - begun > longestEnd) throw new Error(`${what}: ${JSON.stringify(open.slice(0, 3))}`)
      await sleep(1_000)
      await retryUnknown(site)
    }
  }
  await until(
    `SELECT kind, subject_id, state, attempts, message FROM erp_outgoing WHERE state IN ('waiting', 'sending', 'unknown')
      UNION ALL SELECT type, subject_id, 'event', 0, '' FROM events WHERE seq IS NULL`,
    'Documents are still open',
  )
  await pool.execute(`UPDATE erp_feeds SET wanted = 'full', next_at = now() WHERE is_active AND ${ofConnector}`)
  await until(
    `SELECT resource, failures FROM erp_feeds WHERE is_active AND ${ofConnector} AND wanted IS NOT NULL`,
    'A read has not ended',
  )
  return Math.round((performance.now() - begun) / 1000)
}

async function expectEqual({ books }: Site): Promise<void> {
  const problems = [
    ...(await findMisbooked(books.shop.pool, books.erp.pool)),
    ...(await figureDifferences(books.shop.pool, books.erp.pool)),
    ...(await findBroken(books.shop.pool)),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
