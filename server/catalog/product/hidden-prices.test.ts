import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { addAdmin, addDealer, addProduct, addWarehouse, setStock, type TestProduct } from '#testing/store-rows.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let product: TestProduct
let parent: TestProduct

// Numbers that occur nowhere else, so that a search in the response finds them.
const [price, stock, planPrice, listPrice] = [87_654.32, 7_531, 86_421.5, 98_765.4]
const priceKeys = /"(salePrice|defaultPrice|listPrice|advencePrice[1-5]|currency|exchangeRate)":/
const stockKeys = /"(quantity|moreThan|inventory|warehouseName|isInStock)":/

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  await pool.execute("INSERT INTO payment_plans (key, name) VALUES ('advencePrice1', 'Peşin')")
  const category = await pool.one<{ id: number }>(
    "INSERT INTO categories (name, slug) VALUES ('El aletleri', 'el-aletleri') RETURNING id",
  )
  product = await addProduct(pool, { code: 'GIZLI-1', price, stock, units: { KOLİ: 12 } })
  await pool.execute(
    "UPDATE unit_prices SET plan1_value = $2, plan1_currency = 'TRY', list_value = $3, list_currency = 'TRY' WHERE unit_id = $1",
    [product.unitId, planPrice, listPrice],
  )
  await addWarehouse(pool, 'DEPO2')
  await setStock(pool, product.id, 0, 'DEPO2')
  const cheap = await addProduct(pool, { code: 'GIZLI-2', price: 1, stock: 1 })
  parent = await addProduct(pool, { code: 'GIZLI-3', variantNames: ['Renk'], price: null })
  const child = await addProduct(pool, { code: 'GIZLI-4', parentId: parent.id, variantValues: ['Mavi'], price, stock })
  await pool.execute("UPDATE products SET category_id = $1, equivalent_code = 'E1' WHERE id = ANY ($2)", [
    category?.id,
    [product.id, cheap.id, parent.id, child.id],
  ])
  await shop.settle()
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.setSetting('showPriceStatus', '1')
  await shop.setSetting('guestPrices', '0')
  await shop.setSetting('showStokInfo', '0')
})

/** Every endpoint that returns products. */
const urls = () => [
  '/api/catalog/products',
  '/api/catalog/products/el-aletleri?sort=-price&view=grid',
  '/api/catalog/products/search?q=gizli',
  `/api/catalog/product/${product.id}`,
  `/api/catalog/variants/${parent.id}`,
  '/autocomplete?q=gizli',
  '/api/catalog/categories',
]

async function textsFor(visitor: TestVisitor): Promise<string[]> {
  const responses = await Promise.all(urls().map((url) => visitor.send('GET', url)))
  expect(responses.map(({ status }) => status)).toEqual(urls().map(() => 200))
  return responses.map(({ text }) => text)
}

const showsPrice = (text: string) =>
  priceKeys.test(text) || [price, planPrice, listPrice].some((value) => text.includes(String(value)))
const showsStock = (text: string) => stockKeys.test(text) || text.includes(String(stock))

describe('prices and stock', () => {
  test('are in no response to a guest', async () => {
    const texts = await textsFor(await shop.guest())
    expect(texts.filter(showsPrice)).toEqual([])
    expect(texts.filter(showsStock)).toEqual([])
  })

  test('are in the responses to a dealer', async () => {
    const [list = '', , , detail = ''] = await textsFor(await shop.signedIn(await addDealer(shop.database.pool)))
    for (const text of [list, detail]) {
      for (const value of [price, stock, planPrice, listPrice]) expect(text).toContain(String(value))
    }
  })

  test('are shown to guests only as far as each setting allows', async () => {
    const guest = await shop.guest()
    await shop.setSetting('guestPrices', '1')
    const priced = await textsFor(guest)
    expect(priced.some(showsPrice)).toBe(true)
    expect(priced.filter(showsStock)).toEqual([])
    await shop.setSetting('guestPrices', '0')
    await shop.setSetting('showStokInfo', '1')
    const stocked = await textsFor(guest)
    expect(stocked.filter(showsPrice)).toEqual([])
    expect(stocked.some(showsStock)).toBe(true)
  })

  test('are hidden from all visitors, including in the cart, when the store hides prices', async () => {
    await shop.setSetting('showPriceStatus', '0')
    await shop.setSetting('guestPrices', '1')
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    const body = { quantity: 1, productValue: product.unitId }
    const added = await dealer.send('POST', `/api/catalog/cart/${product.id}`, { body })
    expect(added.status).toBe(200)
    const cart = await dealer.send('GET', '/api/catalog/cart')
    const visitors = [await shop.guest(), dealer, await shop.signedIn(await addAdmin(shop.database.pool))]
    const texts = (await Promise.all(visitors.map(textsFor))).flat()
    expect([...texts, added.text, cart.text].filter(showsPrice)).toEqual([])
  })

  test('are missing from order responses and from the sort fields of orders', async () => {
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    const place = async (quantity: number) => {
      await dealer.send('POST', `/api/catalog/cart/${product.id}`, { body: { quantity, productValue: product.unitId } })
      return ((await dealer.send('POST', '/api/catalog/cart', { body: {} })).body as { id: number }).id
    }
    const ids = [await place(2), await place(1)]
    const urls = ['/api/catalog/orders?sort=-total', '/api/catalog/orders/summary']
    const requestAll = async () => [
      ...(await Promise.all(urls.map((url) => dealer.send('GET', url)))),
      await dealer.send('POST', `/api/catalog/order/${ids[0]}/again`, { body: {} }),
    ]
    const listed = ([list]: Awaited<ReturnType<typeof requestAll>>) => {
      const body = list?.body as { items: { id: number }[] }
      return body.items.map(({ id }) => id)
    }
    const responses = await requestAll()
    expect(responses.slice(0, 2).every(({ text }) => text.includes(String(price)))).toBe(true)
    expect(listed(responses)).toEqual(ids)
    await shop.setSetting('showPriceStatus', '0')
    const hidden = await requestAll()
    expect(hidden.map(({ status }) => status)).toEqual([200, 200, 200])
    const amounts = /"(price\w*|amount|subtotal|tax|total\w*)":(?!\d+,"page")[{\d]/
    expect(
      hidden.filter(({ text }) => text.includes(String(price)) || amounts.test(text.replaceAll('"tax":20', ''))),
    ).toEqual([])
    expect(listed(hidden)).toEqual(ids.toReversed())
  })
})

describe('hidden prices and stock cannot be inferred', () => {
  const idsFor = async (visitor: TestVisitor, query: string) => {
    const { body } = await visitor.send('GET', `/api/catalog/products${query}`)
    const { items, total, sort } = body as ProductList
    return { ids: items.map(({ id }) => id), total, sort }
  }

  test('from sorting or filtering by prices and stock', async () => {
    const guest = await shop.guest()
    const unfiltered = await idsFor(guest, '')
    for (const query of [
      '?sort=price',
      '?sort=-price',
      '?sort=quantity',
      '?sort=-quantity',
      '?filters=price:50000-',
      '?filters=price:-2',
    ]) {
      expect({ query, ...(await idsFor(guest, query)) }).toEqual({ query, ...unfiltered })
    }
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    expect((await idsFor(dealer, '?sort=price')).ids).not.toEqual((await idsFor(dealer, '?sort=-price')).ids)
    expect((await idsFor(dealer, '?filters=price:50000-')).total).toBeLessThan(unfiltered.total)
  })

  test('from settings or data of other users in responses', async () => {
    const text = (await (await shop.guest()).send('GET', '/api/visitor')).text
    expect(text).not.toMatch(/riskLimit|risk_limit|password|balance|sessionDays/i)
  })
})

test('each dealer sees its own prices', async () => {
  const prices = await Promise.all(
    [0, 12.5].map(async (discount) => {
      const dealer = await shop.signedIn(await addDealer(shop.database.pool, { discount }))
      const { body } = await dealer.send('GET', `/api/catalog/product/${product.id}`)
      return (body as { salePrice: { value: number } }).salePrice.value
    }),
  )
  expect(prices).toEqual([price, 76_697.53])
})
