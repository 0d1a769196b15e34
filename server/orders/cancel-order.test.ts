import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addColleague, addWarehouse, setStock, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addBuyer, type Buyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

const cancel = (id: number, who: Pick<Buyer, 'send'> = buyer) =>
  who.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })

test('cancelling an order returns the stock to the warehouses it was taken from; the order shows who cancelled it and when', async () => {
  const { pool } = shop.database
  await addWarehouse(pool, 'ŞUBE')
  const drill = await product(shop, { stock: 4, units: { KOLİ: 3 } })
  await setStock(pool, drill.id, 7, 'ŞUBE')
  // Three boxes and one piece are ten pieces: all seven of the fuller warehouse and three of the other.
  const order = await placeOrder(shop, buyer, { [drill.units['KOLİ'] ?? 0]: 3, [drill.unitId]: 1 })
  expect(await stockOf(pool, drill.id)).toBe(1)
  expect((await cancel(order.id)).body).toEqual({ success: true, orderNo: order.orderNo })
  const places = await pool.query(
    'SELECT w.code, i.quantity FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE product_id = $1 ORDER BY 1',
    [drill.id],
  )
  expect(places).toEqual([
    { code: 'MERKEZ', quantity: '4.000' },
    { code: 'ŞUBE', quantity: '7.000' },
  ])
  const moves = await pool.query(
    "SELECT quantity FROM stock_movements WHERE order_id = $1 AND reason = 'cancel' ORDER BY quantity",
    [order.id],
  )
  expect(moves).toEqual([{ quantity: '3.000' }, { quantity: '7.000' }])
  const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${order.orderNo}`)
  expect(body).toMatchObject({ isCancel: true, cancelledBy: buyer.actor.name, cancelledAt: expect.any(String) })
})

test('cancelling an order does not return back-order, which never left a warehouse', async () => {
  const { pool } = shop.database
  const drill = await product(shop, { stock: 4 })
  await shop.setSetting('cartStockControl', '1')
  const order = await placeOrder(shop, buyer, { [drill.unitId]: 10 })
  await shop.setSetting('cartStockControl', '0')
  expect(await stockOf(pool, drill.id)).toBe(0)
  expect((await cancel(order.id)).status).toBe(200)
  expect(await stockOf(pool, drill.id)).toBe(4)
})

describe('cancelling an order again or without the right', () => {
  test('returns 409 the second time; of twenty concurrent requests one cancels', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 3 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(order.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const again = await cancel(order.id)
    expect([again.status, codeOf(again)]).toEqual([409, 'order_already_cancelled'])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(10)
  })

  test('returns 409 for an order handed to the ERP', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 3 })
    await shop.database.pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE id = $1', [order.id])
    const answer = await cancel(order.id)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'order_already_sent'])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(7)
  })

  test('refuses another dealer, a user without the right, an administrator and an unknown number', async () => {
    const { pool } = shop.database
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 3 })
    const { dealer } = buyer.actor
    if (dealer === null) throw new Error('A buyer belongs to a dealer.')
    const noRight = await shop.signedIn(await addColleague(pool, dealer, { canOrder: false }))
    const refusals = [
      await cancel(order.id, await addBuyer(shop)),
      await cancel(order.id, noRight),
      await cancel(order.id, await shop.signedIn(await addAdmin(pool))),
      await cancel(999_999_999),
      await buyer.send('PATCH', '/api/catalog/order/x', { body: { cancel: true } }),
      await buyer.send('PATCH', `/api/catalog/order/${order.id}`, { body: { cancel: false } }),
    ]
    expect(refusals.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [404, 'order_not_found'],
      [403, 'no_order_right'],
      [403, 'admin_not_allowed'],
      [404, 'order_not_found'],
      [404, 'not_found'],
      [422, 'validation_failed'],
    ])
    expect(await stockOf(pool, drill.id)).toBe(7)
  })

  test('allows a colleague of the same dealer', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 3 })
    const { dealer } = buyer.actor
    if (dealer === null) throw new Error('A buyer belongs to a dealer.')
    const colleague = await shop.signedIn(await addColleague(shop.database.pool, dealer))
    expect((await cancel(order.id, colleague)).status).toBe(200)
  })
})
