import { describe, expect, test } from 'vitest'
import { codeOf } from '#testing/shop.ts'
import { addWarehouse, stockOf } from '#testing/store-rows.ts'
import { decide, find, line, receive, request, requested } from './test-returns.ts'
import {
  shop,
  staff,
  colleague,
  buyer,
  warehouse,
  drill,
  order,
  pageOf,
  returnedOf,
  four,
  emails,
  useTestReturns,
} from './test-return-shop.ts'

useTestReturns()

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
  test('proposes the warehouse that the order took the goods from', async () => {
    const { body } = await staff.send('GET', `/yonetim/returns/${await four()}`)
    const taken = await shop.database.pool.one<{ warehouse_id: number }>(
      'SELECT warehouse_id FROM stock_movements WHERE order_id = $1 AND quantity < 0',
      [order.id],
    )
    expect(taken).toBeDefined()
    expect(body).toMatchObject({ lines: [{ fromWarehouseId: taken?.warehouse_id }] })
  })

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
