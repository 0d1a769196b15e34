import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'

let shop: TestShop
let program: Program
let buyer: Buyer
let admin: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['orders:read', 'orders:ack', 'accounts:read', 'documents:read', 'dealers:read'])
  buyer = await addBuyer(shop)
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())

type Page = {
  items: { cursor: string; event: string; at: string; record: Record<string, unknown> }[]
  cursor: string | null
  hasMore: boolean
}
const read = async (url: string) => {
  const answer = await program.send('GET', url)
  expect(answer.status).toBe(200)
  return answer.body as Page
}
const newest = async (feed: string): Promise<string> => {
  let page = await read(`/${feed}?limit=500`)
  while (page.hasMore) page = await read(`/${feed}?limit=500&cursor=${page.cursor}`)
  return page.cursor ?? ''
}
const cancel = (id: number) => buyer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })

describe('the feed of orders', () => {
  test('has each order with its lines, prices and the stock it took', async () => {
    const start = await newest('orders')
    const drill = await product(shop, { units: { KOLİ: 3 } })
    const order = await placeOrder(shop, buyer, { [drill.units['KOLİ'] ?? 0]: 2, [drill.unitId]: 1 })
    const { items, hasMore } = await read(`/orders?cursor=${start}`)
    expect(hasMore).toBe(false)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      event: 'order.created',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      record: {
        orderNo: order.orderNo,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        dealer: { code: buyer.actor.dealer?.code, name: buyer.actor.dealer?.name },
        user: { email: buyer.actor.email },
        isCancelled: false,
        erp: null,
        payment: null,
        lines: expect.arrayContaining([
          expect.objectContaining({
            code: drill.code,
            unit: 'KOLİ',
            multiplier: '3.000',
            quantity: 2,
            price: expect.any(String),
          }),
          expect.objectContaining({ code: drill.code, unit: 'ADET', quantity: 1 }),
        ]),
        stock: [{ code: drill.code, warehouse: 'MERKEZ', quantity: '7.000' }],
      },
    })
    const one = await program.send('GET', `/orders/${order.orderNo}`)
    expect(one.body).toEqual(items[0]?.record)
  })

  test('is read in pages, from any cursor again, and ends where there is nothing new', async () => {
    const start = await newest('orders')
    const drill = await product(shop)
    const numbers: string[] = []
    for (let n = 0; n < 3; n++) numbers.push((await placeOrder(shop, buyer, { [drill.unitId]: 1 })).orderNo)
    const numbersOf = ({ items }: Page) => items.map(({ record }) => record.orderNo)
    const first = await read(`/orders?limit=2&cursor=${start}`)
    expect([numbersOf(first), first.hasMore]).toEqual([numbers.slice(0, 2), true])
    const second = await read(`/orders?limit=2&cursor=${first.cursor}`)
    expect([numbersOf(second), second.hasMore]).toEqual([numbers.slice(2), false])
    expect(await read(`/orders?cursor=${second.cursor}`)).toEqual({ items: [], cursor: second.cursor, hasMore: false })
    expect(numbersOf(await read(`/orders?cursor=${start}`))).toEqual(numbers)
    expect(numbersOf(await read(`/orders?cursor=${first.items[0]?.cursor}`))).toEqual(numbers.slice(1))
  })

  test.each(['limit=0', 'limit=501', 'limit=x', 'limit=-1', 'cursor=abc', 'cursor=e1%20OR%201'])(
    'refuses %s',
    async (query) => {
      const answer = await program.send('GET', `/orders?${query}`)
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    },
  )
})

describe('acknowledging', () => {
  const ack = (orderNo: string, documentNo: unknown, of = 'orders') =>
    program.send('POST', `/${of}/${orderNo}/ack`, { body: { documentNo } })

  test('an order marks it as sent to the ERP, with the number on its page; the same number again changes nothing', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    const first = await ack(order.orderNo, ' LOGO-77 ')
    expect([first.status, first.body]).toEqual([
      200,
      { documentNo: 'LOGO-77', acknowledgedAt: expect.any(String), isCancelled: false },
    ])
    expect((await ack(order.orderNo, 'LOGO-77')).body).toEqual(first.body)
    const other = await ack(order.orderNo, 'LOGO-78')
    expect([other.status, codeOf(other)]).toEqual([409, 'acknowledged_already'])
    expect(other.body).toMatchObject({ error: { facts: { documentNo: 'LOGO-77' } } })
    const { body } = await admin.send('GET', `/yonetim/orders/${order.id}`)
    expect(body).toMatchObject({ isSent: true, sentAt: expect.any(String), erpDocumentNo: 'LOGO-77', mayCancel: false })
    expect(codeOf(await cancel(order.id))).toBe('order_already_sent')
  })

  test('two programs at once: one document is recorded', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => ack(order.orderNo, `D-${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('with an Idempotency-Key is answered again as it was, and only for the same request', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    const send = (documentNo: string) =>
      program.send('POST', `/orders/${order.orderNo}/ack`, {
        body: { documentNo },
        headers: { 'idempotency-key': `"ack-${order.orderNo}"` },
      })
    const first = await send('LOGO-80')
    expect(first.status).toBe(200)
    await cancel(order.id)
    expect((await send('LOGO-80')).text).toBe(first.text)
    const other = await send('LOGO-81')
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch'])
  })

  test('an order that was cancelled meanwhile says so, stays cancelled, and its cancellation names the document', async () => {
    const start = await newest('cancellations')
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    await cancel(order.id)
    expect((await ack(order.orderNo, 'LOGO-90')).body).toMatchObject({ isCancelled: true })
    const { items } = await read(`/cancellations?cursor=${start}`)
    expect(items).toMatchObject([
      { event: 'order.cancelled', record: { orderNo: order.orderNo, orderErp: { documentNo: 'LOGO-90' }, erp: null } },
    ])
    expect((await ack(order.orderNo, 'LOGO-91', 'cancellations')).status).toBe(200)
    const { body } = await admin.send('GET', `/yonetim/orders/${order.id}`)
    expect(body).toMatchObject({
      isCancel: true,
      isSent: false,
      erpDocumentNo: 'LOGO-90',
      erpCancellationNo: 'LOGO-91',
    })
  })

  test('refuses what does not exist, is not cancelled or was not captured, and bad numbers', async () => {
    const drill = await product(shop)
    const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
    expect(codeOf(await ack('S2020000000', 'X'))).toBe('order_not_found')
    expect(codeOf(await ack(order.orderNo, 'X', 'cancellations'))).toBe('order_not_found')
    expect(codeOf(await ack('TEST0000000000000009', 'X', 'payments'))).toBe('not_found')
    expect(codeOf(await ack('999999999', 'X', 'refunds'))).toBe('not_found')
    for (const wrong of ['', '  ', 'x'.repeat(101), 7, null]) {
      expect(codeOf(await ack(order.orderNo, wrong))).toBe('validation_failed')
    }
  })
})

test('dealers: a change of a balance is no change of the dealer', async () => {
  const start = await newest('dealers')
  const { pool } = shop.database
  const dealerId = buyer.actor.dealer?.id
  await pool.execute('UPDATE dealers SET balance = balance + 1 WHERE id = $1', [dealerId])
  expect((await read(`/dealers?cursor=${start}`)).items).toEqual([])
  await pool.execute(`UPDATE dealers SET city = 'İzmir' WHERE id = $1`, [dealerId])
  expect((await read(`/dealers?cursor=${start}`)).items).toMatchObject([
    { event: 'dealer.changed', record: { code: buyer.actor.dealer?.code, city: 'İzmir', isActive: true } },
  ])
})

test('offers and fault reports are read with their dealers', async () => {
  const [offers, reports] = [await newest('offers'), await newest('fault-reports')]
  const drill = await product(shop)
  await buyer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 2, productValue: drill.unitId } })
  const offer = await buyer.send('POST', '/api/catalog/cart/offer', { body: {} })
  expect(offer.status).toBe(200)
  expect((await read(`/offers?cursor=${offers}`)).items).toMatchObject([
    {
      event: 'offer.created',
      record: { dealer: { code: buyer.actor.dealer?.code }, lines: [{ code: drill.code, quantity: 2 }] },
    },
  ])
  const report = {
    productCode: drill.code,
    description: 'Çalışmıyor',
    contactName: 'Ali',
    contactPhone: '0212 000 00 00',
    contactEmail: '',
    serialNo: '',
    photos: [],
  }
  const filed = await buyer.send('POST', '/api/catalog/fault-reports', { body: report })
  expect(filed.status).toBe(200)
  expect((await read(`/fault-reports?cursor=${reports}`)).items).toMatchObject([
    { event: 'fault_report.created', record: { productCode: drill.code, state: 'new', description: 'Çalışmıyor' } },
  ])
})
