import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { GoodsReturn } from '#contract/shop/returns.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { moveTo, sent, shipped } from '#server/shipping/test-shipping.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addWarehouse, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { returnMailJob, sendReturnMail } from './returns.ts'
import { decide, find, line, receive, request, requested } from './test-returns.ts'

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
let buyer: Buyer
let warehouse: number
let drill: Awaited<ReturnType<typeof product>>
let order: Placed

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  colleague = await shop.signedIn(await addAdmin(pool))
  buyer = await addBuyer(shop)
  warehouse = await addWarehouse(pool, 'İade deposu')
  await shop.setSetting('storeEmail', 'satis@example.com')
})
beforeEach(async () => {
  await shop.database.pool.execute('DELETE FROM outbox')
  drill = await product(shop, { stock: 50 })
  order = await placeOrder(shop, buyer, { [drill.unitId]: 10 })
  await moveTo(staff, order, 'received', 'confirmed')
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

const pageOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
const dealersPage = async (returnNo: string, visitor: TestVisitor = buyer) =>
  visitor.send('GET', `/api/catalog/returns/${returnNo}`)
const returnedOf = async () => (await pageOf(order)).orderItems[0]?.returned

/** A return of four of ten shipped drills. */
async function four(): Promise<number> {
  await shipped(staff, [sent(order, 10)])
  return (await find(staff, await requested(buyer, order, [line(4)]))).id
}

/** Makes the order's shipments older. */
const age = (days: number) =>
  shop.database.pool.execute(
    `UPDATE shipments SET created_at = now() - make_interval(days => $2),
            shipped_on = (now() AT TIME ZONE 'Europe/Istanbul')::date - $2::integer
      WHERE id IN (SELECT shipment_id FROM shipment_lines WHERE order_id = $1)`,
    [order.id, days],
  )

async function emails(): Promise<Mail[]> {
  const { pool } = shop.database
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const rows = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [returnMailJob])
  for (const { data } of rows) await sendReturnMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, data, 'k')
  return mails
}

describe('requesting a return', () => {
  test('takes shipped lines once, tells the store, and appears on both order pages', async () => {
    await shipped(staff, [sent(order, 10)])
    const returnNo = await requested(buyer, order, [line(4)])
    const detail = await find(staff, returnNo)
    expect(detail).toMatchObject({ state: 'requested', orderNo: order.orderNo, reason: 'damaged' })
    expect(detail.lines).toMatchObject([{ quantity: 4, accepted: null, received: null }])
    const [step] = (await pageOf(order)).history.filter((each) => each.step === 'return_requested')
    expect(step?.goodsReturn).toEqual({ id: detail.id, returnNo })
    const mails = await emails()
    expect(mails.map(({ to }) => to)).toEqual(['satis@example.com'])
    expect(mails[0]?.subject).toContain(returnNo)
  })

  test('is one return for the same request sent twice, even at once', async () => {
    await shipped(staff, [sent(order, 10)])
    const key = `double-click-${order.id}`
    const replies = await Promise.all([1, 2].map(() => request(buyer, order, [line(6)], { key })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(codeOf(await request(buyer, order, [line(2)], { key }))).toBe('return_key_used')
  })

  test('never takes more than was shipped and is not in another return, even at once', async () => {
    await shipped(staff, [sent(order, 6)])
    expect(codeOf(await request(buyer, order, [line(7)]))).toBe('return_exceeds')
    const replies = await Promise.all([1, 2].map(() => request(buyer, order, [line(4)])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(codeOf(await request(buyer, order, [line(3)]))).toBe('return_exceeds')
    await requested(buyer, order, [line(2)])
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
  })

  test('is refused for what was never shipped, after the days, and for lines of no order', async () => {
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
    await shipped(staff, [sent(order, 5)])
    expect(codeOf(await request(buyer, order, [line(1, 9)]))).toBe('return_line_unknown')
    await age(15)
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
    await age(14)
    expect((await request(buyer, order, [line(1)])).status).toBe(200)
  })

  test('is refused for the order of another dealer, whose returns are not found either', async () => {
    await shipped(staff, [sent(order, 5)])
    const other = await addBuyer(shop)
    expect(codeOf(await request(other, order, [line(1)]))).toBe('order_not_found')
    const returnNo = await requested(buyer, order, [line(1)])
    expect((await dealersPage(returnNo, other)).status).toBe(404)
    expect((await other.send('POST', `/api/catalog/returns/${returnNo}/withdraw`, { body: { note: '' } })).status).toBe(
      404,
    )
  })

  test('needs an explanation for another reason, and accepts no malformed quantities', async () => {
    await shipped(staff, [sent(order, 5)])
    const other = { reason: 'other', description: ' ' }
    expect(codeOf(await request(buyer, order, [line(1)], other))).toBe('return_reason_missing')
    for (const quantity of [0, -1, 1.5, 1e9]) expect((await request(buyer, order, [line(quantity)])).status).toBe(422)
    expect((await request(buyer, order, [line(1), line(1)])).status).toBe(422)
  })

  test('takes photos of the user alone; its dealer and staff see them, others do not', async () => {
    await shipped(staff, [sent(order, 5)])
    const { blankPhoto } = await import('#server/fault-reports/test-photos.ts')
    const content = await blankPhoto(9, 9).png().toBuffer()
    const upload = await buyer.send('POST', '/api/catalog/fault-report-photos', { body: content })
    const { file } = upload.body as { file: string }
    const other = await addBuyer(shop)
    expect(codeOf(await request(buyer, order, [line(1)], { photos: ['0'.repeat(32)] }))).toBe('photo_missing')
    const returnNo = await requested(buyer, order, [line(1)], { photos: [file] })
    expect(((await dealersPage(returnNo)).body as GoodsReturn).photos).toMatchObject([{ file }])
    expect(codeOf(await request(buyer, order, [line(1)], { photos: [file] }))).toBe('photo_missing')
    const statuses = []
    for (const visitor of [buyer, staff, other]) {
      statuses.push((await visitor.send('GET', `/ariza-bildirimi/foto/${file}`)).status)
    }
    expect(statuses).toEqual([200, 200, 404])
  })

  test('is withdrawn by the dealer until it is decided; the goods can be requested again', async () => {
    await shipped(staff, [sent(order, 5)])
    const returnNo = await requested(buyer, order, [line(5)])
    const path = `/api/catalog/returns/${returnNo}/withdraw`
    expect((await buyer.send('POST', path, { body: { note: '' } })).body).toMatchObject({ state: 'withdrawn' })
    expect(codeOf(await buyer.send('POST', path, { body: { note: '' } }))).toBe('return_changed')
    const again = await find(staff, await requested(buyer, order, [line(5)]))
    await decide(staff, again.id, [5])
    const late = await buyer.send('POST', `/api/catalog/returns/${again.returnNo}/withdraw`, { body: { note: '' } })
    expect(codeOf(late)).toBe('return_changed')
  })
})

describe('deciding', () => {
  test('accepts in part; what is not accepted can be requested again', async () => {
    const id = await four()
    expect((await decide(staff, id, [3], 'Biri kullanılmış')).body).toMatchObject({
      state: 'accepted',
      lines: [{ quantity: 4, accepted: 3 }],
      events: [{ state: 'requested' }, { state: 'accepted', note: 'Biri kullanılmış' }],
    })
    expect((await request(buyer, order, [line(8)])).status).toBe(409)
    expect((await request(buyer, order, [line(7)])).status).toBe(200)
  })

  test('refuses with a reason, and accepts no more than was requested', async () => {
    const id = await four()
    expect(codeOf(await decide(staff, id, [0]))).toBe('return_reason_missing')
    expect(codeOf(await decide(staff, id, [5]))).toBe('return_exceeds_requested')
    expect((await decide(staff, id, [0], 'Ambalajı açılmış')).body).toMatchObject({ state: 'refused' })
  })

  test('by two people at once is done once', async () => {
    const id = await four()
    const replies = await Promise.all([decide(staff, id, [4]), decide(colleague, id, [0], 'Olmaz')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.map(codeOf).filter((code) => code === 'return_changed')).toHaveLength(1)
  })
})

describe('receiving', () => {
  test('puts goods into the chosen warehouse or scrap, and counts them as returned', async () => {
    const id = await four()
    const before = await stockOf(shop.database.pool, drill.id)
    expect(codeOf(await receive(staff, id, [{ quantity: 4, warehouseId: warehouse }]))).toBe('return_changed')
    await decide(staff, id, [4])
    const reply = await receive(staff, id, [{ quantity: 3, warehouseId: warehouse }], 'IAD2026000000007')
    expect(reply.body).toMatchObject({
      state: 'received',
      invoiceNo: 'IAD2026000000007',
      lines: [{ accepted: 4, received: 3, warehouse: 'İade deposu' }],
    })
    expect(await stockOf(shop.database.pool, drill.id)).toBe(before + 3)
    expect(await returnedOf()).toBe(3)
    const scrap = await find(staff, await requested(buyer, order, [line(2)]))
    await decide(staff, scrap.id, [2])
    await receive(staff, scrap.id, [{ quantity: 2, warehouseId: null }])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(before + 3)
    expect(await returnedOf()).toBe(5)
  })

  test('twice, even at once, counts once', async () => {
    const id = await four()
    await decide(staff, id, [4])
    const before = await stockOf(shop.database.pool, drill.id)
    const both = [staff, colleague].map((who) => receive(who, id, [{ quantity: 4, warehouseId: warehouse }]))
    expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(before + 4)
    expect(await returnedOf()).toBe(4)
  })

  test('is refused for more than was accepted, nothing, an unknown or closed warehouse, and withdrawn shipments', async () => {
    const id = await four()
    await decide(staff, id, [4])
    const { pool } = shop.database
    const closed = await addWarehouse(pool, 'Kapalı depo')
    await pool.execute('UPDATE warehouses SET is_active = false WHERE id = $1', [closed])
    const codeFor = async (quantity: number, warehouseId: number) =>
      codeOf(await receive(staff, id, [{ quantity, warehouseId }]))
    expect(await codeFor(5, warehouse)).toBe('return_exceeds_accepted')
    expect(await codeFor(0, warehouse)).toBe('return_nothing')
    expect(await codeFor(4, 99_999)).toBe('return_warehouse_unknown')
    expect(await codeFor(4, closed)).toBe('warehouse_closed')
    const [shipment] = (await pageOf(order)).shipments
    await staff.send('POST', `/yonetim/shipments/${shipment?.id}/withdraw`, { body: { reason: 'Yanlış' } })
    expect(await codeFor(4, warehouse)).toBe('return_not_shipped')
    expect(await returnedOf()).toBe(0)
  })

  test.each([
    'order_lines',
    'return_lines',
    'stock_movements',
    'return_events',
    'order_history',
    'outbox',
    'audit_log',
  ])('changes nothing when it fails at %s', async (table) => {
    const { pool } = shop.database
    const id = await four()
    await decide(staff, id, [4])
    const before = await stockOf(pool, drill.id)
    await pool.execute(
      `CREATE OR REPLACE FUNCTION fail_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash'; END $$`,
    )
    await pool.execute(
      `CREATE TRIGGER fail_here BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_here()`,
    )
    const reply = await receive(staff, id, [{ quantity: 4, warehouseId: warehouse }])
    await pool.execute(`DROP TRIGGER fail_here ON ${table}`)
    expect(reply.status).toBe(500)
    expect(await stockOf(pool, drill.id)).toBe(before)
    expect(await returnedOf()).toBe(0)
    expect((await staff.send('GET', `/yonetim/returns/${id}`)).body).toMatchObject({ state: 'accepted' })
    expect((await receive(staff, id, [{ quantity: 4, warehouseId: warehouse }])).status).toBe(200)
    expect(await returnedOf()).toBe(4)
  })
})

test('the dealer gets an email at each step that the settings switch on, and the invoice number at the end', async () => {
  const id = await four()
  await emails()
  await decide(staff, id, [3])
  await receive(staff, id, [{ quantity: 3, warehouseId: null }])
  const close = () => staff.send('POST', `/yonetim/returns/${id}/close`, { body: { invoiceNo: 'IAD1', note: '' } })
  expect((await close()).body).toMatchObject({ state: 'closed', invoiceNo: 'IAD1' })
  expect(codeOf(await close())).toBe('return_changed')
  const mails = await emails()
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['İadeniz kabul edildi', 'İadeniz teslim alındı'])
  expect(mails[0]?.text).toContain('4 → 3 ADET')
})
