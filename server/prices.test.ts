import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CartItem } from '#contract/cart.ts'
import type { ProductList } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ProductDetail } from '#contract/product.ts'
import { stampHeader, type Visitor } from '#contract/visitor.ts'
import { addAdmin, addDealer, addProduct, fillCart, type TestProduct } from '#db/test-store.ts'
import { decimal } from '#domain/money.ts'
import { saveRates } from '#server/exchange-rates/exchange-rates.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from './test-shop.ts'

let shop: TestShop
let priced: TestProduct
let dollar: TestProduct
const people = {} as Record<'guest' | 'dealer' | 'admin', TestVisitor>
const names = ['guest', 'dealer', 'admin'] as const

/** A product in lira with everything, one in dollars, one that asks for its price, and a pair of variants. */
beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  await setRates({ USD: '40', EUR: '50' })
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_default, is_virtual) VALUES ('advencePrice1', 'Peşin', true, false),
      ('advencePrice2', 'Kredi kartı', false, true), ('advencePrice3', '30 gün', false, false),
      ('advencePrice4', '60 gün', false, false), ('advencePrice5', '90 gün', false, false)`,
  )
  priced = await addProduct(pool, { code: 'LIRA', price: 100, taxRate: 20, units: { KOLİ: 12 }, stock: 1000 })
  await pool.execute(
    `UPDATE unit_prices SET list_value = 125, list_currency = 'TRY', plan1_value = 95, plan1_currency = 'TRY',
        plan2_value = 3, plan2_currency = 'USD', plan3_value = 105, plan3_currency = 'TRY', plan4_value = 0,
        plan4_currency = 'TRY' WHERE unit_id = $1`,
    [priced.unitId],
  )
  dollar = await addProduct(pool, { code: 'DOLAR', price: 10, currency: 'USD', taxRate: 10, stock: 1000 })
  await addProduct(pool, { code: 'SORUNUZ', price: 0, stock: 10 })
  await shop.settle()
  people.guest = await shop.guest()
  people.dealer = await shop.signedIn(await addDealer(pool))
  people.admin = await shop.signedIn(await addAdmin(pool))
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.database.pool.execute('DELETE FROM settings')
  await knows(({ settings }) => settings.guestPrices === '0' && settings.showListPrice === '1')
})

const list = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/products${query}`)).body as ProductList
const codes = async (visitor: TestVisitor, query: string) => (await list(visitor, query)).items.map(({ code }) => code)
const product = async (visitor: TestVisitor, { id }: { id: number }) =>
  (await visitor.send('GET', `/api/catalog/product/${id}`)).body as ProductDetail
const visitorOf = async (visitor: TestVisitor) => (await visitor.send('GET', '/api/visitor')).body as Visitor
const cartOf = async (visitor: TestVisitor) => (await visitor.send('GET', '/api/catalog/cart')).body as CartItem[]
const add = (visitor: TestVisitor, { id, unitId }: TestProduct, quantity = 1) =>
  visitor.send('POST', `/api/catalog/cart/${id}`, { body: { quantity, productValue: unitId } })

async function knows(isKnown: (visitor: Visitor) => boolean): Promise<void> {
  const guest = await shop.guest()
  await vi.waitUntil(async () => isKnown(await visitorOf(guest)), { timeout: 10_000 })
}

async function setRates(rates: Record<string, string>): Promise<void> {
  const wanted = Object.entries(rates).map(([code, rate]) => ({ code, rate: decimal(rate) }))
  const saved = await saveRates(shop.database.pool, wanted, { source: 'manual', force: true })
  if (!saved.ok) throw new Error(saved.problem)
  await knows(({ currencies }) =>
    Object.entries(rates).every(([code, rate]) =>
      currencies.some((c) => c.code === code && c.exchangeRate === Number(rate)),
    ),
  )
}

async function choose(visitor: TestVisitor, code: string): Promise<void> {
  const { currencies } = await visitorOf(visitor)
  const value = currencies.find((currency) => currency.code === code)?.id
  const answer = await visitor.send('POST', '/api/catalog/settings', { body: { key: 'defaultCurrency', value } })
  expect(answer.status).toBe(200)
  for (const { name, value: cookie } of answer.cookies) visitor.cookies[name] = cookie
}

describe('each price setting, for guest, dealer and administrator', () => {
  /** Which of a product's prices stand in the answer: sale, list, plans. */
  async function shown(name: (typeof names)[number]): Promise<string> {
    const found = (await list(people[name])).items.find(({ code }) => code === 'LIRA')
    const detail = await product(people[name], priced)
    const marks = (keys: object) =>
      [
        'salePrice' in keys ? 'sale' : '',
        'listPrice' in keys ? 'list' : '',
        Object.keys(keys).some((key) => key.startsWith('advencePrice')) ? 'plans' : '',
      ]
        .filter(Boolean)
        .join(' ')
    expect(marks(detail)).toBe(marks(found ?? {}))
    const { plans } = await visitorOf(people[name])
    expect(plans.length > 0).toBe(marks(detail).includes('plans'))
    return marks(detail)
  }
  const all = 'sale list plans'
  test.each([
    [{}, ['', all, all]],
    [{ guestPrices: '1' }, [all, all, all]],
    [{ guestPrices: '1', showListPrice: '0' }, ['sale plans', 'sale plans', 'sale plans']],
    [{ showPaymentPlanPrice: '0' }, ['', 'sale list', 'sale list']],
    [{ showListPrice: '0', showPaymentPlanPrice: '0' }, ['', 'sale', 'sale']],
    [{ showPriceStatus: '0' }, ['', '', '']],
    [{ showPriceStatus: '0', guestPrices: '1' }, ['', '', '']],
    [{ productsWithKdv: '1', guestPrices: '1' }, [all, all, all]],
  ])('%j', async (settings, expected) => {
    for (const [key, value] of Object.entries(settings)) await saveSetting(shop.database.pool, key, value)
    await knows((visitor) =>
      Object.entries(settings).every(([key, value]) => visitor.settings[key as keyof typeof settings] === value),
    )
    expect(await Promise.all(names.map(shown))).toEqual(expected)
    // Sorting and ranges tell nobody what is hidden.
    for (const [i, name] of names.entries()) {
      const maySee = expected[i] !== ''
      expect({ name, ...(await list(people[name], '?sort=-price')) }).toMatchObject({ sort: maySee ? '-price' : null })
      expect({ name, ...(await list(people[name], '?filters=price:1000000-')) }).toMatchObject({
        total: maySee ? 0 : 3,
      })
    }
  })

  test('tax is in the price that is shown: the range follows, the amount on the wire does not', async () => {
    expect(await codes(people.dealer, '?filters=price:100-100')).toEqual(['LIRA'])
    await shop.setSetting('productsWithKdv', '1')
    expect(await codes(people.dealer, '?filters=price:100-100')).toEqual([])
    expect(await codes(people.dealer, '?filters=price:120-120')).toEqual(['LIRA'])
    // 10 dollars at 40 lira with 10 percent.
    expect(await codes(people.dealer, '?filters=price:440-440')).toEqual(['DOLAR'])
    expect(await product(people.dealer, priced)).toMatchObject({
      salePrice: { value: 100, currency: 'TRY' },
      taxRate: 20,
    })
  })

  test('five plan prices have their names; the usual one and the one by card are marked', async () => {
    expect(await product(people.dealer, priced)).toMatchObject({
      advencePrice1: { value: 95, currency: 'TRY' },
      advencePrice2: { value: 3, currency: 'USD' },
      advencePrice3: { value: 105, currency: 'TRY' },
      units: [{ value: 'ADET' }, { value: 'KOLİ', advencePrice1: { value: 1140, currency: 'TRY' } }],
    })
    expect((await visitorOf(people.dealer)).plans).toEqual([
      { priceName: 'advencePrice1', name: 'Peşin', varsayilan: true, isVirtual: false },
      { priceName: 'advencePrice2', name: 'Kredi kartı', varsayilan: false, isVirtual: true },
      { priceName: 'advencePrice3', name: '30 gün', varsayilan: false, isVirtual: false },
      { priceName: 'advencePrice4', name: '60 gün', varsayilan: false, isVirtual: false },
      { priceName: 'advencePrice5', name: '90 gün', varsayilan: false, isVirtual: false },
    ])
  })

  test.each([
    ['advencePrice1', 95],
    ['advencePrice4', 100],
    ['advencePrice5', 100],
  ])('an order by %s costs %i: a plan price that is missing or 0 is the sale price', async (advencePrice, value) => {
    const buyer = await shop.signedIn(await addDealer(shop.database.pool))
    await add(buyer, priced)
    const placed = await buyer.send('POST', '/api/catalog/cart', { body: { advencePrice } })
    const { orderNo } = placed.body as { orderNo: string }
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
    expect((body as Order).orderItems[0]?.price).toEqual({ value, currency: 'TRY' })
  })
})

describe('two dealers, each with a price list and a discount of its own', () => {
  let wholesale: TestVisitor
  let retail: TestVisitor
  beforeAll(async () => {
    const { pool } = shop.database
    const listOf = async (code: string) =>
      (await pool.one<{ id: number }>('INSERT INTO price_lists (code, name) VALUES ($1, $1) RETURNING id', [code]))
        ?.id ?? 0
    const [first, second] = [await listOf('TOPTAN'), await listOf('PERAKENDE')]
    const insert = (listId: number, unitId: number, value: number, currency: string) =>
      pool.execute(
        'INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, $3, $4)',
        [...[listId, unitId, value, currency]],
      )
    await insert(first, priced.unitId, 500, 'TRY')
    await insert(second, dollar.unitId, 1, 'USD')
    await insert(second, priced.unitId, 0, 'TRY')
    await shop.settle()
    await knows(() => true)
    wholesale = await shop.signedIn(await addDealer(pool, { priceListId: first, discount: 10 }))
    retail = await shop.signedIn(await addDealer(pool, { priceListId: second, discount: 50 }))
  })

  const sale = async (visitor: TestVisitor, of: TestProduct) => (await product(visitor, of)).salePrice

  test('see their prices on the product’s page, in lists, in the cart and in the order', async () => {
    expect(await sale(wholesale, priced)).toEqual({ value: 450, currency: 'TRY' })
    expect(await sale(wholesale, dollar)).toEqual({ value: 9, currency: 'USD' })
    expect(await sale(retail, priced)).toEqual({ value: 0, currency: 'TRY' })
    expect(await sale(retail, dollar)).toEqual({ value: 0.5, currency: 'USD' })
    const inList = (await list(wholesale)).items.find(({ code }) => code === 'LIRA')
    expect(inList?.salePrice).toEqual({ value: 450, currency: 'TRY' })
    expect((await add(wholesale, priced, 2)).body).toMatchObject({ productUnit: { defaultPrice: { value: 450 } } })
    expect(codeOf(await add(retail, priced))).toBe('price_unknown')
    expect((await add(retail, dollar, 4)).status).toBe(200)
    const placed = await retail.send('POST', '/api/catalog/cart', { body: {} })
    expect(placed.status).toBe(200)
    const { body } = await retail.send('GET', '/api/catalog/orders/summary')
    // 4 × 0.50 dollars at 40 lira, 10 percent tax.
    expect(body).toMatchObject({ subtotal: 80, tax: 8, total: 88, currency: 'TRY', rates: { USD: 40, TRY: 1 } })
  })

  test('sort and filter by them; what a list asks for has no place among the prices', async () => {
    const withPrice = async (visitor: TestVisitor, query: string) => codes(visitor, `${query}&limit=50`)
    expect(await withPrice(people.dealer, '?sort=price')).toEqual(['LIRA', 'DOLAR', 'SORUNUZ'])
    expect(await withPrice(wholesale, '?sort=price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(retail, '?sort=price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(retail, '?sort=-price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(wholesale, '?filters=price:450-450')).toEqual(['LIRA'])
    expect(await withPrice(wholesale, '?filters=price:100-100')).toEqual([])
    expect(await withPrice(retail, '?filters=price:20-20')).toEqual(['DOLAR'])
    // 100 lira is the default list's price, which this dealer never sees.
    expect(await withPrice(retail, '?filters=price:1-200')).toEqual(['DOLAR'])
  })
})

describe('the visitor’s currency', () => {
  test('is a guest’s too, and ranges are in it', async () => {
    await shop.setSetting('guestPrices', '1')
    const guest = await shop.guest()
    expect((await visitorOf(guest)).currencies.map(({ code }) => code)).toEqual(['TRY', 'USD', 'EUR'])
    await choose(guest, 'USD')
    expect((await visitorOf(guest)).currency.code).toBe('USD')
    expect(await codes(guest, '?filters=price:2.5-2.5')).toEqual(['LIRA'])
    expect(await codes(guest, '?filters=price:10-10')).toEqual(['DOLAR'])
  })

  test('is that of the order, with every rate it used and the total in lira', async () => {
    const buyer = await shop.signedIn(await addDealer(shop.database.pool))
    await choose(buyer, 'EUR')
    await add(buyer, priced, 3)
    await add(buyer, dollar, 5)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body } = await buyer.send('GET', '/api/catalog/orders/summary')
    // 300 lira and 50 dollars in euro: 6 + 40; tax 1.2 + 4.
    expect(body).toMatchObject({
      ...{ currency: 'EUR', subtotal: 46, tax: 5.2, total: 51.2, totalTry: 2560 },
      rates: { EUR: 50, USD: 40, TRY: 1 },
    })
  })

  test('each answer says of which state it is: a page that stays open sees that its own is old', async () => {
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    // Once the program knows this change it knows all before it, and nothing moves by itself any more.
    await shop.setSetting('storeHours', 'Hafta içi')
    const stampOf = async () => (await dealer.send('GET', '/api/catalog/cart')).headers[stampHeader]
    const before = await stampOf()
    expect((await visitorOf(dealer)).stamp).toBe(before)
    await choose(dealer, 'USD')
    const chosen = await stampOf()
    expect(chosen).not.toBe(before)
    await setRates({ USD: '40.5' })
    expect(await stampOf()).not.toBe(chosen)
    expect((await visitorOf(dealer)).stamp).toBe(await stampOf())
    await setRates({ USD: '40' })
  })
})

describe('a rate that changes', () => {
  test('reprices lists, ranges, order of lists and carts; an order keeps the rate it was made with', async () => {
    const buyer = await shop.signedIn(await addDealer(shop.database.pool))
    await add(buyer, dollar)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    await add(buyer, dollar)
    await setRates({ USD: '8' })
    await shop.settle()
    expect((await list(buyer, '?sort=price')).items.map(({ code }) => code)).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await codes(buyer, '?filters=price:80-80')).toEqual(['DOLAR'])
    const { body: kept } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(kept).toMatchObject({ rates: { USD: 40 }, subtotal: 400, totalTry: 440 })
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body: now } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(now).toMatchObject({ rates: { USD: 8 }, subtotal: 80, totalTry: 88 })
    await setRates({ USD: '40' })
    await shop.settle()
  })

  test.each([['NULL'], ['0']])('to %s: the price is to be asked for, and nothing can be ordered', async (rate) => {
    const { pool } = shop.database
    const actor = await addDealer(pool)
    const buyer = await shop.signedIn(actor)
    await choose(buyer, 'USD')
    await fillCart(pool, actor, [{ unitId: dollar.unitId, quantity: 1 }])
    expect((await cartOf(buyer))[0]?.productUnit.defaultPrice).toEqual({ value: 10, currency: 'USD' })
    await pool.execute(`UPDATE currencies SET exchange_rate = ${rate} WHERE code = 'USD'`)
    await knows(({ currencies }) => currencies.every(({ code }) => code !== 'USD'))
    await shop.settle()
    // The chosen currency is no longer offered: the store's own takes its place.
    expect((await visitorOf(buyer)).currency.code).toBe('TRY')
    expect((await product(buyer, dollar)).salePrice).toEqual({ value: 0, currency: 'USD' })
    expect((await product(buyer, priced)).advencePrice2).toEqual({ value: 0, currency: 'USD' })
    const [line] = await cartOf(buyer)
    expect(line?.productUnit.defaultPrice).toEqual({ value: 0, currency: 'USD' })
    expect(line?.previousPrice).toBeUndefined()
    expect(codeOf(await add(buyer, dollar))).toBe('price_unknown')
    expect(codeOf(await buyer.send('POST', '/api/catalog/cart', { body: {} }))).toBe('price_unknown')
    expect(await codes(buyer, '?filters=price:0-100000')).toEqual(['LIRA'])
    expect(await codes(buyer, '?sort=price')).toEqual(['LIRA', 'DOLAR', 'SORUNUZ'])
    await setRates({ USD: '40' })
    await shop.settle()
    // Back again it is the price that was seen before: nothing to tell.
    expect((await cartOf(buyer))[0]?.previousPrice).toBeUndefined()
  })

  test('does not keep orders waiting', async () => {
    const { pool } = shop.database
    const buyer = await shop.signedIn(await addDealer(pool))
    await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE currencies SET exchange_rate = 41 WHERE code = 'USD'")
      expect((await add(buyer, dollar)).status).toBe(200)
      expect((await buyer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
      await client.query('ROLLBACK')
    })
  })
})
