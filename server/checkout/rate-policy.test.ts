import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Order } from '#contract/shop/orders.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import type { Product } from '#contract/shop/product.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { setRates } from '#testing/prices.ts'
import { addAdmin, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let cable: TestProduct
let lamp: TestProduct
let admin: TestVisitor
const today = dayInTurkey(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  cable = await addProduct(pool, { code: 'KABLO', stock: 1000, price: 10, currency: 'USD', taxRate: 20 })
  lamp = await addProduct(pool, { code: 'LAMBA', stock: 1000, price: 380, taxRate: 20 })
  admin = await shop.signedIn(await addAdmin(pool))
  await shop.settle()
})
afterAll(() => shop.close())
beforeEach(() => setRates(shop, { USD: '40' }))

type Buyer = { actor: Actor; visitor: TestVisitor }
async function buyer(rates?: DealerRates): Promise<Buyer> {
  const actor = await addDealer(shop.database.pool, rates && { rates })
  return { actor, visitor: await shop.signedIn(actor) }
}

const fixed: DealerRates = { policy: 'fixed', fixed: { USD: '30' }, until: addDays(today, 5) }
const fill = ({ actor }: Buyer, product = cable) =>
  fillCart(shop.database.pool, actor, [{ unitId: product.unitId, quantity: 2 }])
const order = ({ visitor }: Buyer, total?: number) =>
  visitor.send('POST', '/api/catalog/cart', { body: total === undefined ? {} : { total } })
const newest = async ({ visitor }: Buyer) => (await visitor.send('GET', '/api/catalog/orders/summary')).body as Order
const visitorOf = async ({ visitor }: Buyer) => (await visitor.send('GET', '/api/visitor')).body as Visitor
const codesByPrice = async ({ visitor }: Buyer) =>
  ((await visitor.send('GET', '/api/catalog/products?sort=price')).body as { items: Product[] }).items.map(
    ({ code }) => code,
  )

describe('a dealer with agreed rates', () => {
  test('has them in lists, in its visitor data, in the reasons of prices, and in its order', async () => {
    const who = await buyer(fixed)
    // 10 dollars are 300 lira here and 400 elsewhere, next to 380 lira.
    // Until the index is ready, lists are in the order of the store's rates.
    await expect.poll(() => codesByPrice(who), { timeout: 10_000 }).toEqual(['KABLO', 'LAMBA'])
    expect(await codesByPrice(await buyer())).toEqual(['LAMBA', 'KABLO'])
    const { currencies, isRateOfInvoiceDay } = await visitorOf(who)
    expect(currencies.find(({ code }) => code === 'USD')).toMatchObject({
      exchangeRate: 30,
      rateSource: 'fixed',
      rateDay: fixed.until,
    })
    expect(isRateOfInvoiceDay).toBe(false)
    const reasons = (await who.visitor.send('GET', `/api/catalog/price-reasons?product=${cable.id}`))
      .body as PriceReasons
    expect(reasons.rates).toEqual([{ currency: 'USD', rate: '30', source: 'fixed', day: fixed.until }])
    expect(reasons.line).toMatchObject({ amount: 300, withTax: 360 })
    await fill(who)
    expect((await order(who, 720)).status).toBe(200)
    const { total, rates, rateNotes, ratePolicy } = await newest(who)
    expect([total, rates['USD'], ratePolicy]).toEqual([720, 30, 'fixed'])
    expect(rateNotes).toEqual([{ currency: 'USD', rate: '30', source: 'fixed', day: fixed.until }])
  })

  test("is not moved by the store's rate, and has it the day after the last one", async () => {
    const who = await buyer(fixed)
    await fill(who)
    await setRates(shop, { USD: '44' })
    expect((await order(who, 720)).status).toBe(200)
    await shop.database.pool.execute('UPDATE dealers SET rates_until = $2 WHERE id = $1', [
      who.actor.dealer?.id,
      addDays(today, -1),
    ])
    await fill(who)
    // The cart was open while the agreement ended: the order asks again.
    expect(codeOf(await order(who, 720))).toBe('total_changed')
    expect((await order(who, 1056)).status).toBe(200)
    expect((await newest(who)).ratePolicy).toBe('order_day')
  })

  test('answers nobody else, also at the same time', async () => {
    const [own, other, guest] = [await buyer(fixed), await buyer(), await shop.guest()]
    // While the index reads the changed rates, lists are sorted by SQL, at the rates of the store.
    await shop.settle()
    const rateOf = async (visitor: TestVisitor) => {
      const { currencies } = (await visitor.send('GET', '/api/visitor')).body as Visitor
      return currencies.find(({ code }) => code === 'USD')?.exchangeRate
    }
    const wanted = Array.from({ length: 12 }, (_, i) => [own.visitor, other.visitor, guest][i % 3]!)
    const found = await Promise.all(wanted.map(rateOf))
    expect(found).toEqual(wanted.map((visitor) => (visitor === own.visitor ? 30 : 40)))
    const lists = await Promise.all([own, other, own, other].map(codesByPrice))
    expect(lists.map(([first]) => first)).toEqual(['KABLO', 'LAMBA', 'KABLO', 'LAMBA'])
    const stamps = await Promise.all([own, other].map(async (who) => (await visitorOf(who)).stamp))
    expect(stamps[0]).not.toBe(stamps[1])
  })

  test('is set on the form and by programs, with a clear error for bad rates', async () => {
    const who = await buyer()
    const id = who.actor.dealer?.id
    const { values } = (await admin.send('GET', `/yonetim/dealers/${id}`)).body as { values: Record<string, unknown> }
    const save = (change: object) =>
      admin.send('PATCH', `/yonetim/dealers/${id}`, { body: { before: values, values: { ...values, ...change } } })
    const fieldsOf = async (change: object) =>
      Object.keys(((await save(change)).body as { error: { fields: object } }).error.fields)
    expect(await fieldsOf({ ratePolicy: 'fixed' })).toEqual(['fixedRates'])
    expect(await fieldsOf({ ratePolicy: 'fixed', fixedRates: 'USD 0' })).toEqual(['fixedRates'])
    expect(await fieldsOf({ ratePolicy: 'fixed', fixedRates: 'XAU 40' })).toEqual(['fixedRates'])
    expect(await fieldsOf({ ratesUntil: '31.02.2027' })).toEqual(['ratesUntil'])
    expect((await save({ ratePolicy: 'fixed', fixedRates: 'usd 30,5', ratesUntil: '2099-12-31' })).status).toBe(200)
    const after = (await admin.send('GET', `/yonetim/dealers/${id}`)).body as { values: object }
    expect(after.values).toMatchObject({ ratePolicy: 'fixed', fixedRates: 'USD 30,5', ratesUntil: '2099-12-31' })
    expect((await visitorOf(who)).currencies.find(({ code }) => code === 'USD')?.exchangeRate).toBe(30.5)
    const calendar = (await admin.send('GET', '/yonetim/rate-calendar')).body as { dealers: object[] }
    expect(calendar.dealers).toContainEqual(
      expect.objectContaining({ id, policy: 'fixed', fixedRates: [{ currency: 'USD', rate: 30.5 }], isOver: false }),
    )
  })
})

describe('a dealer with the rate of the invoice day', () => {
  const agreed: DealerRates = { policy: 'invoice_day', fixed: {}, until: null }

  test('orders at a preliminary amount, and the order says so', async () => {
    const who = await buyer(agreed)
    expect((await visitorOf(who)).isRateOfInvoiceDay).toBe(true)
    await fill(who)
    expect((await order(who, 960)).status).toBe(200)
    const { total, ratePolicy, rateNotes } = await newest(who)
    expect([total, ratePolicy]).toEqual([960, 'invoice_day'])
    expect(rateNotes).toMatchObject([{ currency: 'USD', rate: '40', source: 'manual', day: today }])
  })

  test('orders lines in lira as everybody else', async () => {
    const who = await buyer(agreed)
    await fill(who, lamp)
    expect((await order(who)).status).toBe(200)
    expect(await newest(who)).toMatchObject({ total: 912, ratePolicy: 'order_day', rateNotes: [] })
  })
})

test('a bulletin that is too old refuses the order with a clear sentence', async () => {
  const who = await buyer()
  await fill(who)
  await shop.database.pool.execute(
    `UPDATE exchange_rates SET source = 'tcmb', valid_from = now() - interval '60 days'
      WHERE currency_id = (SELECT id FROM currencies WHERE code = 'USD')
        AND valid_from = (SELECT max(valid_from) FROM exchange_rates r JOIN currencies c ON c.id = r.currency_id WHERE c.code = 'USD')`,
  )
  await shop.database.pool.execute(
    "DELETE FROM exchange_rates WHERE source <> 'tcmb' AND currency_id = (SELECT id FROM currencies WHERE code = 'USD')",
  )
  await shop.setSetting('rateMaxMissedDays', 5)
  await shop.setSetting('storeHours', '9-18')
  expect(codeOf(await order(who))).toBe('price_unknown')
  const { items } = (await who.visitor.send('GET', '/api/catalog/products?sort=price')).body as { items: Product[] }
  expect(items.map(({ code }) => code)).toEqual(['LAMBA', 'KABLO'])
  expect(((await who.visitor.send('GET', '/api/catalog/cart')).body as CartItem[]).length).toBe(1)
})
