import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from './test-orders.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let other: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  other = await addBuyer(shop)
})
afterAll(() => shop.close())

const numbersOf = (body: unknown) => (body as { items: { orderNo: string }[] }).items.map(({ orderNo }) => orderNo)
const listed = async (query: string) => numbersOf((await staff.send('GET', `/yonetim/orders?${query}`)).body)
const lastAudit = () =>
  shop.database.pool.query("SELECT action, noun_id FROM audit_log WHERE noun = 'order' ORDER BY id DESC LIMIT 2")

async function place(who = buyer): Promise<Placed & { productId: number }> {
  const { id, unitId } = await product(shop)
  return { ...(await placeOrder(shop, who, { [unitId]: 4 })), productId: id }
}

async function payByCard(orderId: number): Promise<void> {
  await shop.database.pool.execute(
    `WITH account AS (INSERT INTO pos_accounts (code, name, adapter, mode) VALUES ('test', 'Test', 'nestpay', 'own_form') RETURNING id)
     INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount,
                           amount, order_id, captured_at)
     SELECT 'TEST0000000000000777', 'order', 'cart:1', 'captured', o.dealer_id, o.user_id, account.id, 1, 10, 10, o.id, now()
       FROM orders o, account WHERE o.id = $1`,
    [orderId],
  )
}

test('lists the orders of all dealers with totals: by number, dealer, state and day, sorted, in pages', async () => {
  const [first, second, third] = [await place(), await place(other), await place()]
  await shop.database.pool.execute("UPDATE orders SET created_at = '2026-01-31 23:30+03' WHERE id = $1", [first.id])
  await staff.send('POST', '/yonetim/orders/sent', { body: { ids: [second.id], isSent: true } })
  expect(await listed('')).toEqual([third.orderNo, second.orderNo, first.orderNo])
  expect(await listed('sort=date')).toEqual([first.orderNo, second.orderNo, third.orderNo])
  expect(await listed('sort=nonsense&page=x&limit=y&from=z&state=w')).toHaveLength(3)
  expect(await listed(`q=${second.orderNo.toLowerCase().slice(-5)}`)).toEqual([second.orderNo])
  expect(await listed(`dealer=${other.actor.dealer?.code.toLowerCase()}`)).toEqual([second.orderNo])
  expect(await listed('state=sent')).toEqual([second.orderNo])
  expect(await listed('state=open')).toEqual([third.orderNo, first.orderNo])
  expect(await listed('from=2026-01-31&to=2026-01-31')).toEqual([first.orderNo])
  expect(await listed('to=2026-01-30')).toEqual([])
  expect(await listed('limit=1&page=2')).toEqual([second.orderNo])
  const { body } = await staff.send('GET', '/yonetim/orders?limit=2')
  // Three orders, each of four pieces at 100 lira with 20 percent tax.
  expect(body).toMatchObject({ total: 3, page: 1, pages: 2, limit: 2, totalTry: 1440, cancelledTry: 0 })
})

test('returns an order as its dealer sees it, with its buyer', async () => {
  const { id, orderNo } = await place()
  const { body } = await staff.send('GET', `/yonetim/orders/${id}`)
  const { dealer, email } = buyer.actor
  expect(body).toMatchObject({ orderNo, dealerCode: dealer?.code, creatorEmail: email, sentAt: null, mayCancel: true })
  expect((body as { orderItems: unknown[] }).orderItems).toHaveLength(1)
  expect(codeOf(await staff.send('GET', '/yonetim/orders/999999'))).toBe('order_not_found')
})

test('cancelling an order returns its stock once and writes an audit entry', async () => {
  const { id, orderNo, productId } = await place()
  const { pool } = shop.database
  expect(await stockOf(pool, productId)).toBe(6)
  const url = `/yonetim/orders/${id}/cancel`
  const answers = await Promise.all(
    [1, 2, 3].map(() => staff.send('POST', url, { body: { reason: ' Stokta <kalmadı> ' } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(codeOf(await staff.send('POST', url, { body: { reason: '' } }))).toBe('order_already_cancelled')
  expect(await stockOf(pool, productId)).toBe(10)
  expect(await stockMismatches(pool)).toEqual([])
  expect((await lastAudit())[0]).toEqual({ action: 'cancel', noun_id: orderNo })
  const [entry] = await pool.query('SELECT after FROM audit_log ORDER BY id DESC LIMIT 1')
  expect(entry).toEqual({ after: { reason: 'Stokta <kalmadı>' } })
  expect((await staff.send('GET', `/yonetim/orders/${id}`)).body).toMatchObject({ cancelReason: 'Stokta <kalmadı>' })
  expect(await listed('state=cancelled')).toEqual([orderNo])
})

test('an order handed to the ERP can be cancelled only after that is undone; one paid by card cannot', async () => {
  const { id, orderNo } = await place()
  const mark = (isSent: boolean) => staff.send('POST', '/yonetim/orders/sent', { body: { ids: [id], isSent } })
  const cancel = (orderId: number) => staff.send('POST', `/yonetim/orders/${orderId}/cancel`, { body: { reason: '' } })
  expect((await mark(true)).body).toEqual({ changed: [id], cancelled: [], awaiting: [] })
  expect((await mark(true)).body).toEqual({ changed: [], cancelled: [], awaiting: [] })
  expect(codeOf(await cancel(id))).toBe('order_already_sent')
  await mark(false)
  expect(await lastAudit()).toEqual([
    { action: 'recall', noun_id: orderNo },
    { action: 'send_to_erp', noun_id: orderNo },
  ])
  expect((await cancel(id)).status).toBe(200)
  expect((await mark(true)).body).toEqual({ changed: [], cancelled: [orderNo], awaiting: [] })
  const paid = await place()
  await payByCard(paid.id)
  expect(codeOf(await cancel(paid.id))).toBe('order_paid_by_card')
  expect(await listed('state=card')).toEqual([paid.orderNo])
  const { body } = await staff.send('GET', `/yonetim/orders/${paid.id}`)
  expect(body).toMatchObject({ mayCancel: false, payment: { reference: 'TEST0000000000000777' } })
})

test('handing over more than 500 orders at once is rejected', async () => {
  const ids = Array.from({ length: 501 }, (_, i) => i + 1)
  const answer = await staff.send('POST', '/yonetim/orders/sent', { body: { ids, isSent: true } })
  expect(answer.status).toBe(422)
})

test('a part of few and of very many order numbers is found', async () => {
  const { id } = await place()
  await shop.database.pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'COK' || lpad(n::text, 6, '0'), dealer_id, user_id, '', currency, rates, subtotal, tax, total, total_try
       FROM orders, generate_series(1, 1002) n WHERE id = $1`,
    [id],
  )
  const found = async (query: string) => (await staff.send('GET', `/yonetim/orders?${query}`)).body
  expect(await found('q=cok')).toMatchObject({ total: 1002, pages: 41 })
  expect(await listed('q=cok0010&sort=number')).toEqual(['COK001000', 'COK001001', 'COK001002'])
  expect(await found('q=cok0010')).toMatchObject({ total: 3 })
  expect(await found('q=cok0011')).toMatchObject({ total: 0 })
})
