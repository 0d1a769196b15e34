import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { addAdmin, addProduct, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let drill: Awaited<ReturnType<typeof product>>
let saw: Awaited<ReturnType<typeof product>>
let order: Placed

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('storeEmail', 'satis@example.com')
})
beforeEach(async () => {
  // Ten drills and ten saws in stock at 100 lira, of which four boxes of two and three pieces are ordered.
  drill = await product(shop, { stock: 10, units: { KOLİ: 2 } })
  saw = await product(shop, { stock: 10 })
  order = await placeOrder(shop, buyer, { [drill.units['KOLİ'] ?? 0]: 4, [saw.unitId]: 3 })
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

/** Pages do not receive every setting: a later one that they receive shows that it was read. */
async function setSetting(key: 'b2b_risk_limit_islem', value: '0' | '1'): Promise<void> {
  await saveSetting(shop.database.pool, key, value)
  await shop.setSetting('storeHours', `${key} ${value}`)
}

type Line = Record<string, unknown> & { lineNo: number }
const change = (lines: Line[], body: object = {}, who = staff) =>
  who.send('POST', `/yonetim/orders/${order.id}/lines`, {
    body: { state: 'received', reason: 'Stokta kalmadı', lines, ...body },
  })
const answer = (accept: boolean, who: TestVisitor = buyer, reason = '') =>
  who.send('POST', `/api/catalog/order/${order.id}/change`, { body: { accept, reason } })
const page = async () => (await staff.send('GET', `/yonetim/orders/${order.id}`)).body as AdminOrder
const stocks = async () => [await stockOf(shop.database.pool, drill.id), await stockOf(shop.database.pool, saw.id)]

async function mails(reader: string): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
  const rows = await shop.database.pool.query<{ id: string; data: object }>(
    `SELECT id, data FROM outbox WHERE data ->> 'orderId' = $1 AND data ? 'stepId' AND data ->> 'reader' = $2
      ORDER BY created_at`,
    [String(order.id), reader],
  )
  for (const row of rows) {
    await sendOrderMail({ pool: shop.database.pool, mailer, publicUrl: 'https://bayi.example.com' }, row.data, row.id)
  }
  return sent
}

describe('staff', () => {
  test('reduces a line: stock and totals follow, the history and the dealer’s email say what and why', async () => {
    expect(await stocks()).toEqual([2, 7])
    const before = await page()
    expect((await change([{ lineNo: 1, quantity: 3 }])).status).toBe(200)
    expect(await stocks()).toEqual([4, 7])
    const { orderItems, history, subtotal, tax, total, totalTry } = await page()
    const boxPrice = before.orderItems[0]?.price?.value ?? 0
    expect(orderItems[0]).toMatchObject({ quantity: 4, cancelled: 1, amount: boxPrice * 3 })
    expect(subtotal).toBe((before.subtotal ?? 0) - boxPrice)
    expect([tax, total, totalTry]).toEqual([(subtotal ?? 0) * 0.2, (subtotal ?? 0) * 1.2, (subtotal ?? 0) * 1.2])
    expect(history.at(-1)).toMatchObject({
      step: 'lines_changed',
      by: { kind: 'staff' },
      reason: 'Stokta kalmadı',
      lines: [{ lineNo: 1, quantity: { before: 4, after: 3 } }],
      total: { before: before.total, after: total },
    })
    const [mail] = await mails('dealer')
    expect(mail?.subject).toBe(`Siparişiniz değişti: ${order.orderNo}`)
    expect(mail?.text).toContain('Stokta kalmadı')
    expect(mail?.text).toContain('4 → 3 KOLİ')
  })

  test('cancels a line; adds to a line what stock covers, and no more', async () => {
    await change([
      { lineNo: 1, quantity: 0 },
      { lineNo: 2, quantity: 8 },
    ])
    expect(await stocks()).toEqual([10, 2])
    const refused = await change([{ lineNo: 2, quantity: 11 }])
    expect(codeOf(refused)).toBe('insufficient_stock')
    expect(await stocks()).toEqual([10, 2])
    expect((await page()).orderItems).toMatchObject([
      { quantity: 4, cancelled: 4, amount: 0 },
      { quantity: 8, cancelled: 0 },
    ])
  })

  test('changes a price and adds a discount, typed with a Turkish comma', async () => {
    await change([
      { lineNo: 1, price: '150,50' },
      { lineNo: 2, discount: '12,5' },
    ])
    const { orderItems, subtotal } = await page()
    expect(orderItems.map(({ price, amount }) => [price?.value, amount])).toEqual([
      [150.5, 602],
      [87.5, 262.5],
    ])
    expect(subtotal).toBe(864.5)
    expect(await stocks()).toEqual([2, 7])
  })

  test('replaces a line by an equivalent product: both lines stay, with the code of the other', async () => {
    const other = await addProduct(shop.database.pool, { stock: 5, price: 90 })
    const { status } = await change([
      { lineNo: 2, replaceBy: { code: other.code.toLowerCase(), quantity: 2, price: '95' } },
    ])
    expect(status).toBe(200)
    const { orderItems, history } = await page()
    expect(orderItems).toMatchObject([
      {},
      { lineNo: 2, quantity: 3, cancelled: 3 },
      { lineNo: 3, code: other.code, quantity: 2, replacesLine: 2, price: { value: 95, currency: 'TRY' }, amount: 190 },
    ])
    expect(history.at(-1)?.lines).toMatchObject([{ replacedBy: other.code }, { lineNo: 3, replaces: saw.code }])
    expect(await stockOf(shop.database.pool, other.id)).toBe(3)
    expect(await stocks()).toEqual([2, 10])
  })

  test.each([
    [
      'a code that is not on sale',
      [{ lineNo: 2, replaceBy: { code: 'YOK-1', quantity: 1, price: '1' } }],
      'replacement_not_found',
    ],
    ['a line that the order lacks', [{ lineNo: 9, quantity: 1 }], 'order_line_not_found'],
    ['nothing changed', [{ lineNo: 1, quantity: 4 }], 'order_change_empty'],
    [
      'all lines cancelled',
      [
        { lineNo: 1, quantity: 0 },
        { lineNo: 2, quantity: 0 },
      ],
      'order_lines_all_cancelled',
    ],
    ['a price that is none', [{ lineNo: 1, price: 'ucuz' }], 'order_change_invalid'],
    ['a negative price', [{ lineNo: 1, price: '-5' }], 'order_change_invalid'],
    ['a discount of 101 percent', [{ lineNo: 1, discount: '101' }], 'order_change_invalid'],
  ])('is refused and nothing changes: %s', async (_, lines, code) => {
    const before = await page()
    expect(codeOf(await change(lines))).toBe(code)
    expect(await page()).toEqual(before)
    expect(await stocks()).toEqual([2, 7])
  })

  test('needs a reason, and the state that was on screen', async () => {
    expect(codeOf(await change([{ lineNo: 1, quantity: 1 }], { reason: ' ' }))).toBe('order_reason_missing')
    expect(codeOf(await change([{ lineNo: 1, quantity: 1 }], { state: 'confirmed' }))).toBe('order_state_changed')
  })

  test('changes nothing of an order that the ERP has, that is being picked, or that is cancelled', async () => {
    const set = (sql: string) => shop.database.pool.execute(`UPDATE orders SET ${sql} WHERE id = $1`, [order.id])
    await set('sent_to_erp_at = now()')
    expect(codeOf(await change([{ lineNo: 1, quantity: 1 }]))).toBe('order_already_sent')
    await set("sent_to_erp_at = NULL, state = 'picking'")
    expect(codeOf(await change([{ lineNo: 1, quantity: 1 }], { state: 'picking' }))).toBe('order_in_picking')
    await set("state = 'received'")
    await buyer.send('PATCH', `/api/catalog/order/${order.id}`, { body: { cancel: true } })
    expect(codeOf(await change([{ lineNo: 1, quantity: 1 }]))).toBe('order_already_cancelled')
  })

  test('lines of a confirmed order stay confirmed', async () => {
    await staff.send('POST', '/yonetim/orders/state', {
      body: { orders: [{ id: order.id, from: 'received' }], to: 'confirmed' },
    })
    await change([{ lineNo: 1, quantity: 2 }], { state: 'confirmed' })
    expect((await page()).orderItems).toMatchObject([{ confirmed: 2, cancelled: 2 }, { confirmed: 3 }])
  })

  test('stock and totals add up after twenty people have changed the same lines at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        change([
          { lineNo: 1, quantity: i % 4 },
          { lineNo: 2, quantity: 3 },
        ]),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const { orderItems, subtotal } = await page()
    const sum = orderItems.reduce((total, { amount = 0 }) => total + amount, 0)
    expect(subtotal).toBe(sum)
    const [first] = orderItems
    const active = (first?.quantity ?? 0) - (first?.cancelled ?? 0)
    expect(await stocks()).toEqual([10 - active * 2, 7])
  })

  test('makes an order more expensive only as far as the dealer’s limit allows', async () => {
    const { pool } = shop.database
    const limit = (value: number) =>
      pool.execute('UPDATE dealers SET risk_limit = $2 WHERE id = $1', [buyer.actor.dealer?.id, value])
    await setSetting('b2b_risk_limit_islem', '1')
    // One more saw costs 120 with tax.
    await limit(119)
    expect(codeOf(await change([{ lineNo: 2, quantity: 4 }]))).toBe('risk_limit_exceeded')
    expect(await stocks()).toEqual([2, 7])
    await limit(120)
    expect((await change([{ lineNo: 2, quantity: 4 }])).status).toBe(200)
    await setSetting('b2b_risk_limit_islem', '0')
    await limit(0)
  })
})

describe('the dealer', () => {
  test('sees until when the change can be refused, and accepts it once', async () => {
    await change([{ lineNo: 1, quantity: 3 }])
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${order.orderNo}`)
    expect(Date.parse((body as AdminOrder).objectionUntil ?? '')).toBeGreaterThan(Date.now())
    expect((await answer(true)).body).toEqual({ success: true, isCancelled: false })
    expect(codeOf(await answer(false))).toBe('order_change_answered')
    expect((await page()).history.map(({ step }) => step)).toEqual(['placed', 'lines_changed', 'change_accepted'])
  })

  test('refuses it: the changed lines are cancelled, their stock returns, and the store gets an email', async () => {
    await change([{ lineNo: 1, quantity: 3 }])
    expect((await answer(false, buyer, 'Dördünü de istiyorum.')).body).toEqual({ success: true, isCancelled: false })
    expect(await stocks()).toEqual([10, 7])
    expect(await page()).toMatchObject({
      state: 'received',
      objectionUntil: null,
      orderItems: [{ cancelled: 4 }, { cancelled: 0 }],
    })
    const [mail] = await mails('store')
    expect(mail?.subject).toContain(`değişikliği kabul etmedi: ${order.orderNo}`)
    expect(mail?.text).toContain('Dördünü de istiyorum.')
  })

  test('refuses changes of all lines: the order is cancelled', async () => {
    await change([
      { lineNo: 1, discount: '5' },
      { lineNo: 2, price: '120' },
    ])
    expect((await answer(false)).body).toEqual({ success: true, isCancelled: true })
    expect(await page()).toMatchObject({ state: 'cancelled' })
    expect(await stocks()).toEqual([10, 10])
  })

  test('refuses all changes since the last answer, not those that were accepted', async () => {
    await change([{ lineNo: 1, quantity: 3 }])
    await answer(true)
    await change([{ lineNo: 2, quantity: 2 }])
    await answer(false)
    expect((await page()).orderItems).toMatchObject([{ cancelled: 1 }, { cancelled: 3 }])
  })

  test('cannot answer late, for another dealer, or without the right to order', async () => {
    await change([{ lineNo: 1, quantity: 3 }])
    expect((await answer(false, await addBuyer(shop))).status).toBe(404)
    await shop.database.pool.execute('UPDATE orders SET objection_until = now() WHERE id = $1', [order.id])
    const late = await answer(false)
    expect(codeOf(late)).toBe('order_change_answered')
    expect(sentenceOf(late)).toContain('süresi dolmuş')
  })
})
