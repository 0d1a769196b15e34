import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { ListedOrder } from '#contract/shop/orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, stockMismatches, stockOf, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let drill: TestProduct
let saw: TestProduct
let order: Placed

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('storeEmail', 'satis@example.com')
})
beforeEach(async () => {
  drill = await product(shop, { stock: 10 })
  saw = await product(shop, { stock: 10 })
  order = await placeOrder(shop, buyer, { [drill.unitId]: 4, [saw.unitId]: 3 })
  await staff.send('POST', '/yonetim/orders/state', {
    body: { orders: [{ id: order.id, from: 'received' }], to: 'confirmed' },
  })
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

const ask = (parts: object = {}, who: TestVisitor = buyer) =>
  who.send('POST', `/api/catalog/order/${order.id}/request`, {
    body: { lineNo: 1, before: 4, quantity: 2, reason: 'Fazla yazmışız', ...parts },
  })
const page = async () => (await staff.send('GET', `/yonetim/orders/${order.id}`)).body as AdminOrder
const requestId = async () => (await page()).request?.id ?? 0
const answer = async (accept: boolean, reason = '', id?: number) =>
  staff.send('POST', `/yonetim/orders/${order.id}/request`, {
    body: { requestId: id ?? (await requestId()), accept, reason },
  })
const withdraw = async (who: TestVisitor = buyer, id?: number) =>
  who.send('POST', `/api/catalog/order/${order.id}/request/withdraw`, {
    body: { requestId: id ?? (await requestId()) },
  })
const requested = async () =>
  ((await staff.send('GET', '/yonetim/orders?state=requested')).body as { items: { id: number }[] }).items.map(
    ({ id }) => id,
  )
const isListedAsRequested = async () => {
  const { items } = (await buyer.send('GET', '/api/catalog/orders')).body as { items: ListedOrder[] }
  return items.find(({ id }) => id === order.id)?.hasRequest
}
const stocks = async () => [await stockOf(shop.database.pool, drill.id), await stockOf(shop.database.pool, saw.id)]

async function mails(reader: string): Promise<Mail[]> {
  const sent: Mail[] = []
  const { pool } = shop.database
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
  const rows = await pool.query<{ id: string; data: object }>(
    `SELECT x.id, x.data FROM outbox x JOIN order_history h ON h.id = (x.data ->> 'stepId')::bigint
      WHERE x.data ->> 'orderId' = $1 AND x.data ->> 'reader' = $2 AND h.step LIKE 'request%' ORDER BY h.id`,
    [String(order.id), reader],
  )
  for (const row of rows) await sendOrderMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, row.data, row.id)
  return sent
}

describe('a request of a dealer', () => {
  test('reaches the store and is accepted: stock, totals and line follow, and the dealer has nothing to refuse', async () => {
    const before = await page()
    expect((await ask()).body).toEqual({ success: true })
    expect(await requested()).toContain(order.id)
    expect(await isListedAsRequested()).toBe(true)
    const [asked] = await mails('store')
    expect(asked?.subject).toContain(`değişiklik istiyor: ${order.orderNo}`)
    expect(asked?.text).toContain('4 → 2 ADET')
    expect(asked?.text).toContain('Fazla yazmışız')
    expect((await answer(true)).status).toBe(200)
    const after = await page()
    expect(after).toMatchObject({ request: { state: 'accepted', before: 4, quantity: 2 }, objectionUntil: null })
    expect(after.orderItems[0]).toMatchObject({ quantity: 4, cancelled: 2, confirmed: 2 })
    expect(after.subtotal).toBe((before.subtotal ?? 0) - 200)
    expect(await stocks()).toEqual([8, 7])
    expect(after.history.map(({ step }) => step)).toEqual([
      'placed',
      'confirmed',
      'requested',
      'lines_changed',
      'request_accepted',
    ])
    expect(await requested()).not.toContain(order.id)
    expect(await isListedAsRequested()).toBe(false)
    expect((await mails('dealer')).map(({ subject }) => subject)).toEqual([`İsteğiniz kabul edildi: ${order.orderNo}`])
  })

  test('is refused with a reason, which the dealer reads on the order and in the email', async () => {
    await ask({ quantity: 0 })
    expect(codeOf(await answer(false, ' '))).toBe('order_reason_missing')
    expect((await answer(false, 'Paketlendi')).status).toBe(200)
    expect(await stocks()).toEqual([6, 7])
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${order.orderNo}`)
    expect((body as AdminOrder).request).toMatchObject({ state: 'refused', answer: 'Paketlendi' })
    expect((await mails('dealer'))[0]?.text).toContain('Paketlendi')
  })

  test('is one at a time, also of two clicks at once; another follows once it was withdrawn', async () => {
    const both = await Promise.all([ask(), ask()])
    expect(both.map((reply) => codeOf(reply) ?? 'added').toSorted()).toEqual(['added', 'order_request_open'])
    const id = await requestId()
    expect((await withdraw()).status).toBe(200)
    expect(codeOf(await withdraw(buyer, id))).toBe('order_request_answered')
    expect(codeOf(await answer(true, '', id))).toBe('order_request_answered')
    expect((await ask({ quantity: 3 })).status).toBe(200)
    expect((await mails('store')).length).toBe(2)
  })

  test('is answered once by two people at the same time', async () => {
    await ask()
    const id = await requestId()
    const replies = await Promise.all([answer(true, '', id), answer(false, 'Olmaz', id), answer(true, '', id)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { orderItems, request } = await page()
    expect(orderItems[0]?.cancelled).toBe(request?.state === 'accepted' ? 2 : 0)
    expect(await mails('dealer')).toHaveLength(1)
  })

  test('expires when the order is picked or shipped; what is being picked cannot be asked for', async () => {
    await ask()
    const id = await requestId()
    await staff.send('POST', '/yonetim/pickings', { body: { key: `picking-${order.id}`, orders: [order.id] } })
    expect((await page()).request?.state).toBe('expired')
    expect(codeOf(await answer(true, '', id))).toBe('order_request_answered')
    expect(codeOf(await ask())).toBe('order_in_picking')
    expect(await requested()).not.toContain(order.id)
    expect(await stocks()).toEqual([6, 7])
  })

  test('for more than stock covers stays open when it cannot be accepted', async () => {
    await ask({ quantity: 11 })
    expect(codeOf(await answer(true))).toBe('insufficient_stock')
    expect(await page()).toMatchObject({ request: { state: 'open' }, orderItems: [{ cancelled: 0 }, {}] })
    await withdraw()
    await ask({ quantity: 6 })
    expect((await answer(true)).status).toBe(200)
    expect(await stocks()).toEqual([4, 7])
  })

  test('that takes away the last line cancels the order', async () => {
    await ask({ quantity: 0 })
    await answer(true)
    await ask({ lineNo: 2, before: 3, quantity: 0 })
    expect((await answer(true)).status).toBe(200)
    expect(await page()).toMatchObject({ state: 'cancelled', request: { state: 'accepted' } })
    expect(await stocks()).toEqual([10, 10])
  })

  test.each([
    ['no reason', { reason: ' ' }, 'order_reason_missing'],
    ['the same quantity', { quantity: 4 }, 'order_change_empty'],
    ['a quantity that has changed since', { before: 5 }, 'order_state_changed'],
    ['a line that the order lacks', { lineNo: 9 }, 'order_line_not_found'],
    ['a quantity below zero', { quantity: -1 }, 'quantity_invalid'],
    ['half a unit', { quantity: 1.5 }, 'quantity_invalid'],
  ])('is not made: %s', async (_, parts, code) => {
    expect(codeOf(await ask(parts))).toBe(code)
    expect((await page()).request).toBeNull()
  })

  test('of another dealer’s order is not found', async () => {
    const other = await addBuyer(shop)
    expect((await ask({}, other)).status).toBe(404)
    await ask()
    expect((await withdraw(other)).status).toBe(404)
  })

  test('is refused for an order that the ERP has', async () => {
    await shop.database.pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE id = $1', [order.id])
    expect(codeOf(await ask())).toBe('order_already_sent')
  })
})
