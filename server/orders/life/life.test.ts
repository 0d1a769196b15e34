import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { addAdmin, addColleague, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { sendOrderMail } from '#server/orders/send-order-email.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let approval = '0'

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('storeEmail', 'satis@example.com')
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

/** Pages do not receive this setting: a later one that they receive shows that it was read. */
async function setApproval(value: '0' | '1'): Promise<void> {
  if (value === approval) return
  approval = value
  await saveSetting(shop.database.pool, 'approveAllOrders', value)
  await shop.setSetting('storeHours', `${value} ${Date.now()}`)
}

type PlacedProduct = Placed & { productId: number }

/** An order of four of a product with ten in stock. */
async function place({ waits = false, who = buyer } = {}): Promise<PlacedProduct> {
  const { id, unitId } = await product(shop)
  await setApproval(waits ? '1' : '0')
  const placed = await placeOrder(shop, who, { [unitId]: 4 })
  return { ...placed, productId: id }
}

const move = (id: number, from: OrderState, to: string, reason?: string, who = staff) =>
  who.send('POST', '/yonetim/orders/state', { body: { orders: [{ id, from }], to, reason } })
const pageOf = async ({ id }: { id: number }) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
const dealersPage = async ({ orderNo }: Placed) =>
  (await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body as AdminOrder
const cancel = (id: number) => buyer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
const setState = (id: number, state: OrderState) =>
  shop.database.pool.execute('UPDATE orders SET state = $2 WHERE id = $1', [id, state])
const eventsOf = async (id: number) =>
  (
    await shop.database.pool.query<{ type: string }>(
      "SELECT type FROM events WHERE subject_id = $1 AND type LIKE 'order.%' ORDER BY id",
      [id],
    )
  ).map(({ type }) => type)

async function mailsOf(id: number): Promise<Mail[]> {
  const { pool } = shop.database
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
  const rows = await pool.query<{ id: string; data: object }>(
    `SELECT id, data FROM outbox WHERE data ->> 'orderId' = $1 ORDER BY created_at, data ->> 'reader'`,
    [String(id)],
  )
  for (const row of rows) await sendOrderMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, row.data, row.id)
  return sent
}

describe('an order that needs no approval', () => {
  test('is received, and confirmed by staff; both pages show the steps with who made them', async () => {
    const order = await place()
    expect(await pageOf(order)).toMatchObject({ state: 'received', moves: ['confirmed'], approvalReasons: [] })
    expect((await move(order.id, 'received', 'confirmed')).body).toEqual({ moved: [order.id], refused: [] })
    const shown = await dealersPage(order)
    expect(shown.state).toBe('confirmed')
    expect(shown.history.map(({ step, state, by: { kind, name } }) => [step, state, kind, name])).toEqual([
      ['placed', 'received', 'dealer', buyer.actor.name],
      ['confirmed', 'confirmed', 'staff', expect.any(String)],
    ])
    expect((await pageOf(order)).history).toEqual(shown.history)
  })

  test('confirming confirms the lines: all that is not back-ordered', async () => {
    const { unitId } = await product(shop, { stock: 3 })
    await setApproval('0')
    await shop.setSetting('cartStockControl', '1')
    const order = await placeOrder(shop, buyer, { [unitId]: 10 })
    await shop.setSetting('cartStockControl', '0')
    await move(order.id, 'received', 'confirmed')
    const { orderItems } = await pageOf(order)
    expect(orderItems).toMatchObject([{ quantity: 10, confirmed: 3, backOrdered: 7, shipped: 0, cancelled: 0 }])
  })

  test('the dealer cancels it until the store has confirmed it, and is told to ask afterwards', async () => {
    const [open, confirmed] = [await place(), await place()]
    await move(confirmed.id, 'received', 'confirmed')
    expect((await cancel(open.id)).status).toBe(200)
    expect(codeOf(await cancel(confirmed.id))).toBe('order_confirmed')
    expect(await pageOf(open)).toMatchObject({ state: 'cancelled', orderItems: [{ cancelled: 4, confirmed: 0 }] })
  })

  test('an order that is being picked or was shipped is cancelled by nobody', async () => {
    const order = await place()
    for (const state of ['picking', 'partly_shipped', 'shipped'] as const) {
      await setState(order.id, state)
      const code = state === 'picking' ? 'order_in_picking' : 'order_in_delivery'
      expect(codeOf(await cancel(order.id))).toBe(code)
      expect(codeOf(await staff.send('POST', `/yonetim/orders/${order.id}/cancel`, { body: { reason: '' } }))).toBe(
        code,
      )
    }
  })
})

describe('an order that waits for approval', () => {
  test('names why, holds its stock, and is unknown to other programs until it is approved', async () => {
    const order = await place({ waits: true })
    expect(await dealersPage(order)).toMatchObject({ state: 'awaiting_approval', approvalReasons: ['all'] })
    expect(await stockOf(shop.database.pool, order.productId)).toBe(6)
    expect(await eventsOf(order.id)).toEqual([])
    expect((await move(order.id, 'awaiting_approval', 'confirmed')).body).toMatchObject({ moved: [order.id] })
    expect(await eventsOf(order.id)).toEqual(['order.created'])
  })

  test('is rejected with a reason: its stock returns, the dealer reads why, other programs never hear of it', async () => {
    const order = await place({ waits: true })
    expect(codeOf(await move(order.id, 'awaiting_approval', 'rejected', '  '))).toBe('order_reason_missing')
    await move(order.id, 'awaiting_approval', 'rejected', 'Bu ürün üretimden kalktı.')
    expect(await stockOf(shop.database.pool, order.productId)).toBe(10)
    expect(await eventsOf(order.id)).toEqual([])
    const shown = await dealersPage(order)
    expect(shown).toMatchObject({ state: 'rejected', isCancel: true, cancelReason: 'Bu ürün üretimden kalktı.' })
    expect(shown.history.at(-1)).toMatchObject({ step: 'rejected', reason: 'Bu ürün üretimden kalktı.' })
  })

  test('can be cancelled by its dealer, and is not marked as sent to the ERP', async () => {
    const order = await place({ waits: true })
    const { body } = await staff.send('POST', '/yonetim/orders/sent', { body: { ids: [order.id], isSent: true } })
    expect(body).toEqual({ changed: [], cancelled: [], awaiting: [order.orderNo] })
    expect((await cancel(order.id)).status).toBe(200)
    expect(await eventsOf(order.id)).toEqual([])
  })

  test('both emails about it say so, the store’s with the reasons', async () => {
    const order = await place({ waits: true })
    const [toDealer, toStore] = await mailsOf(order.id)
    expect(toDealer?.text).toContain('Siparişiniz mağazanın onayını bekliyor')
    expect(toStore?.text).toContain('Bu sipariş onayınızı bekliyor: Bütün siparişler onaya tabi.')
  })
})

describe('moves of staff', () => {
  test('an order that has left the state on screen is not moved, and is returned with its state of now', async () => {
    const [order, other] = [await place(), await place()]
    await cancel(order.id)
    const { body } = await staff.send('POST', '/yonetim/orders/state', {
      body: {
        orders: [
          { id: order.id, from: 'received' },
          { id: other.id, from: 'received' },
        ],
        to: 'confirmed',
      },
    })
    expect(body).toEqual({ moved: [other.id], refused: [{ orderNo: order.orderNo, state: 'cancelled' }] })
  })

  test('a move that the table lacks is refused', async () => {
    const order = await place()
    for (const to of ['delivered', 'closed', 'rejected', 'shipped']) {
      expect((await move(order.id, 'received', to, 'Neden')).body).toMatchObject({ moved: [] })
    }
    expect((await move(order.id, 'received', 'picking')).status).toBe(422)
    expect(await pageOf(order)).toMatchObject({ state: 'received' })
  })

  test('of twenty people who confirm the same order at once, one does', async () => {
    const order = await place()
    const replies = await Promise.all(Array.from({ length: 20 }, () => move(order.id, 'received', 'confirmed')))
    const moved = replies.flatMap(({ body }) => (body as { moved: number[] }).moved)
    expect(moved).toEqual([order.id])
    expect((await pageOf(order)).history).toHaveLength(2)
  })

  test('a delivery is recorded, withdrawn and recorded again, then the order is closed for good', async () => {
    const order = await place()
    await setState(order.id, 'shipped')
    await move(order.id, 'shipped', 'delivered')
    await move(order.id, 'delivered', 'shipped')
    await move(order.id, 'shipped', 'closed')
    const { history, moves } = await pageOf(order)
    expect(history.map(({ step }) => step)).toEqual(['placed', 'delivered', 'delivery_withdrawn', 'closed'])
    expect(moves).toEqual([])
  })

  test('an order marked as sent to the ERP is confirmed; the mark and its removal are steps', async () => {
    const order = await place()
    for (const isSent of [true, false]) {
      await staff.send('POST', '/yonetim/orders/sent', { body: { ids: [order.id], isSent } })
    }
    const { history, state } = await pageOf(order)
    expect(state).toBe('confirmed')
    expect(history.map(({ step }) => step)).toEqual(['placed', 'sent_to_erp', 'confirmed', 'recalled'])
  })

  test('are written to the audit log with both states and the reason', async () => {
    const order = await place({ waits: true })
    await move(order.id, 'awaiting_approval', 'rejected', 'Limit')
    const [entry] = await shop.database.pool.query(
      "SELECT action, before, after FROM audit_log WHERE noun = 'order' AND noun_id = $1 ORDER BY id DESC LIMIT 1",
      [order.orderNo],
    )
    expect(entry).toEqual({
      action: 'change',
      before: { state: 'awaiting_approval' },
      after: { state: 'rejected', reason: 'Limit' },
    })
  })

  test('the buyer gets one email per step, in the chosen language, however often the step is tried', async () => {
    const colleague = await addColleague(shop.database.pool, buyer.actor.dealer ?? expect.fail('a dealer'))
    const who = { ...(await shop.signedIn(colleague)), actor: colleague }
    await shop.database.pool.execute(`UPDATE users SET choices = '{"locale": "en"}' WHERE id = $1`, [colleague.userId])
    const order = await place({ who })
    await shop.database.pool.execute('DELETE FROM outbox')
    await Promise.all([1, 2, 3].map(() => move(order.id, 'received', 'confirmed')))
    const mails = await mailsOf(order.id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe(`Your order is confirmed: ${order.orderNo}`)
  })

  test('are refused to dealers', async () => {
    const order = await place()
    expect((await move(order.id, 'received', 'confirmed', undefined, buyer)).status).toBe(403)
  })
})

test('the database refuses quantities of a line that do not add up, and a state that contradicts the cancellation', async () => {
  const { id } = await place()
  const { pool } = shop.database
  const line = (set: string) => pool.execute(`UPDATE order_lines SET ${set} WHERE order_id = $1`, [id])
  await expect(line('cancelled = 3, shipped = 2, confirmed = 1')).rejects.toThrow('order_lines')
  await expect(line('shipped = 1')).rejects.toThrow('order_lines_confirmed')
  await expect(line('confirmed = 3')).rejects.toThrow('order_lines_confirmed')
  await expect(line('confirmed = 4, shipped = 2, returned = 3')).rejects.toThrow('order_lines_returned')
  await expect(line('back_order = 1, cancelled = 4')).rejects.toThrow('order_lines_add_up')
  await expect(setState(id, 'cancelled')).rejects.toThrow('orders_cancelled_state')
  await expect(pool.execute("UPDATE orders SET state = 'lost' WHERE id = $1", [id])).rejects.toThrow('orders_state')
})
