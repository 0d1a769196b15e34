import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockMismatches, stockOf, type TestProduct } from '#testing/store-rows.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { lockStock, takeStock } from '#server/stock/stock.ts'
import { decimal } from '#domain/money/money.ts'

let shop: TestShop
let program: Program
let buyer: Buyer
let people: People
let drill: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['stock:write', 'catalog:write', 'orders:ack'])
  buyer = await addBuyer(shop)
  people = await addPeople(shop)
})
beforeEach(async () => {
  drill = await product(shop, { stock: 10 })
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

const now = async () => ((await program.send('GET', '/me')).body as { now: string }).now
const acknowledge = (orderNo: string) =>
  program.send('POST', `/orders/${orderNo}/ack`, { body: { documentNo: `SIP-${orderNo}` } })
const order = (quantity: number) => placeOrder(shop, buyer, { [drill.unitId]: quantity })
const write = async (quantity: number, asOf?: string) => {
  const rows = [{ code: drill.code, warehouse: 'MERKEZ', quantity }]
  const answer = await program.send('POST', '/stock', { body: { rows, ...(asOf !== undefined && { asOf }) } })
  expect(answer.status).toBe(200)
  return answer.body as { updated: number; unchanged: number }
}
const stock = () => stockOf(shop.database.pool, drill.id)

describe('stock as of a moment', () => {
  test('is lowered by orders that the ERP has not acknowledged', async () => {
    await order(3)
    expect(await write(10, await now())).toMatchObject({ unchanged: 1 })
    expect(await stock()).toBe(7)
    await write(10)
    expect(await stock()).toBe(10)
  })

  test('is lowered by an order that was acknowledged after the ERP was read', async () => {
    const { orderNo } = await order(3)
    const beforeBooking = await now()
    expect((await acknowledge(orderNo)).status).toBe(200)
    await write(10, beforeBooking)
    expect(await stock()).toBe(7)
  })

  test('is taken as it is once every order was acknowledged', async () => {
    const { orderNo } = await order(3)
    await acknowledge(orderNo)
    await write(20, await now())
    expect(await stock()).toBe(20)
  })

  test('in the future counts as of now: a wrong clock gives nothing back', async () => {
    const { orderNo } = await order(3)
    await shop.database.pool.execute(
      `UPDATE orders SET sent_to_erp_at = now() + interval '10 minutes' WHERE order_no = $1`,
      [orderNo],
    )
    await write(10, '2099-01-01T00:00:00+03:00')
    expect(await stock()).toBe(7)
  })

  test('is not lowered by cancelled orders', async () => {
    const { orderNo } = await order(3)
    const { pool } = shop.database
    const row = await pool.one<{ id: number }>('SELECT id FROM orders WHERE order_no = $1', [orderNo])
    await buyer.send('PATCH', `/api/catalog/order/${row?.id}`, { body: { cancel: true } })
    await write(10, await now())
    expect(await stock()).toBe(10)
  })

  test('is lowered by what a card payment holds', async () => {
    const { pool } = shop.database
    await transaction(pool, async (db) => {
      await db.execute(`UPDATE payments SET stock_state = 'held' WHERE id = $1`, [people.payment.id])
      const locked = await lockStock(db, [drill.id], null)
      await takeStock(db, { paymentId: people.payment.id }, [{ productId: drill.id, quantity: decimal(4) }], locked)
    })
    await write(10, await now())
    expect(await stock()).toBe(6)
  })

  test('counts an order that is placed while the request runs', async () => {
    for (let round = 0; round < 5; round++) {
      drill = await product(shop, { stock: 10 })
      const asOf = await now()
      await Promise.all([write(11, asOf), order(2)])
      expect(await stock()).toBe(9)
    }
  })

  test('waits for an order that has taken stock and is not committed', async () => {
    const placed = await order(1)
    const { pool } = shop.database
    const asOf = await now()
    let writing: Promise<unknown> = Promise.resolve()
    await transaction(pool, async (db) => {
      const locked = await lockStock(db, [drill.id], null)
      const row = await db.one<{ id: number }>('SELECT id FROM orders WHERE order_no = $1', [placed.orderNo])
      await takeStock(db, { orderId: row?.id ?? 0 }, [{ productId: drill.id, quantity: decimal(2) }], locked)
      writing = write(20, asOf)
      for (;;) {
        const waiting = await pool.query(
          `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
        )
        if (waiting.length > 0) break
      }
    })
    await writing
    expect(await stock()).toBe(17)
  })

  test('applies to the stock of product rows, too', async () => {
    await order(3)
    const answer = await program.send('POST', '/products', {
      body: { asOf: await now(), rows: [{ code: drill.code, stock: { MERKEZ: 30 } }] },
    })
    expect(answer.body).toMatchObject({ updated: 1 })
    expect(await stock()).toBe(27)
  })

  test.each(['yesterday', '2026-02-31T10:00:00Z', '2026-01-01', 5])(
    'is refused when it is no moment: %s',
    async (asOf) => {
      const answer = await program.send('POST', '/stock', { body: { asOf, rows: [{ code: drill.code, quantity: 1 }] } })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    },
  )
})
