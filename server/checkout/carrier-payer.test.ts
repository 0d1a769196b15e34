import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedCart } from '#contract/shop/cart.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import type { Order } from '#contract/shop/orders.ts'
import { ordersFilePath } from '#contract/core/record-paths.ts'
import type { DealerRecord, OrderRecord } from '#contract/integration/records.ts'
import type { CarrierAgreement } from '#domain/orders/carrier-payer.ts'
import { addBuyer, type Buyer } from '#server/orders/test-orders.ts'
import { addPromotion } from '#testing/promotions.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { setRates } from '#testing/prices.ts'
import { openTestShop, type TestShop, waitFor } from '#testing/shop.ts'
import { addAdmin, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let buyer: Buyer
let drill: TestProduct
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['orders:read', 'dealers:read', 'dealers:write'])
  drill = await addProduct(db(), { code: 'MTK-1', price: 100, stock: 100_000, taxRate: 20 })
  await shop.settle()
})
afterAll(() => shop.close())
beforeEach(async () => {
  buyer = await addBuyer(shop)
})
afterEach(async () => {
  await setPolicy('recipient')
})

async function setPolicy(policy: 'recipient' | 'sender' | 'sender_from', from = 10_000): Promise<void> {
  await shop.setSetting('carrierSenderFrom', from)
  await shop.setSetting('carrierPolicy', policy)
}

const agree = (agreement: CarrierAgreement) =>
  db().execute('UPDATE dealers SET carrier_payer = $2 WHERE id = $1', [buyer.actor.dealer?.id, agreement])

const openedCart = async () => (await buyer.send('GET', '/api/catalog/cart/page')).body as OpenedCart

/** Orders drills at 100 lira before tax. */
async function order(quantity = 1, fields: object = {}): Promise<Order> {
  await buyer.send('DELETE', '/api/catalog/cart')
  await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity }])
  const { status, body, text } = await buyer.send('POST', '/api/catalog/cart', { body: fields })
  if (status !== 200) throw new Error(text)
  const { orderNo } = body as { orderNo: string }
  return (await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body as Order
}
const payerOf = async (quantity?: number, fields?: object) => (await order(quantity, fields)).carrierPayer

describe('an order', () => {
  test('is at the cost of the recipient unless the store says otherwise', async () => {
    expect(await payerOf()).toBe('recipient')
    await setPolicy('sender')
    expect(await payerOf()).toBe('sender')
  })

  test('is at the cost of the sender from the amount before tax on', async () => {
    await setPolicy('sender_from', 500)
    // 480 lira are 576 with tax.
    expect(await payerOf(4)).toBe('recipient')
    expect(await payerOf(5)).toBe('sender')
  })

  test('is compared with the amount in lira, whatever its currency', async () => {
    await setRates(shop, { USD: '40' })
    const cable = await addProduct(db(), { price: 5, currency: 'USD', stock: 100, taxRate: 20 })
    const usd = await db().one<{ id: number }>("SELECT id FROM currencies WHERE code = 'USD'")
    await buyer.send('POST', '/api/catalog/settings', { body: { key: 'defaultCurrency', value: usd?.id } })
    await setPolicy('sender_from', 200)
    await fillCart(db(), buyer.actor, [{ unitId: cable.unitId, quantity: 1 }])
    expect((await buyer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
    expect((await buyer.send('GET', '/api/catalog/orders/summary')).body).toMatchObject({
      currency: 'USD',
      subtotal: 5,
      carrierPayer: 'sender',
    })
  })

  test('follows the agreement with its dealer before the store', async () => {
    await agree('sender')
    expect(await payerOf()).toBe('sender')
    await setPolicy('sender_from', 100)
    await agree('recipient')
    expect(await payerOf(50)).toBe('recipient')
    await agree('store')
    expect(await payerOf(50)).toBe('sender')
  })

  test('says nothing where the dealer collects the goods, or the store brings them', async () => {
    await setPolicy('sender')
    expect(await payerOf(1, { carrier: 'pickup' })).toBeNull()
    expect(await payerOf(1, { carrier: 'own' })).toBeNull()
    expect(await payerOf(1, { carrier: 'aras' })).toBe('sender')
  })

  test('keeps its payer when the setting or the agreement changes', async () => {
    const { orderNo } = await order()
    await setPolicy('sender')
    await agree('sender')
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
    expect((body as Order).carrierPayer).toBe('recipient')
  })

  test('with free delivery is at the cost of the sender, whatever is agreed', async () => {
    await agree('recipient')
    const steps = [{ amount: '300', freeDelivery: true }]
    const id = await addPromotion(db(), { kind: 'basket_step', dealer: buyer.actor.dealer?.id ?? 0, steps })
    await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity: 3 }])
    await waitFor('the promotion', async () => (await openedCart()).cart.promotions?.freeDelivery === true)
    expect(await payerOf(3)).toBe('sender')
    expect(await payerOf(2)).toBe('recipient')
    await db().execute('DELETE FROM promotions WHERE id = $1', [id])
  })

  test('from an accepted offer has the payer of the day of the order', async () => {
    await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity: 5 }])
    await buyer.send('POST', '/api/catalog/cart/offer', { body: {} })
    const offer = ((await buyer.send('GET', '/api/catalog/offers')).body as OfferList).items[0]
    await buyer.send('PATCH', `/api/catalog/offer/accept/${offer?.id}`)
    await setPolicy('sender_from', 500)
    const placed = await buyer.send('POST', `/api/catalog/offer/order/${offer?.id}`, {
      body: { rates: 'locked', total: 600 },
      headers: { 'idempotency-key': 'teklif-kargo-1' },
    })
    expect(placed.status).toBe(200)
    expect(((await buyer.send('GET', '/api/catalog/orders/summary')).body as Order).carrierPayer).toBe('sender')
  })
})

describe('the cart', () => {
  test('states the terms before ordering', async () => {
    expect((await openedCart()).carrier).toEqual({ payer: 'recipient', senderFrom: null })
    await setPolicy('sender_from', 2500.5)
    expect((await openedCart()).carrier).toEqual({ payer: 'recipient', senderFrom: 2500.5 })
    await agree('sender')
    expect((await openedCart()).carrier).toEqual({ payer: 'sender', senderFrom: null })
  })

  test('states no amount to users who see no prices', async () => {
    await setPolicy('sender_from', 2500)
    await shop.setSetting('showPriceStatus', '0')
    expect((await openedCart()).carrier).toBeUndefined()
    await setPolicy('sender')
    expect((await openedCart()).carrier).toEqual({ payer: 'sender', senderFrom: null })
    await shop.setSetting('showPriceStatus', '1')
  })
})

describe('programs', () => {
  const recordOf = async (orderNo: string) => (await program.send('GET', `/orders/${orderNo}`)).body as OrderRecord

  test('read the payer, and which lines are free by which promotion', async () => {
    await setPolicy('sender')
    const dealer = buyer.actor.dealer?.id ?? 0
    const terms = { dealer, product: drill.id, buy: 10, free: 1 }
    const id = await addPromotion(db(), { kind: 'free_goods', name: '10 alana 1', ...terms })
    const code = (await db().one<{ code: string }>('SELECT code FROM promotions WHERE id = $1', [id]))?.code
    await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity: 20 }])
    await waitFor('the promotion', async () => (await openedCart()).cart.promotions?.free.length === 1)
    const { id: placedId, orderNo } = await order(20)
    const record = await recordOf(orderNo)
    expect(record.carrierPayer).toBe('sender')
    expect(
      record.lines.map(({ quantity, amount, isFree, promotion }) => [quantity, amount, isFree, promotion]),
    ).toEqual([
      [20, '2000.00', false, null],
      [2, '0.00', true, { code, name: '10 alana 1' }],
    ])
    expect(record.lines[1]).toMatchObject({ price: '0.0000', discounts: [], rates: [], ratedPrice: '0' })
    const { text } = await buyer.send('GET', `${ordersFilePath('csv')}?q=${orderNo}`)
    const rows = text.split('\r\n').filter((row) => row.includes(orderNo))
    expect(rows.map((row) => row.includes(';"Bedava";"10 alana 1"'))).toEqual([false, true])
    const staff = await shop.signedIn(await addAdmin(db()))
    const slips = await staff.send('GET', `/yonetim/order-slips?orders=${placedId}`)
    expect(slips.body).toMatchObject({
      slips: [{ carrierPayer: 'sender', lines: [{ isFree: false }, { isFree: true }] }],
    })
    await db().execute('DELETE FROM promotions WHERE id = $1', [id])
    expect((await recordOf(orderNo)).lines[1]?.promotion).toEqual({ code: null, name: '10 alana 1' })
  })

  test('set and read the agreement of a dealer; an unknown one is refused', async () => {
    const code = buyer.actor.dealer?.code ?? ''
    const write = async (carrierPayer: string) =>
      (await program.send('POST', '/dealers', { body: { rows: [{ code, carrierPayer }] } })).body
    expect(await write('sender')).toMatchObject({ updated: 1 })
    expect(await write('sender')).toMatchObject({ unchanged: 1 })
    expect(await payerOf()).toBe('sender')
    const { items } = (await program.send('GET', '/dealer-cards?limit=500')).body as { items: DealerRecord[] }
    expect(items.find((each) => each.code === code)?.carrierPayer).toBe('sender')
    expect(await write('nobody')).toMatchObject({
      results: [{ status: 'rejected', error: { code: 'value_unlisted', field: 'carrierPayer' } }],
    })
  })
})

test('staff agree the payer on the page of the dealer; the audit log has it', async () => {
  const staff = await shop.signedIn(await addAdmin(db()))
  const path = `/yonetim/dealers/${buyer.actor.dealer?.id}`
  const { values } = (await staff.send('GET', path)).body as { values: object }
  const changed = { before: values, values: { ...values, carrierPayer: 'sender' } }
  expect((await staff.send('PATCH', path, { body: changed })).status).toBe(200)
  expect(await payerOf()).toBe('sender')
  expect(
    await db().one(
      "SELECT after ->> 'carrierPayer' AS payer FROM audit_log WHERE noun = 'dealer' ORDER BY id DESC LIMIT 1",
    ),
  ).toEqual({ payer: 'sender' })
})
