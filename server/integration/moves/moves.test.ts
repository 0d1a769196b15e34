import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { form, moveTo, sent, shipLines } from '#server/shipping/test-shipping.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, stockMismatches, stockOf, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let program: Program
let drill: TestProduct
let order: Placed

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  program = await addProgram(shop, ['orders:write', 'orders:read'])
})
beforeEach(async () => {
  drill = await product(shop, { stock: 50 })
  order = await placeOrder(shop, buyer, { [drill.unitId]: 10 })
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

type Result = { status: string; error: { code: string; field: string | null; message: string } | null }
type Reply = { results: (Result & { shipmentNo?: string | null })[] }
const post = async (path: string, rows: readonly object[], who = program): Promise<Reply['results']> => {
  const answer = await who.send('POST', path, { body: { rows } })
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  return (answer.body as Reply).results
}
const brief = (results: Reply['results']) => results.map(({ status, error }) => error?.code ?? status)
const move = async (state: string, parts: object = {}) =>
  brief(await post('/order-states', [{ orderNo: order.orderNo, state, ...parts }]))
const page = async () => (await staff.send('GET', `/yonetim/orders/${order.id}`)).body as AdminOrder
const confirmed = () => moveTo(staff, order, 'received', 'confirmed')
const row = (parts: object = {}) => ({
  reference: `IRS-${order.orderNo}`,
  orderNo: order.orderNo,
  carrier: 'yurtici',
  trackingNo: '123456789012',
  ...parts,
})
const ship = async (parts: object = {}) => brief(await post('/shipments', [row(parts)]))

describe('a program', () => {
  test('takes an order through its life; staff sees the key’s name, the dealer that it was the ERP', async () => {
    expect(await move('confirmed')).toEqual(['updated'])
    expect(await ship({ lines: [{ code: drill.code, quantity: 4 }], deliveryNoteNo: 'IRS2026000000042' })).toEqual([
      'created',
    ])
    expect(await page()).toMatchObject({ state: 'partly_shipped', orderItems: [{ shipped: 4 }] })
    expect(await ship({ reference: `REST-${order.orderNo}`, trackingNo: '77' })).toEqual(['created'])
    expect(await move('delivered')).toEqual(['updated'])
    expect(await move('closed')).toEqual(['updated'])
    const { state, history, shipments } = await page()
    expect(state).toBe('closed')
    expect(history.slice(1).map(({ step, by }) => [step, by])).toEqual(
      ['confirmed', 'shipped', 'shipped', 'delivered', 'closed'].map((step) => [step, { kind: 'erp', name: 'ERP' }]),
    )
    expect(shipments).toMatchObject([
      { carrier: 'yurtici', trackingNo: '123456789012', deliveryNoteNo: 'IRS2026000000042' },
      { trackingNo: '77' },
    ])
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${order.orderNo}`)
    expect((body as AdminOrder).history.at(-1)?.by).toEqual({ kind: 'erp', name: null })
    const record = await program.send('GET', `/orders/${order.orderNo}`)
    expect(record.body).toMatchObject({ state: 'closed', lines: [{ quantity: 10, shipped: 10, cancelled: 0 }] })
    const audited = await shop.database.pool.query('SELECT 1 FROM audit_log WHERE key_id = $1 AND noun_id = $2', [
      program.keyId,
      order.orderNo,
    ])
    expect(audited).toHaveLength(3)
  })

  test('rejects an order that waits for approval, with a reason; its stock returns', async () => {
    await shop.database.pool.execute("UPDATE orders SET state = 'awaiting_approval' WHERE id = $1", [order.id])
    expect(await move('rejected')).toEqual(['order_reason_missing'])
    expect(await move('rejected', { reason: 'Limit doldu' })).toEqual(['updated'])
    expect(await page()).toMatchObject({ state: 'rejected', cancelReason: 'Limit doldu' })
    expect(await stockOf(shop.database.pool, drill.id)).toBe(50)
    expect(await move('confirmed')).toEqual(['order_already_cancelled'])
  })

  test('changes nothing by the same move again, and makes none that the screen does not offer', async () => {
    expect(await move('delivered')).toEqual(['order_move_refused'])
    await confirmed()
    expect(await move('confirmed')).toEqual(['unchanged'])
    const [refused] = await post('/order-states', [{ orderNo: order.orderNo, state: 'closed' }])
    expect(refused?.error).toEqual({
      code: 'order_move_refused',
      field: 'state',
      message: 'Bu sipariş “Onaylandı” durumundan “Tamamlandı” durumuna geçemez.',
    })
    expect((await page()).history).toHaveLength(2)
  })

  test('gets a result for each row: bad ones do not stop the others', async () => {
    const results = await post('/order-states', [
      { orderNo: 'YOK', state: 'confirmed' },
      { orderNo: order.orderNo, state: 'shipped' },
      { orderNo: order.orderNo, state: 'confirmed' },
      { orderNo: order.orderNo, state: 'closed' },
      { orderNo: `\0${order.orderNo}`, state: 'confirmed', reason: '\0' },
      { state: 'confirmed' },
    ])
    expect(brief(results)).toEqual([
      'order_not_found',
      'value_unlisted',
      'updated',
      'key_repeated',
      'key_repeated',
      'value_missing',
    ])
  })

  test('needs the scope', async () => {
    const reader = await addProgram(shop, ['orders:read'])
    for (const path of ['/order-states', '/shipments']) {
      expect(codeOf(await reader.send('POST', path, { body: { rows: [row()] } }))).toBe('scope_missing')
    }
  })
})

describe('a shipment of a program', () => {
  beforeEach(confirmed)

  test('is made once by its reference, also by requests at the same time and by another key', async () => {
    const other = await addProgram(shop, ['orders:write'])
    const results = await Promise.all([program, other, program].map((who) => post('/shipments', [row()], who)))
    expect(results.flatMap(brief).toSorted()).toEqual(['created', 'unchanged', 'unchanged'])
    expect(new Set(results.map(([result]) => result?.shipmentNo)).size).toBe(1)
    const { shipments, orderItems } = await page()
    expect([shipments.length, orderItems[0]?.shipped]).toEqual([1, 10])
  })

  test('with other goods under the same reference is refused', async () => {
    const part = (quantity: number) => ship({ lines: [{ lineNo: 1, quantity }] })
    expect(await part(4)).toEqual(['created'])
    expect(await part(4)).toEqual(['unchanged'])
    expect(await part(5)).toEqual(['shipment_key_used'])
    expect((await page()).orderItems[0]?.shipped).toBe(4)
  })

  test('that a person has made before is refused by its delivery note, or its tracking number', async () => {
    await shipLines(staff, [sent(order, 3)])
    const lines = [{ lineNo: 1, quantity: 3 }]
    const note = { deliveryNoteNo: form.deliveryNoteNo, lines }
    const [refused] = await post('/shipments', [row(note)])
    expect(refused?.error).toMatchObject({ code: 'shipment_exists', field: 'deliveryNoteNo' })
    expect(refused?.error?.message).toContain((await page()).shipments[0]?.shipmentNo)
    expect(await ship({ trackingNo: form.trackingNo, lines })).toEqual(['shipment_exists'])
    expect(await ship({ lines: [{ lineNo: 1, quantity: 3, shipped: 0 }] })).toEqual(['shipment_stale'])
    expect(await ship({ lines: [{ lineNo: 1, quantity: 3, shipped: 3 }] })).toEqual(['created'])
  })

  test('and one of a person at the same time ship no more than was confirmed', async () => {
    const [byProgram, byPerson] = await Promise.all([
      ship({ lines: [{ lineNo: 1, quantity: 7 }] }),
      shipLines(staff, [sent(order, 7)]),
    ])
    const outcomes = [byProgram[0], codeOf(byPerson) ?? 'created'].filter((outcome) => outcome === 'created')
    expect(outcomes).toHaveLength(1)
    expect((await page()).orderItems[0]?.shipped).toBe(7)
  })

  test('contains orders of one dealer, at the dealer’s address', async () => {
    const second = await placeOrder(shop, buyer, { [drill.unitId]: 2 })
    await moveTo(staff, second, 'received', 'confirmed')
    const foreign = await placeOrder(shop, await addBuyer(shop), { [drill.unitId]: 2 })
    await moveTo(staff, foreign, 'received', 'confirmed')
    const linesOf = (other: Placed) => [
      { code: drill.code, quantity: 1 },
      { orderNo: other.orderNo, lineNo: 1, quantity: 2 },
    ]
    expect(await ship({ lines: linesOf(foreign) })).toEqual(['shipment_dealers_differ'])
    await shop.database.pool.execute("UPDATE dealers SET address = 'Sanayi Mah. 5', city = 'Bursa' WHERE id = $1", [
      buyer.actor.dealer?.id,
    ])
    const [made] = await post('/shipments', [row({ lines: linesOf(second), weights: ['12.5', 3] })])
    const { body } = await staff.send('GET', `/yonetim/shipments?q=${made?.shipmentNo}`)
    const [listed] = (body as { items: { id: number }[] }).items
    expect((await staff.send('GET', `/yonetim/shipments/${listed?.id}`)).body).toMatchObject({
      creator: null,
      address: 'Sanayi Mah. 5',
      city: 'Bursa',
      weight: 15.5,
      orders: [{ orderNo: order.orderNo }, { orderNo: second.orderNo, state: 'shipped' }],
    })
  })

  test.each<[string, object, string]>([
    ['more than is confirmed', { lines: [{ lineNo: 1, quantity: 11 }] }, 'shipment_exceeds_open'],
    [
      'the same line twice for more than is confirmed',
      {
        lines: [
          { lineNo: 1, quantity: 6 },
          { lineNo: 1, quantity: 6 },
        ],
      },
      'shipment_exceeds_open',
    ],
    ['a line that the order lacks', { lines: [{ lineNo: 9, quantity: 1 }] }, 'order_line_not_found'],
    ['a code that the order lacks', { lines: [{ code: 'YOK', quantity: 1 }] }, 'order_line_not_found'],
    ['a line without number and code', { lines: [{ quantity: 1 }] }, 'value_missing'],
    ['no quantity', { lines: [{ lineNo: 1, quantity: 0 }] }, 'value_invalid'],
    ['an unknown order', { orderNo: 'YOK' }, 'order_not_found'],
    ['no order', { orderNo: undefined }, 'value_missing'],
    ['no carrier', { carrier: ' ' }, 'shipment_field_invalid'],
    ['an address that is not https', { trackingUrl: 'http://kargo.example' }, 'shipment_field_invalid'],
    ['a weight below zero', { weights: ['-1'] }, 'shipment_field_invalid'],
    ['a field that does not exist', { kargo: 'x' }, 'field_unknown'],
  ])('is refused and ships nothing: %s', async (_, parts, code) => {
    expect(await ship(parts)).toEqual([code])
    expect(await page()).toMatchObject({ state: 'confirmed', shipments: [], orderItems: [{ shipped: 0 }] })
  })

  test('waits while the order is being picked, and then proposes what was picked', async () => {
    const { body } = await staff.send('POST', '/yonetim/pickings', {
      body: { key: 'list-of-test', orders: [order.id] },
    })
    const { id } = body as { id: number }
    expect(await ship()).toEqual(['order_in_picking'])
    const line = { orderId: order.id, lineNo: 1 }
    await staff.send('POST', `/yonetim/pickings/${id}/count`, { body: { key: 'count-of-test', ...line, change: 6 } })
    const end = { key: 'end-of-test', isMissing: false, reason: '', lines: [{ ...line, picked: 6, rest: 'open' }] }
    await staff.send('POST', `/yonetim/pickings/${id}/end`, { body: end })
    expect(await ship()).toEqual(['created'])
    expect((await page()).orderItems[0]?.shipped).toBe(6)
  })

  test('is refused for orders that are not confirmed, cancelled or shipped', async () => {
    const state = (to: string) =>
      shop.database.pool.execute('UPDATE orders SET state = $2 WHERE id = $1', [order.id, to])
    await state('received')
    expect(await ship()).toEqual(['shipment_order_unconfirmed'])
    await state('confirmed')
    expect(await ship()).toEqual(['created'])
    expect(await ship({ reference: 'ANOTHER-ONE', trackingNo: '2' })).toEqual(['shipment_nothing_open'])
  })
})
