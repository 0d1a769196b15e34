import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { feedOf, fetchFeed, fetchItems, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let dealer: TestVisitor
let drill: TestProduct
const db = () => shop.database.pool
const jsonFeed = (parts = {}) => feedOf('standard', { format: 'json', ...parts })

beforeAll(async () => {
  shop = await openTestShop()
  dealer = await shop.signedIn(await addDealer(db(), { discount: 10 }))
  drill = await addProduct(db(), { code: 'MTK-1', price: 100, stock: 12, units: { KOLİ: 6 }, taxRate: 20 })
  await addProduct(db(), { code: 'UC-1', price: 10, currency: 'USD', stock: 0 })
  await db().execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
  await shop.settle()
})
afterEach(() => db().execute('DELETE FROM dealer_feeds'))
afterAll(() => shop.close())

describe('a feed', () => {
  test('contains what the dealer sees: prices with the discount, stock, units', async () => {
    const items = await fetchItems(shop, pathOf(await makeFeed(dealer, jsonFeed({ columns: allColumns }))))
    expect(items.get('MTK-1')).toMatchObject({
      price: 90,
      currency: 'TRY',
      taxRate: 20,
      taxIncluded: false,
      stock: 12,
      isInStock: true,
      unit: 'ADET',
      units: [
        { unit: 'ADET', multiplier: 1, barcode: null, price: 90 },
        { unit: 'KOLİ', multiplier: 6, barcode: null, price: 540 },
      ],
    })
    expect(items.get('UC-1')).toMatchObject({ price: 360, stock: 0, isInStock: false })
  })

  test('adds a margin and tax, and rounds to a step', async () => {
    const values = jsonFeed({ percent: '25', taxIncluded: true, rounding: '5' })
    const items = await fetchItems(shop, pathOf(await makeFeed(dealer, values)))
    // 100 − 10 %, + 20 % tax, + 25 % = 135
    expect(items.get('MTK-1')).toMatchObject({ price: 135, taxIncluded: true })
  })

  test('converts prices to its currency', async () => {
    const items = await fetchItems(shop, pathOf(await makeFeed(dealer, jsonFeed({ currency: 'USD' }))))
    expect(items.get('MTK-1')).toMatchObject({ price: 2.25, currency: 'USD' })
    expect(items.get('UC-1')).toMatchObject({ price: 9 })
  })

  test('tells no more of the stock than the screen', async () => {
    const feed = await makeFeed(dealer, jsonFeed())
    const stockIn = async (mode: number) => {
      await shop.setSetting('stockInfoStatus', mode)
      const item = (await fetchItems(shop, pathOf(feed))).get('MTK-1')
      return [item?.['stock'], item?.['isInStock']]
    }
    try {
      expect(await stockIn(15)).toEqual([5, true])
      expect(await stockIn(16)).toEqual([10, true])
      expect(await stockIn(17)).toEqual([12, true])
      expect(await stockIn(2)).toEqual([1, true])
      expect(await stockIn(1)).toEqual([1, true])
      expect(await stockIn(10)).toEqual([2, true])
    } finally {
      await shop.setSetting('stockInfoStatus', 0)
    }
  })

  test('has no prices while the shop hides them, and list prices only if it shows them', async () => {
    const feed = await makeFeed(dealer, jsonFeed({ columns: allColumns }))
    await shop.setSetting('showPriceStatus', '0')
    try {
      const text = JSON.stringify((await fetchItems(shop, pathOf(feed))).get('MTK-1'))
      expect(text).toContain('"price":null')
      expect(text).not.toContain('90')
    } finally {
      await shop.setSetting('showPriceStatus', '1')
    }
    await shop.setSetting('showListPrice', '0')
    try {
      const answer = await dealer.send('POST', '/api/account/feeds', { body: feedOf('standard', { price: 'list' }) })
      expect(Object.keys((answer.body as { error: { fields: object } }).error.fields)).toEqual(['price'])
    } finally {
      await shop.setSetting('showListPrice', '1')
    }
  })

  test('contains only chosen brands and categories, with the categories below them', async () => {
    const [brand] = await db().query<{ id: number }>(
      "INSERT INTO brands (code, name, slug) VALUES ('VLT', 'Voltan', 'voltan') RETURNING id",
    )
    const [root] = await db().query<{ id: number }>(
      "INSERT INTO categories (name, slug) VALUES ('El Aletleri', 'el-aletleri') RETURNING id",
    )
    const [leaf] = await db().query<{ id: number }>(
      "INSERT INTO categories (parent_id, name, slug) VALUES ($1, 'Matkap', 'matkap') RETURNING id",
      [root?.id],
    )
    await db().execute('UPDATE products SET brand_id = $2, category_id = $3 WHERE id = $1', [
      drill.id,
      brand?.id,
      leaf?.id,
    ])
    const codes = async (parts: object) => [
      ...(await fetchItems(shop, pathOf(await makeFeed(dealer, jsonFeed(parts))))).keys(),
    ]
    expect(await codes({ brands: [brand?.id] })).toEqual(['MTK-1'])
    expect(await codes({ categories: [root?.id] })).toEqual(['MTK-1'])
    expect(await codes({ categories: [999_999] })).toEqual([])
    const item = (await fetchItems(shop, pathOf(await makeFeed(dealer, jsonFeed())))).get('MTK-1')
    expect(item).toMatchObject({ brand: 'Voltan', category: 'El Aletleri > Matkap' })
  })

  test('leaves out products without stock where lists do', async () => {
    const feed = await makeFeed(dealer, jsonFeed())
    await shop.setSetting('showNotInStocks', '0')
    try {
      expect([...(await fetchItems(shop, pathOf(feed))).keys()]).toEqual(['MTK-1'])
    } finally {
      await shop.setSetting('showNotInStocks', '1')
    }
  })

  test('is compressed on request', async () => {
    const feed = await makeFeed(dealer)
    const { bytes, headers } = await fetchFeed(shop, pathOf(feed), { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toContain('MTK-1')
  })
})

const allColumns = (
  [
    'code',
    'name',
    'price',
    'listPrice',
    'currency',
    'taxRate',
    'taxIncluded',
    'stock',
    'isInStock',
    'unit',
    'units',
  ] as const
).map((field) => ({ field, name: field }))
