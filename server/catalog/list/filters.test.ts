import { beforeAll, describe, expect, test } from 'vitest'
import type { Facets, ProductList } from '#contract/shop/catalog.ts'
import { codes, dealer, dealerWith, guest, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

/** Nails that cost 1 to 60 TRY without tax; every third one is sold out. */
beforeAll(async () => {
  const { pool } = shop.database
  await pool.execute(
    `INSERT INTO products (code, name, seo, category_id, brand_id)
     SELECT 'N' || n, 'Çivi ' || n, 'civi-' || n, $1, $2 FROM generate_series(1, 60) n`,
    [shop.labels.tools, shop.labels.bosch],
  )
  await pool.execute(
    `INSERT INTO product_units (product_id, name) SELECT id, 'ADET' FROM products WHERE name LIKE 'Çivi%' ORDER BY id`,
  )
  await pool.execute(
    `UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id AND p.name LIKE 'Çivi%'`,
  )
  await pool.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT (SELECT id FROM price_lists WHERE is_default), p.default_unit_id, substr(p.code, 2)::int, 'TRY'
       FROM products p WHERE p.name LIKE 'Çivi%'`,
  )
  await pool.execute(
    `INSERT INTO inventory (product_id, warehouse_id, quantity)
     SELECT p.id, (SELECT min(id) FROM warehouses), substr(p.code, 2)::int % 3 FROM products p WHERE p.name LIKE 'Çivi%'`,
  )
})

const rangeOf = ({ min, max }: { min: number | null; max: number | null }) => `${min ?? ''}-${max ?? ''}`
const pricesOf = (facets: Facets) => facets.price ?? []

async function expectTrueCounts(list: ProductList, filters: string, who = dealer): Promise<void> {
  expect(pricesOf(list.facets).length).toBeGreaterThan(1)
  for (const range of pricesOf(list.facets)) {
    const found = await shop.list('', { filters: `${filters};price:${rangeOf(range)}`, limit: '96' }, who)
    expect(found.total).toBe(range.count)
    expect(found.facets.price?.find(({ selected }) => selected)).toEqual({ ...range, selected: true })
  }
}

describe('price ranges', () => {
  test('have round bounds, divide the prices evenly, and find as many products as counted', async () => {
    const filters = `brand:BSH;category:${shop.labels.tools}`
    const list = await shop.list('', { filters }, dealer)
    expect(pricesOf(list.facets).map(rangeOf)).toEqual(['-10', '10-25', '25-50', '50-'])
    await expectTrueCounts(list, filters)
  })

  test('use the tax, discount and currency of the prices that are shown', async () => {
    const filters = `category:${shop.labels.tools}`
    await shop.set({ productsWithKdv: '1' })
    const taxed = await shop.list('', { filters }, dealer)
    await expectTrueCounts(taxed, filters)
    expect(pricesOf(taxed.facets).map(rangeOf)).not.toEqual(['-10', '10-25', '25-50', '50-'])
    const half = dealerWith({ discount: '50' })
    await expectTrueCounts(await shop.list('', { filters }, half), filters, half)
    await shop.database.pool.execute("UPDATE currencies SET exchange_rate = 2 WHERE code = 'USD'")
    await shop.store.refresh()
    const usd = shop.store.facts().currencies.find(({ code }) => code === 'USD')?.id ?? 0
    const inDollars = { ...dealer, choices: { defaultCurrency: usd } }
    await expectTrueCounts(await shop.list('', { filters }, inDollars), filters, inDollars)
  })

  test('are counted without the price filter, and are absent when prices are hidden', async () => {
    const filters = `category:${shop.labels.tools}`
    const all = await shop.list('', { filters }, dealer)
    const chosen = await shop.list('', { filters: `${filters};price:10-25` }, dealer)
    expect(pricesOf(chosen.facets).map(rangeOf)).toEqual(pricesOf(all.facets).map(rangeOf))
    expect(chosen.total).toBeLessThan(all.total)
    expect((await shop.list('', { filters }, guest)).facets).not.toHaveProperty('price')
  })
})

describe('the stock filter', () => {
  test('is counted under the other filters, whether or not it is selected', async () => {
    const filters = `brand:BSH;category:${shop.labels.tools}`
    const all = await shop.list('', { filters }, dealer)
    expect(all.facets.stock).toEqual({ count: 41, selected: false })
    const chosen = await shop.list('', { filters: `${filters};stock:1` }, dealer)
    expect(chosen.total).toBe(41)
    expect(chosen.facets.stock).toEqual({ count: 41, selected: true })
  })

  test('has no count when stock is hidden or the list shows only products in stock', async () => {
    expect((await shop.list('', {}, guest)).facets).not.toHaveProperty('stock')
    const onlyInStock = { ...dealer, choices: { showNotInStocks: '0' as const } }
    expect((await shop.list('', {}, onlyInStock)).facets).not.toHaveProperty('stock')
    await shop.set({ stockInfoStatus: 1 })
    expect((await shop.list('', {}, dealer)).facets).not.toHaveProperty('stock')
  })
})

describe('an invalid list query', () => {
  const everything = 64

  test.each([
    ['an unknown key', { filters: 'colour:red;size:9' }],
    ['invalid ids', { filters: 'model:abc,1e9,-1;category:1 OR 1=1' }],
    ['a price that is no number', { filters: 'price:abc-5' }],
    ['a price without ends', { filters: 'price:-' }],
    ['a price beyond all numbers', { filters: 'price:1e309-' }],
    ['no values', { filters: 'brand;price:;:;;,' }],
    ['another stock', { filters: 'stock:yes' }],
    ['a hundred kilobytes', { filters: `colour:${'x'.repeat(100_000)}` }],
    ['ten thousand keys', { filters: Array.from({ length: 10_000 }, (_, i) => `k${i}:v`).join(';') }],
    ['prototypes', { filters: '__proto__:1;constructor:2', sort: '__proto__', view: 'toString' }],
  ])('ignores %s', async (_, query) => {
    expect(await shop.list('', query, dealer)).toMatchObject({ total: everything, page: 1, limit: 24 })
  })

  test.each([
    ['a page after the last one', { page: '1000000000' }, { page: 1_000_000, items: [], total: everything }],
    ['a negative page and a limit that is too large', { page: '-5', limit: '1000000' }, { page: 1, limit: 96 }],
    ['a page in scientific notation and limit 0', { page: '1e3', limit: '0' }, { page: 1, limit: 24 }],
    ['ten thousand letters', { q: 'x'.repeat(10_000) }, { total: 0 }],
    ['wildcards', { q: '%_%_' }, { total: 0 }],
    ['only spaces', { q: '   ' }, { total: everything, q: '' }],
    ['a price range the wrong way round', { filters: 'price:60-50', sort: '-price' }, { total: 11 }],
  ])('returns a page for %s', async (_, query, expected) => {
    expect(await shop.list('', query, dealer)).toMatchObject(expected)
  })

  test.each([
    ['the brand of the address', { brand: 'NOBODY' }],
    ['a brand', { filters: 'brand:NOBODY' }],
    ['a model', { filters: 'model:999999' }],
    ['a category', { filters: 'category:999999' }],
    ['a brand beside an existing model', { brand: 'NOBODY', filters: `model:1` }],
  ])('finds nothing if %s is unknown', async (_, query) => {
    const found = await shop.list('search', query, dealer)
    expect(found).toMatchObject({ items: [], total: 0, pages: 0 })
    expect((await shop.list('search', { ...query, page: '2' }, dealer)).total).toBe(0)
  })

  test.each([
    ['its name', { brand: 'BSH' }, 'Bosch'],
    ['its code if it is unknown', { brand: 'NOBODY' }, 'NOBODY'],
    ['nothing beside another brand', { brand: 'BSH', filters: 'brand:NOBODY' }, null],
    ['nothing beside words', { brand: 'BSH', q: 'matkap' }, null],
  ])('a search by brand is headed by %s', async (_, query, title) => {
    expect((await shop.list('search', query, dealer)).place).toMatchObject({ kind: 'search', title, brand: null })
  })

  test('applies existing names and ignores unknown ones', async () => {
    expect(codes(await shop.list('', { filters: `brand:NOBODY,BSH;model:${shop.labels.model},77` }, dealer))).toEqual([
      '06A 905-115',
    ])
  })
})
