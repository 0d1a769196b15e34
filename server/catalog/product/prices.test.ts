import { beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/shop/orders.ts'
import { addDealer, type TestProduct } from '#testing/store-rows.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { codeOf, type TestVisitor } from '#testing/shop.ts'
import { add, codes, waitForVisitor, list, visitorKinds, product, useTestPrices, visitorOf } from '#testing/prices.ts'

const prices = useTestPrices()

describe('each price setting for guest, dealer and administrator', () => {
  /** The price fields in the response: sale, list, plans. */
  async function shown(name: (typeof visitorKinds)[number]): Promise<string> {
    const found = (await list(prices.visitors[name])).items.find(({ code }) => code === 'LIRA')
    const detail = await product(prices.visitors[name], prices.priced)
    const marks = (keys: object) =>
      [
        'salePrice' in keys ? 'sale' : '',
        'listPrice' in keys ? 'list' : '',
        Object.keys(keys).some((key) => key.startsWith('advencePrice')) ? 'plans' : '',
      ]
        .filter(Boolean)
        .join(' ')
    expect(marks(detail)).toBe(marks(found ?? {}))
    const { plans } = await visitorOf(prices.visitors[name])
    expect(plans.length > 0).toBe(marks(detail).includes('sale'))
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
  ])('applies %j', async (settings, expected) => {
    for (const [key, value] of Object.entries(settings)) await saveSetting(prices.shop.database.pool, key, value)
    await waitForVisitor(prices.shop, (visitor) =>
      Object.entries(settings).every(([key, value]) => visitor.settings[key as keyof typeof settings] === value),
    )
    expect(await Promise.all(visitorKinds.map(shown))).toEqual(expected)
    // Sorting and ranges must not reveal hidden prices.
    for (const [i, name] of visitorKinds.entries()) {
      const maySee = expected[i] !== ''
      expect({ name, ...(await list(prices.visitors[name], '?sort=-price')) }).toMatchObject({
        sort: maySee ? '-price' : null,
      })
      expect({ name, ...(await list(prices.visitors[name], '?filters=price:1000000-')) }).toMatchObject({
        total: maySee ? 0 : 3,
      })
    }
  })

  test('shows prices with tax: ranges include the tax, amounts on the wire do not', async () => {
    // The default plan's price, which the cart charges.
    expect(await codes(prices.visitors.dealer, '?filters=price:95-95')).toEqual(['LIRA'])
    await prices.shop.setSetting('productsWithKdv', '1')
    expect(await codes(prices.visitors.dealer, '?filters=price:95-95')).toEqual([])
    expect(await codes(prices.visitors.dealer, '?filters=price:114-114')).toEqual(['LIRA'])
    // 10 USD at 40 TRY plus 10 percent tax.
    expect(await codes(prices.visitors.dealer, '?filters=price:440-440')).toEqual(['DOLAR'])
    expect(await product(prices.visitors.dealer, prices.priced)).toMatchObject({
      salePrice: { value: 100, currency: 'TRY' },
      cartPrice: { value: 95, currency: 'TRY' },
      taxRate: 20,
    })
  })

  test('names the five plan prices and flags the default one and the card payment one', async () => {
    expect(await product(prices.visitors.dealer, prices.priced)).toMatchObject({
      advencePrice1: { value: 95, currency: 'TRY' },
      advencePrice2: { value: 3, currency: 'USD' },
      advencePrice3: { value: 105, currency: 'TRY' },
      units: [{ value: 'ADET' }, { value: 'KOLİ', advencePrice1: { value: 1140, currency: 'TRY' } }],
    })
    expect((await visitorOf(prices.visitors.dealer)).plans).toEqual([
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
  ])(
    'an order with plan %s costs %i; a missing or zero plan price falls back to the sale price',
    async (advencePrice, value) => {
      const buyer = await prices.shop.signedIn(await addDealer(prices.shop.database.pool))
      await add(buyer, prices.priced)
      const placed = await buyer.send('POST', '/api/catalog/cart', { body: { advencePrice } })
      const { orderNo } = placed.body as { orderNo: string }
      const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
      expect((body as Order).orderItems[0]?.price).toEqual({ value, currency: 'TRY' })
    },
  )
})

describe('two dealers with different price lists and discounts', () => {
  let wholesale: TestVisitor
  let retail: TestVisitor
  beforeAll(async () => {
    const { pool } = prices.shop.database
    const listOf = async (code: string) =>
      (await pool.one<{ id: number }>('INSERT INTO price_lists (code, name) VALUES ($1, $1) RETURNING id', [code]))
        ?.id ?? 0
    const [first, second] = [await listOf('TOPTAN'), await listOf('PERAKENDE')]
    const insert = (listId: number, unitId: number, value: number, currency: string) =>
      pool.execute(
        'INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, $3, $4)',
        [listId, unitId, value, currency],
      )
    await insert(first, prices.priced.unitId, 500, 'TRY')
    await insert(second, prices.dollar.unitId, 1, 'USD')
    await insert(second, prices.priced.unitId, 0, 'TRY')
    await prices.shop.settle()
    await waitForVisitor(prices.shop, () => true)
    wholesale = await prices.shop.signedIn(await addDealer(pool, { priceListId: first, discount: 10 }))
    retail = await prices.shop.signedIn(await addDealer(pool, { priceListId: second, discount: 50 }))
  })

  const sale = async (visitor: TestVisitor, of: TestProduct) => (await product(visitor, of)).salePrice

  test('see their own prices on the product page, in lists, in the cart and in the order', async () => {
    expect(await sale(wholesale, prices.priced)).toEqual({ value: 450, currency: 'TRY' })
    expect(await sale(wholesale, prices.dollar)).toEqual({ value: 9, currency: 'USD' })
    expect(await sale(retail, prices.priced)).toEqual({ value: 0, currency: 'TRY' })
    expect(await sale(retail, prices.dollar)).toEqual({ value: 0.5, currency: 'USD' })
    const inList = (await list(wholesale)).items.find(({ code }) => code === 'LIRA')
    expect(inList?.salePrice).toEqual({ value: 450, currency: 'TRY' })
    expect((await add(wholesale, prices.priced, 2)).body).toMatchObject({
      productUnit: { defaultPrice: { value: 450 } },
    })
    expect(codeOf(await add(retail, prices.priced))).toBe('price_unknown')
    expect((await add(retail, prices.dollar, 4)).status).toBe(200)
    const placed = await retail.send('POST', '/api/catalog/cart', { body: {} })
    expect(placed.status).toBe(200)
    const { body } = await retail.send('GET', '/api/catalog/orders/summary')
    // 4 × 0.50 USD at 40 TRY, 10 percent tax.
    expect(body).toMatchObject({ subtotal: 80, tax: 8, total: 88, currency: 'TRY', rates: { USD: 40, TRY: 1 } })
  })

  test('sort and filter by their own prices; products with price on request count as having no price', async () => {
    const withPrice = async (visitor: TestVisitor, query: string) => codes(visitor, `${query}&limit=50`)
    expect(await withPrice(prices.visitors.dealer, '?sort=price')).toEqual(['LIRA', 'DOLAR', 'SORUNUZ'])
    expect(await withPrice(wholesale, '?sort=price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(retail, '?sort=price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(retail, '?sort=-price')).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await withPrice(wholesale, '?filters=price:450-450')).toEqual(['LIRA'])
    expect(await withPrice(wholesale, '?filters=price:100-100')).toEqual([])
    expect(await withPrice(retail, '?filters=price:20-20')).toEqual(['DOLAR'])
    // 100 TRY is the default list's price, which this dealer never sees.
    expect(await withPrice(retail, '?filters=price:1-200')).toEqual(['DOLAR'])
  })
})
