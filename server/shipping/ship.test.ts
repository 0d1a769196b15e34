import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { shipmentLabelsPath } from '#contract/core/admin-pages.ts'
import type { AdminShipment } from '#contract/admin/shipments.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { addAdmin, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { form, moveTo, sent, shipLines, shipped } from './test-shipping.ts'

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
let buyer: Buyer
let drill: Awaited<ReturnType<typeof product>>
let order: Placed

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  colleague = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('storeEmail', 'satis@example.com')
})
beforeEach(async () => {
  drill = await product(shop, { stock: 50 })
  order = await confirmed(10)
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

async function confirmed(quantity: number, who = buyer): Promise<Placed> {
  const placed = await placeOrder(shop, who, { [drill.unitId]: quantity })
  await moveTo(staff, placed, 'received', 'confirmed')
  return placed
}

const pageOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
const dealersPage = async ({ orderNo }: Placed) =>
  (await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body as AdminOrder
const withdraw = (id: number, reason = 'Araç yoldan döndü', who = staff) =>
  who.send('POST', `/yonetim/shipments/${id}/withdraw`, { body: { reason } })

/** The emails about shipments of an order. */
async function mailsOf({ id }: Placed): Promise<Mail[]> {
  const { pool } = shop.database
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => {} }
  const rows = await pool.query<{ id: string; data: object }>(
    `SELECT x.id, x.data FROM outbox x JOIN order_history h ON h.id = (x.data ->> 'stepId')::bigint
      WHERE h.order_id = $1 AND h.step IN ('shipped', 'shipment_withdrawn') ORDER BY h.id`,
    [id],
  )
  for (const row of rows) await sendOrderMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, row.data, row.id)
  return mails
}

test('an order is shipped in two shipments; both pages show them with their tracking links', async () => {
  const first = await shipped(staff, [sent(order, 4)])
  expect(first).toMatchObject({
    carrier: 'yurtici',
    weight: 15.5,
    parcels: [
      { parcelNo: 1, weight: 12.5, code: `${first.shipmentNo}-1` },
      { parcelNo: 2, weight: 3, code: `${first.shipmentNo}-2` },
    ],
    orders: [{ orderNo: order.orderNo, state: 'partly_shipped', lines: [{ lineNo: 1, quantity: 4 }] }],
    mayWithdraw: true,
  })
  expect(await pageOf(order)).toMatchObject({ state: 'partly_shipped', orderItems: [{ shipped: 4 }], moves: [] })
  await shipped(staff, [sent(order, 6, { shipped: 4 })], { carrier: 'Ambar Lojistik', weights: [''] })
  const page = await dealersPage(order)
  expect(page).toMatchObject({
    state: 'shipped',
    orderItems: [{ quantity: 10, confirmed: 10, shipped: 10 }],
    shipments: [
      {
        shipmentNo: first.shipmentNo,
        trackingLink: expect.stringContaining('yurticikargo.com') as string,
        deliveryNoteNo: form.deliveryNoteNo,
        parcelCount: 2,
        lines: [{ lineNo: 1, quantity: 4 }],
      },
      { carrier: 'Ambar Lojistik', trackingLink: null, parcelCount: 1, weight: null, lines: [{ quantity: 6 }] },
    ],
  })
  expect(page.history.slice(-2)).toMatchObject([
    { step: 'shipped', state: 'partly_shipped', shipmentNo: first.shipmentNo },
    { step: 'shipped', state: 'shipped' },
  ])
  expect(await stockOf(shop.database.pool, drill.id)).toBe(40)
})

test('the audit log names shipped lines by their codes', async () => {
  const { shipmentNo } = await shipped(staff, [sent(order, 4)])
  const entry = await shop.database.pool.one<{ lines: unknown }>(
    "SELECT after -> 'lines' AS lines FROM audit_log WHERE noun = 'shipment' AND noun_id = $1",
    [shipmentNo],
  )
  expect(entry?.lines).toMatchObject([{ code: drill.code, orderId: order.id, lineNo: 1, quantity: 4 }])
})

test('the buyer gets one email for each shipment, with what was sent and where to follow it', async () => {
  await shipped(staff, [sent(order, 4)])
  await shipped(staff, [sent(order, 6, { shipped: 4 })])
  const [first, second, ...others] = await mailsOf(order)
  expect(others).toEqual([])
  expect(first?.subject).toBe(`Siparişiniz yola çıktı: ${order.orderNo}`)
  for (const text of ['Yurtiçi Kargo', '123456789', form.deliveryNoteNo, `4 ADET`]) expect(first?.text).toContain(text)
  expect(first?.text).toContain('https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=123456789')
  expect(second?.text).toContain('6 ADET')
})

test('orders of one dealer go in one shipment; those of two dealers do not', async () => {
  const other = await confirmed(3)
  const foreign = await confirmed(1, await addBuyer(shop))
  expect(codeOf(await shipLines(staff, [sent(order, 1), sent(foreign, 1)]))).toBe('shipment_dealers_differ')
  const shipment = await shipped(staff, [sent(other, 3), sent(order, 10)])
  expect(shipment.orders.map(({ orderNo, state }) => [orderNo, state])).toEqual([
    [order.orderNo, 'shipped'],
    [other.orderNo, 'shipped'],
  ])
  expect((await mailsOf(order)).concat(await mailsOf(other))).toHaveLength(2)
})

describe('is refused and changes nothing', () => {
  test.each([
    ['more than is confirmed', () => [sent(order, 11)], 'shipment_exceeds_open'],
    ['a line that the order lacks', () => [sent(order, 1, { lineNo: 9 })], 'order_line_not_found'],
    ['an unknown order', () => [{ ...sent(order, 1), orderId: 999_999_999 }], 'order_not_found'],
    ['one line twice', () => [sent(order, 6), sent(order, 4)], 'shipment_stale'],
    ['a line of which other goods were shipped by now', () => [sent(order, 1, { shipped: 3 })], 'shipment_stale'],
  ])('%s', async (_name, lines, code) => {
    expect(codeOf(await shipLines(staff, lines()))).toBe(code)
    expect(await pageOf(order)).toMatchObject({ state: 'confirmed', orderItems: [{ shipped: 0 }], shipments: [] })
  })

  test.each([
    ['no carrier', { carrier: ' ' }],
    ['a tracking address without https', { trackingUrl: 'javascript:alert(1)' }],
    ['a weight that is none', { weights: ['ağır'] }],
    ['a negative weight', { weights: ['-3'] }],
    ['a weight of zero', { weights: ['0'] }],
  ])('%s', async (_name, fields) => {
    expect(codeOf(await shipLines(staff, [sent(order, 1)], fields))).toBe('shipment_field_invalid')
  })

  test('an order that is not confirmed, and a cancelled one', async () => {
    const placed = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    expect(codeOf(await shipLines(staff, [sent(placed, 1)]))).toBe('shipment_order_unconfirmed')
    await buyer.send('PATCH', `/api/catalog/order/${placed.id}`, { body: { cancel: true } })
    expect(codeOf(await shipLines(staff, [sent(placed, 1)]))).toBe('order_already_cancelled')
  })

  test('an order with a change that the dealer can still refuse', async () => {
    await staff.send('POST', `/yonetim/orders/${order.id}/lines`, {
      body: { state: 'confirmed', reason: 'Stokta yok', lines: [{ lineNo: 1, quantity: 8 }] },
    })
    expect(codeOf(await shipLines(staff, [sent(order, 1)]))).toBe('shipment_change_open')
    await buyer.send('POST', `/api/catalog/order/${order.id}/change`, { body: { accept: true } })
    await shipped(staff, [sent(order, 8)])
    expect(await pageOf(order)).toMatchObject({ state: 'shipped', orderItems: [{ shipped: 8, cancelled: 2 }] })
  })
})

describe('the same goods are shipped once', () => {
  test('by a request that is sent twice at once: both answers name one shipment', async () => {
    const body = { key: 'double-click-1' }
    const replies = await Promise.all([1, 2, 3].map(() => shipLines(staff, [sent(order, 4)], body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => (reply.body as AdminShipment).id)).size).toBe(1)
    expect(await pageOf(order)).toMatchObject({ orderItems: [{ shipped: 4 }], shipments: [{}] })
    expect(await mailsOf(order)).toHaveLength(1)
    expect(codeOf(await shipLines(staff, [sent(order, 5)], body))).toBe('shipment_key_used')
  })

  test('by two people at once: the second is refused', async () => {
    const replies = await Promise.all([staff, colleague].map((who) => shipLines(who, [sent(order, 4)])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await pageOf(order)).toMatchObject({ orderItems: [{ shipped: 4 }], shipments: [{}] })
  })

  test('by ten people who ship two orders in different order at once, without a deadlock', async () => {
    const other = await confirmed(10)
    const people = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? [order, other] : [other, order]))
    const replies = await Promise.all(
      people.map((both) =>
        shipLines(
          staff,
          both.map((each) => sent(each, 10)),
        ),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => codeOf(reply) === 'shipment_stale')).toHaveLength(9)
  })
})

describe('a withdrawn shipment', () => {
  test('leaves its goods open, is told to the buyer and disappears from the dealer’s page', async () => {
    const first = await shipped(staff, [sent(order, 4)])
    const second = await shipped(staff, [sent(order, 6, { shipped: 4 })])
    expect((await withdraw(second.id)).status).toBe(200)
    expect(await pageOf(order)).toMatchObject({ state: 'partly_shipped', orderItems: [{ shipped: 4 }] })
    expect((await withdraw(first.id)).body).toMatchObject({
      withdrawReason: 'Araç yoldan döndü',
      mayWithdraw: false,
      orders: [{ state: 'confirmed' }],
    })
    expect((await pageOf(order)).shipments).toHaveLength(2)
    const page = await dealersPage(order)
    expect(page.shipments).toEqual([])
    expect(page.history.at(-1)).toMatchObject({ step: 'shipment_withdrawn', state: 'confirmed' })
    const mails = await mailsOf(order)
    expect(mails.map(({ subject }) => subject).slice(2)).toEqual(
      Array.from({ length: 2 }, () => `Sevkiyat geri alındı: ${order.orderNo}`),
    )
    expect(mails.at(-1)?.text).toContain('Araç yoldan döndü')
    await shipped(staff, [sent(order, 10)])
    expect((await pageOf(order)).state).toBe('shipped')
  })

  test('is withdrawn once by two people, and never without a reason', async () => {
    const { id } = await shipped(staff, [sent(order, 10)])
    expect(codeOf(await withdraw(id, ' '))).toBe('order_reason_missing')
    const replies = await Promise.all([withdraw(id), withdraw(id, 'Yanlış adres', colleague)])
    expect(replies.map((reply) => codeOf(reply) ?? 'withdrawn').toSorted()).toEqual(['shipment_withdrawn', 'withdrawn'])
    expect(await pageOf(order)).toMatchObject({ state: 'confirmed', orderItems: [{ shipped: 0 }] })
  })

  test('is no longer possible once the order was delivered, or goods came back', async () => {
    const { id } = await shipped(staff, [sent(order, 10)])
    await shop.database.pool.execute('UPDATE order_lines SET returned = 1 WHERE order_id = $1', [order.id])
    expect(codeOf(await withdraw(id))).toBe('shipment_returned')
    await shop.database.pool.execute('UPDATE order_lines SET returned = 0 WHERE order_id = $1', [order.id])
    await moveTo(staff, order, 'shipped', 'delivered')
    expect(codeOf(await withdraw(id))).toBe('shipment_delivered')
    expect(await pageOf(order)).toMatchObject({ state: 'delivered', orderItems: [{ shipped: 10 }] })
  })

  test('cannot be changed; one that is on its way can, with its tracking number', async () => {
    const { id } = await shipped(staff, [sent(order, 10)], { trackingNo: '' })
    const change = (fields: object) => staff.send('PATCH', `/yonetim/shipments/${id}`, { body: { ...form, ...fields } })
    expect((await change({ carrier: 'aras', trackingNo: 'A 1', weights: ['1,250'] })).body).toMatchObject({
      trackingLink: 'https://www.araskargo.com.tr/kargom-nerede?code=A%201',
      parcels: [{ weight: 1.25 }],
    })
    await withdraw(id)
    expect(codeOf(await change({}))).toBe('shipment_withdrawn')
  })
})

describe('the labels of a shipment', () => {
  test('are a page for each parcel, for administrators only', async () => {
    const { id } = await shipped(staff, [sent(order, 1)], { carrier: 'Şahin Ambarı' })
    const file = (who: TestVisitor) => who.send('GET', shipmentLabelsPath(id))
    const { status, text } = await file(staff)
    expect([status, text.slice(0, 5), text.match(/\/Type \/Page\b(?!s)/g)?.length]).toEqual([200, '%PDF-', 2])
    expect((await file(buyer)).status).toBe(403)
    expect((await staff.send('GET', shipmentLabelsPath(999_999_999))).status).toBe(404)
  })
})

test('a label stays on one page, however long its address and however many its orders', async () => {
  const long = { recipient: 'Uzun Ünvanlı '.repeat(15), address: 'Organize Sanayi Bölgesi '.repeat(20) }
  const orders = [
    order,
    await confirmed(2),
    await confirmed(2),
    await confirmed(2),
    await confirmed(2),
    await confirmed(2),
  ]
  const { id } = await shipped(
    staff,
    orders.map((each) => sent(each, 1)),
    { ...long, weights: ['1'] },
  )
  const { text } = await staff.send('GET', shipmentLabelsPath(id))
  expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
})

test('an order for a branch goes to it: the form and shipments without an address name it', async () => {
  const { pool } = shop.database
  const branch = await pool.one<{ id: number }>(
    `INSERT INTO branches (dealer_id, name) VALUES ($1, 'İkitelli Mağaza') RETURNING id`,
    [buyer.actor.dealer?.id],
  )
  await pool.execute('UPDATE orders SET branch_id = $2 WHERE id = $1', [order.id, branch?.id])
  const { body } = await staff.send('GET', `/yonetim/shipment-draft?orders=${order.id}`)
  expect(body).toMatchObject({
    recipient: `${buyer.actor.dealer?.name} – İkitelli Mağaza`,
    orders: expect.arrayContaining([expect.objectContaining({ id: order.id, branch: 'İkitelli Mağaza' })]) as unknown,
  })
  const orders = [{ id: order.id, from: 'confirmed' }]
  await staff.send('POST', '/yonetim/order-shipments', {
    body: { key: 'branch-test', orders, carrier: 'own', deliveryNoteNo: '' },
  })
  const [made] = (await pageOf(order)).shipments
  expect((await staff.send('GET', `/yonetim/shipments/${made?.id}`)).body).toMatchObject({
    recipient: `${buyer.actor.dealer?.name} – İkitelli Mağaza`,
  })
})

describe('administrators', () => {
  const listed = async (query: string) =>
    ((await staff.send('GET', `/yonetim/shipments?${query}`)).body as { items: AdminShipment[] }).items.map(
      ({ id }) => id,
    )

  test('find shipments by their number, order, tracking number and dealer', async () => {
    const { id, shipmentNo, dealerCode } = await shipped(staff, [sent(order, 1)], { trackingNo: 'ZX99' })
    for (const query of [`q=${shipmentNo}`, `q=${order.orderNo}`, 'q=zx9', `q=${shipmentNo}&dealer=${dealerCode}`]) {
      expect([query, await listed(query)]).toEqual([query, [id]])
    }
    expect(await listed(`q=${shipmentNo}&dealer=yok`)).toEqual([])
    expect(await listed(`q=${shipmentNo}&to=2020-01-01`)).toEqual([])
  })

  test('start a shipment from what is open of the chosen orders, and see other orders of the dealer', async () => {
    const who = await addBuyer(shop)
    const [mine, other] = [await confirmed(5, who), await confirmed(2, who)]
    await shipped(staff, [sent(mine, 1)])
    const draft = (ids: string) => staff.send('GET', `/yonetim/shipment-draft?orders=${ids}`)
    expect((await draft(String(mine.id))).body).toMatchObject({
      orders: [
        { id: mine.id, isChosen: true, lines: [{ lineNo: 1, quantity: 4, shipped: 1 }] },
        { id: other.id, isChosen: false, lines: [{ quantity: 2, shipped: 0 }] },
      ],
    })
    expect(codeOf(await draft(`${mine.id},${order.id}`))).toBe('shipment_dealers_differ')
    expect(codeOf(await draft('999999999'))).toBe('order_not_found')
    await shipped(staff, [sent(mine, 4, { shipped: 1 })])
    expect(codeOf(await draft(String(mine.id)))).toBe('shipment_nothing_open')
  })
})
