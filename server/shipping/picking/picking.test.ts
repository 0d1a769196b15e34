import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrder, listAllOrders } from '#contract/admin/orders.ts'
import type { AdminPicking } from '#contract/admin/pickings.ts'
import type { getShipmentDraft } from '#contract/admin/shipments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PickingRest } from '#domain/orders/picking.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { moveTo, sent, shipLines } from '#server/shipping/test-shipping.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addWarehouse, setStock, stockMismatches, stockOf } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  colleague = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

let lastKey = 0
const newKey = () => `picking-key-${(lastKey += 1)}`
const start = (orders: readonly Placed[], key = newKey()) =>
  staff.send('POST', '/yonetim/pickings', { body: { key, orders: orders.map(({ id }) => id) } })
const count = (id: number, body: object, who = staff) =>
  who.send('POST', `/yonetim/pickings/${id}/count`, { body: { key: newKey(), ...body } })
const pickingOf = async (id: number) => (await staff.send('GET', `/yonetim/pickings/${id}`)).body as AdminPicking
const orderOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder

async function end(id: number, rest: PickingRest, body: object = {}, who = staff) {
  const lines = (await pickingOf(id)).lines.map(({ orderId, lineNo, picked }) => ({ orderId, lineNo, picked, rest }))
  const whole = { key: newKey(), isMissing: false, reason: '', lines, ...body }
  return who.send('POST', `/yonetim/pickings/${id}/end`, { body: whole })
}

/** The emails to the buyer about what was not found. */
async function mailsOf({ id }: Placed): Promise<Mail[]> {
  const { pool } = shop.database
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => {} }
  const rows = await pool.query<{ id: string; data: object }>(
    `SELECT b.id, b.data FROM outbox b JOIN order_history h ON h.id = (b.data ->> 'stepId')::bigint
      WHERE h.order_id = $1 AND h.step = 'picking_ended'`,
    [id],
  )
  for (const row of rows) await sendOrderMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, row.data, row.id)
  return mails
}

async function confirmed(lines: Record<number, number>): Promise<Placed> {
  const order = await placeOrder(shop, buyer, lines)
  await moveTo(staff, order, 'received', 'confirmed')
  return order
}

async function started(order: Placed): Promise<number> {
  const { id } = (await start([order])).body as { id: number }
  return id
}

describe('a picking list', () => {
  test('has the open lines of its orders by warehouse and shelf, and moves the orders', async () => {
    const { pool } = shop.database
    const goods = [await product(shop), await product(shop), await product(shop)]
    const [a, b, c] = goods
    const depot = await addWarehouse(pool, 'DEPO-TOPLAMA')
    await setStock(pool, c?.id ?? 0, 0)
    await setStock(pool, c?.id ?? 0, 5, 'DEPO-TOPLAMA')
    const main = (await staff.send('GET', `/yonetim/products/${a?.id}`)).body as {
      stock: { places: { id: number; quantity: string }[] }
    }
    const place = main.stock.places.find(({ quantity }) => quantity === '10')?.id ?? 0
    const shelve = (id: number | undefined, shelf: string, at = place) =>
      staff.send('POST', `/yonetim/products/${id}/shelf`, { body: { place: at, shelf } })
    expect((await shelve(a?.id, ' A-10 ')).status).toBe(200)
    expect((await shelve(b?.id, 'A-2')).body).toMatchObject({
      places: expect.arrayContaining([expect.objectContaining({ shelf: 'A-2' })]),
    })
    expect((await shelve(c?.id, 'A-1', depot)).status).toBe(200)
    const orders = [
      await confirmed({ [a?.unitId ?? 0]: 2, [c?.unitId ?? 0]: 1 }),
      await confirmed({ [b?.unitId ?? 0]: 3 }),
    ]
    const waiting = await placeOrder(shop, buyer, { [a?.unitId ?? 0]: 1 })
    const { body } = await start([...orders, waiting])
    const { id, refused } = body as { id: number; refused: { orderNo: string; message: string }[] }
    expect(refused).toEqual([{ orderNo: waiting.orderNo, message: expect.stringContaining('onaylanmamış') }])
    const { lines } = await pickingOf(id)
    const walk = lines.filter(({ shelf }) => shelf !== '').map(({ code, shelf, quantity }) => [code, shelf, quantity])
    expect(walk).toEqual(
      expect.arrayContaining([
        [b?.code, 'A-2', 3],
        [a?.code, 'A-10', 2],
        [c?.code, 'A-1', 1],
      ]),
    )
    const place2 = (code: string | undefined) => lines.findIndex((line) => line.code === code)
    expect(place2(b?.code)).toBeLessThan(place2(a?.code))
    expect((await orderOf(orders[0] ?? waiting)).history.at(-1)).toMatchObject({ step: 'picking', state: 'picking' })
    expect((await start([...orders])).body).toMatchObject({ id: null, refused: [{}, {}] })
    await end(id, 'open')
  })

  test('is made once by a request that arrives twice, and by one of two people', async () => {
    const order = await confirmed({ [(await product(shop)).unitId]: 2 })
    const key = newKey()
    const replies = await Promise.all([start([order], key), start([order], key)])
    const ids = replies.map(({ body }) => (body as { id: number }).id)
    expect(ids[0]).toBe(ids[1])
    const second = await confirmed({ [(await product(shop)).unitId]: 2 })
    const both = await Promise.all([start([second]), start([second])])
    expect(both.filter(({ body }) => (body as { id: number | null }).id !== null)).toHaveLength(1)
  })

  test('keeps its orders from being cancelled, changed and shipped, with a sentence that says why', async () => {
    const order = await confirmed({ [(await product(shop)).unitId]: 2 })
    const id = await started(order)
    const cancel = () => staff.send('POST', `/yonetim/orders/${order.id}/cancel`, { body: { reason: 'Vazgeçti' } })
    expect(codeOf(await cancel())).toBe('order_in_picking')
    expect(codeOf(await shipLines(staff, [sent(order, 1)]))).toBe('order_in_picking')
    await end(id, 'open')
    expect((await cancel()).status).toBe(200)
  })
})

describe('counting', () => {
  test('takes barcodes, codes and boxes, and refuses what is not wanted', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 40, units: { KOLİ: 12 } })
    const other = await product(shop)
    await pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [goods.units['KOLİ'], '8690000000017'])
    const id = await started(await confirmed({ [goods.unitId]: 14 }))
    const scan = async (code: string) => count(id, { code })
    expect((await scan('8690000000017')).body).toMatchObject({ line: { picked: 12 } })
    expect((await scan(goods.code)).body).toMatchObject({ line: { picked: 13 } })
    expect(codeOf(await scan('8690000000017'))).toBe('picking_complete')
    expect(codeOf(await scan('yok'))).toBe('picking_code_unknown')
    expect(codeOf(await scan(other.code))).toBe('picking_not_on_list')
    const [line] = (await pickingOf(id)).lines
    const change = (by: number) => count(id, { orderId: line?.orderId, lineNo: line?.lineNo, change: by })
    expect(codeOf(await change(2))).toBe('picking_count_invalid')
    expect((await change(-13)).body).toMatchObject({ line: { picked: 0 } })
    expect(codeOf(await change(-1))).toBe('picking_count_invalid')
    await end(id, 'open')
    expect(codeOf(await scan(goods.code))).toBe('picking_ended')
  })

  test('counts a repeated request once, and two people together never too much', async () => {
    const goods = await product(shop)
    const id = await started(await confirmed({ [goods.unitId]: 5 }))
    const key = newKey()
    await Promise.all([count(id, { key, code: goods.code }), count(id, { key, code: goods.code })])
    expect((await pickingOf(id)).lines[0]?.picked).toBe(1)
    const scans = Array.from({ length: 8 }, async (_none, i) =>
      count(id, { code: goods.code }, i % 2 ? staff : colleague),
    )
    expect((await Promise.all(scans)).filter(({ status }) => status === 200)).toHaveLength(4)
    expect((await pickingOf(id)).lines[0]?.picked).toBe(5)
  })
})

describe('the end of a picking list', () => {
  const pick = async (quantity: number, picked: number, parts = {}) => {
    const goods = await product(shop, parts)
    const order = await confirmed({ [goods.unitId]: quantity })
    const id = await started(order)
    const [line] = (await pickingOf(id)).lines
    if (picked > 0) await count(id, { orderId: line?.orderId, lineNo: line?.lineNo, change: picked })
    return { goods, order, id }
  }

  test('proposes what was picked to the shipment', async () => {
    const { order, id } = await pick(6, 4)
    expect((await end(id, 'open')).status).toBe(200)
    const draft = async () =>
      (await staff.send('GET', `/yonetim/shipment-draft?orders=${order.id}`)).body as {
        orders: { lines: { quantity: number; proposed: number }[] }[]
      }
    expect((await draft()).orders[0]?.lines).toMatchObject([{ quantity: 6, proposed: 4 }])
    expect((await shipLines(staff, [sent(order, 3)])).status).toBe(200)
    expect((await draft()).orders[0]?.lines).toMatchObject([{ quantity: 3, proposed: 1 }])
    const again = await started(order)
    expect((await pickingOf(again)).lines).toMatchObject([{ quantity: 3, picked: 1 }])
    await end(again, 'open')
    expect((await orderOf(order)).state).toBe('partly_shipped')
  })

  test('back-orders what is short: its stock is free again, or leaves the store', async () => {
    for (const [isMissing, stock] of [
      [false, 6],
      [true, 4],
    ] as const) {
      const { goods, order, id } = await pick(6, 4)
      expect((await end(id, 'back_order', { isMissing, reason: 'Rafta yok' })).status).toBe(200)
      const page = await orderOf(order)
      expect(page).toMatchObject({ state: 'confirmed', orderItems: [{ quantity: 6, backOrdered: 2, cancelled: 0 }] })
      expect(page.history.at(-1)).toMatchObject({
        step: 'picking_ended',
        reason: 'Rafta yok',
        lines: [{ quantity: { before: 6, after: 4 }, rest: 'back_order' }],
      })
      expect(await stockOf(shop.database.pool, goods.id)).toBe(stock)
    }
  })

  test('cancels what is short: the total follows, and the buyer gets one email', async () => {
    const { order, id } = await pick(6, 4)
    const before = (await orderOf(order)).total ?? 0
    expect((await end(id, 'cancel')).status).toBe(200)
    const page = await orderOf(order)
    expect(page).toMatchObject({ state: 'confirmed', orderItems: [{ quantity: 6, cancelled: 2, backOrdered: 0 }] })
    expect(page.total).toBeCloseTo((before * 4) / 6, 2)
    expect(await mailsOf(order)).toMatchObject([
      { subject: `Siparişinizde eksik ürün var: ${order.orderNo}`, html: expect.stringContaining('iptal edildi') },
    ])
  })

  test('refuses to cancel what the ERP has, and all of an order', async () => {
    const { order, id } = await pick(6, 0)
    expect(codeOf(await end(id, 'cancel'))).toBe('picking_rest_all')
    const sentToErp = await pick(6, 2)
    await end(sentToErp.id, 'open')
    await staff.send('POST', '/yonetim/orders/sent', { body: { ids: [sentToErp.order.id], isSent: true } })
    expect(codeOf(await end(await started(sentToErp.order), 'cancel'))).toBe('picking_rest_sent')
    expect((await orderOf(order)).state).toBe('picking')
  })

  test('happens once, and not on counts that have changed since', async () => {
    const { order, id } = await pick(6, 4)
    const key = newKey()
    const stale = (await pickingOf(id)).lines.map(({ orderId, lineNo }) => ({
      orderId,
      lineNo,
      picked: 3,
      rest: 'open',
    }))
    expect(codeOf(await end(id, 'open', { lines: stale }))).toBe('picking_changed')
    const both = await Promise.all([end(id, 'back_order', { key }), end(id, 'back_order', { key })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(codeOf(await end(id, 'back_order', {}, colleague))).toBe('picking_ended')
    const page = await orderOf(order)
    expect(page.history.filter(({ step }) => step === 'picking_ended')).toHaveLength(1)
    expect(page.orderItems).toMatchObject([{ backOrdered: 2 }])
  })
})

describe('a shipment after picking', () => {
  const draftOf = async ({ id }: Placed) =>
    (await staff.send('GET', `/yonetim/shipment-draft?orders=${id}`)).body as Reply<typeof getShipmentDraft>
  const pickedOf = async (order: Placed) => {
    const { body } = await staff.send('GET', `/yonetim/orders?q=${order.orderNo}`)
    expect((await orderOf(order)).picked).toEqual((body as Reply<typeof listAllOrders>).items[0]?.picked)
    return (await orderOf(order)).picked
  }

  test('proposes what was filled once the picked goods have left', async () => {
    const drill = await product(shop, { stock: 10 })
    const order = await confirmed({ [drill.unitId]: 10 })
    const { id } = (await start([order])).body as { id: number }
    await count(id, { orderId: order.id, lineNo: 1, change: 6 })
    await end(id, 'back_order')
    expect(await pickedOf(order)).toEqual({ picked: 6, open: 6 })
    await shipLines(staff, [sent(order, 6)])
    await staff.send('POST', '/yonetim/back-orders/fill', { body: { lines: [{ orderId: order.id, lineNo: 1 }] } })
    expect((await draftOf(order)).orders[0]?.lines).toMatchObject([
      { quantity: 4, proposed: 4, missing: 0, shipped: 6 },
    ])
  })

  test('says what was not found, and does not propose it; the order is shown as picked in part', async () => {
    const drill = await product(shop, { stock: 10 })
    const order = await confirmed({ [drill.unitId]: 10 })
    expect(await pickedOf(order)).toBeNull()
    const { id } = (await start([order])).body as { id: number }
    await count(id, { orderId: order.id, lineNo: 1, change: 6 })
    await end(id, 'open')
    expect(await pickedOf(order)).toEqual({ picked: 6, open: 10 })
    expect((await draftOf(order)).orders[0]?.lines).toMatchObject([{ quantity: 10, proposed: 6, missing: 4 }])
    await shipLines(staff, [sent(order, 6)])
    expect(await pickedOf(order)).toBeNull()
    expect((await draftOf(order)).orders[0]?.lines).toMatchObject([{ quantity: 4, proposed: 0, missing: 4 }])
  })
})
