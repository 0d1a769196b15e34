import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Suggestion } from '#contract/catalog.ts'
import type { CategoryNode } from '#contract/categories.ts'
import type { ProductList } from '#contract/catalog.ts'
import type { Product, ProductDetail } from '#contract/product.ts'
import { addProduct, addWarehouse, setPrice, setStock } from '#db/test-store.ts'
import type { CallContext } from '#server/platform/http/context.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { testActor, testContext } from '#server/platform/http/test-context.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { type Catalog, openCatalog, registerCatalog } from './catalog.ts'

let database: TestDatabase
let store: Store
let catalog: Catalog
const calls = new Calls()
const guest: Partial<CallContext> = {}
const dealer: Partial<CallContext> = { actor: testActor() }

const hammer = { id: 0, unit: 0, pack: 0 }
const shirt = { id: 0, red: 0, blue: 0 }
const labels = { bosch: 0, tools: 0, hammers: 0, model: 0 }

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await addLabels()
  await addWarehouse(pool, 'ANKARA')
  const made = await addProduct(pool, { code: '06A 905-115', price: 100, stock: 7, units: { PAKET: 12, KOLİ: 120 } })
  Object.assign(hammer, { id: made.id, unit: made.unitId, pack: made.units.PAKET })
  await setStock(pool, made.id, -2, 'ANKARA')
  await pool.execute(
    `UPDATE products SET name = 'ÇEKİÇ Işıklı 500 gr', brand_id = $2, category_id = $3, model_id = $4, images = '{a b.svg}',
       equivalent_code = 'EŞ-1', ozelkod = 'Raf 3', description = 'Sağlam', attributes = '[["Ağırlık","500 gr"]]' WHERE id = $1`,
    [hammer.id, labels.bosch, labels.hammers, labels.model],
  )
  await pool.execute(
    `UPDATE unit_prices SET list_value = 125, list_currency = 'TRY', plan1_value = 110, plan1_currency = 'TRY' WHERE unit_id = $1`,
    [hammer.unit],
  )
  await pool.execute("INSERT INTO payment_plans (key, name) VALUES ('advencePrice1', '30 gün')")
  await addShirt()
  const twin = await addProduct(pool, { code: 'EŞ-42', price: 10.5, currency: 'USD', stock: 0 })
  await pool.execute("UPDATE products SET equivalent_code = 'EŞ-1', category_id = $2 WHERE id = $1", [
    twin.id,
    labels.hammers,
  ])
  const hidden = await addProduct(pool, { code: 'HIDDEN', stock: 5 })
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [hidden.id])
  await addProduct(pool, { code: 'NOPRICE', price: null, stock: 3 })
  store = await createStore(pool)
  catalog = openCatalog(pool)
  registerCatalog(calls, { pool, store, catalog })
})

afterAll(async () => {
  await catalog.close()
  await store.close()
  await database.drop()
})

beforeEach(async () => {
  await database.pool.execute('DELETE FROM settings')
  await store.refresh()
})

async function addLabels(): Promise<void> {
  const insert = async (sql: string, params: unknown[] = []) =>
    (await database.pool.one<{ id: number }>(sql, params))?.id ?? 0
  labels.bosch = await insert("INSERT INTO brands (code, name, slug) VALUES ('BSH', 'Bosch', 'bosch') RETURNING id")
  labels.model = await insert("INSERT INTO models (brand_id, name) VALUES ($1, 'Pro 5') RETURNING id", [labels.bosch])
  labels.tools = await insert("INSERT INTO categories (name, slug) VALUES ('El Aletleri', 'el-aletleri') RETURNING id")
  labels.hammers = await insert(
    "INSERT INTO categories (parent_id, name, slug) VALUES ($1, 'Çekiçler', 'cekicler') RETURNING id",
    [labels.tools],
  )
}

async function addShirt(): Promise<void> {
  const parent = await addProduct(database.pool, { code: 'TSHIRT', price: null, variantNames: ['Renk'] })
  const child = (code: string, value: string, price: number, stock: number) =>
    addProduct(database.pool, { code, price, stock, parentId: parent.id, variantValues: [value] })
  Object.assign(shirt, {
    id: parent.id,
    red: (await child('TS-K', 'Kırmızı', 50, 4)).id,
    blue: (await child('TS-M', 'Mavi', 40, 6)).id,
  })
}

async function set(values: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await saveSetting(database.pool, key, value)
  await store.refresh()
}

async function list(
  path: string,
  query: Record<string, string> = {},
  who: Partial<CallContext> = guest,
): Promise<ProductList> {
  await catalog.catchUp()
  const answer = await calls
    .find('GET', '/api/catalog/products/*')
    ?.run({ params: { '*': path }, query }, testContext(who))
  if (answer?.ok !== true) throw new Error(JSON.stringify(answer))
  return answer.body as ProductList
}

async function show(key: string | number, who: Partial<CallContext> = guest): Promise<ProductDetail> {
  await catalog.catchUp()
  const answer = await calls
    .find('GET', '/api/catalog/product/:key')
    ?.run({ params: { key: String(key) } }, testContext(who))
  if (answer?.ok !== true) throw new Error(JSON.stringify(answer))
  return answer.body as ProductDetail
}

async function suggest(q: string, who: Partial<CallContext> = guest): Promise<Suggestion[]> {
  const answer = await calls.find('GET', '/autocomplete')?.run({ query: { q } }, testContext(who))
  return answer?.ok ? (answer.body as Suggestion[]) : []
}

const codes = (found: { items: Product[] }) => found.items.map(({ code }) => code)
const all = ['06A 905-115', 'TSHIRT', 'EŞ-42', 'NOPRICE']

describe('the list', () => {
  test('shows singles and parents, not children and not what is switched off', async () => {
    const found = await list('')
    expect(codes(found)).toEqual(all)
    expect(found).toMatchObject({ total: 4, page: 1, pages: 1, limit: 24, sort: null, view: 'list', q: '' })
  })

  test('reads its query generously', async () => {
    expect(await list('', { page: '0' })).toMatchObject({ page: 1, total: 4 })
    expect(await list('', { page: '-3' })).toMatchObject({ page: 1 })
    expect(await list('', { page: '999999', limit: '2' })).toMatchObject({
      page: 999_999,
      pages: 2,
      items: [],
      total: 4,
    })
    expect(await list('', { limit: '1000' })).toMatchObject({ limit: 96 })
    expect(
      await list('', { limit: 'x', sort: 'secret', view: 'cube', filters: 'foo:1;;brand;model:abc,9;price:9-x' }),
    ).toMatchObject({
      ...{ limit: 24, sort: null, view: 'list', total: 4 },
    })
    expect(await list('', { view: 'grid' })).toMatchObject({ view: 'grid' })
    expect(await list('', { page: '2', limit: '3' })).toMatchObject({ page: 2, pages: 2, total: 4 })
  })

  test('knows the path shapes', async () => {
    expect((await list('bosch')).place).toMatchObject({ kind: 'brand', title: 'Bosch', brand: { code: 'BSH' } })
    const hammers = await list('cekicler')
    expect(codes(hammers)).toEqual(['06A 905-115', 'EŞ-42'])
    expect(hammers.place.breadcrumbs).toEqual([
      { name: 'El Aletleri', url: '/el-aletleri' },
      { name: 'Çekiçler', url: '/cekicler' },
    ])
    expect(codes(await list('el-aletleri'))).toEqual(['06A 905-115', 'EŞ-42'])
    for (const path of ['bosch/cekicler', '/tr/bosch/cekicler', 'en/bosch/cekicler/']) {
      const narrowed = await list(path)
      expect(codes(narrowed)).toEqual(['06A 905-115'])
      expect(narrowed.place.kind).toBe('brand_category')
    }
    for (const path of ['', '/', 'tr', 'en/']) expect((await list(path)).place.kind).toBe('home')
    for (const path of ['nothing', 'bosch/nothing', 'cekicler/bosch', 'tr/tr/tr', 'a/b/c/d', '%00']) {
      const answer = await calls.find('GET', '/api/catalog/products/*')?.run({ params: { '*': path } }, testContext())
      expect(answer).toMatchObject({ ok: false, code: 'not_found' })
    }
  })

  test('filters by brand, model and category with counts that ignore their own choice', async () => {
    const found = await list('', { filters: `brand:BSH;model:${labels.model}` })
    expect(codes(found)).toEqual(['06A 905-115'])
    expect(found.facets.brand).toEqual([{ code: 'BSH', name: 'Bosch', count: 1, selected: true }])
    expect(found.facets.model).toEqual([{ id: labels.model, name: 'Pro 5', count: 1, selected: true }])
    expect(codes(await list('search', { brand: 'BSH' }))).toEqual(['06A 905-115'])
    const inCategory = await list('el-aletleri')
    expect(inCategory.facets.category).toEqual([
      {
        id: labels.tools,
        name: 'El Aletleri',
        url: '/el-aletleri',
        depth: 0,
        isAncestor: false,
        count: 2,
        selected: true,
      },
      {
        id: labels.hammers,
        name: 'Çekiçler',
        url: '/cekicler',
        depth: 1,
        isAncestor: false,
        count: 2,
        selected: false,
      },
    ])
    expect(codes(await list('', { filters: 'brand:UNKNOWN' }))).toEqual(all)
  })

  test('hides what is not in stock by the visitor’s choice, else the store’s', async () => {
    const inStock = ['06A 905-115', 'TSHIRT', 'NOPRICE']
    expect(codes(await list('', {}, { choices: { showNotInStocks: '0' } }))).toEqual(inStock)
    expect(codes(await list('', { filters: 'stock:1' }))).toEqual(inStock)
    await set({ showNotInStocks: '0' })
    expect(await list('')).toMatchObject({ total: 3, showNotInStocks: '0' })
    expect(await list('', {}, { choices: { showNotInStocks: '1' } })).toMatchObject({ total: 4 })
  })

  test('sorts by what the visitor may see, and by the store’s usual field', async () => {
    await database.pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
    await store.refresh()
    const byPrice = ['TSHIRT', '06A 905-115', 'EŞ-42', 'NOPRICE']
    expect(codes(await list('', { sort: 'price' }, dealer))).toEqual(byPrice)
    expect(codes(await list('', { sort: '-price' }, dealer))).toEqual(['EŞ-42', '06A 905-115', 'TSHIRT', 'NOPRICE'])
    expect(await list('', { sort: 'price' })).toMatchObject({ sort: null })
    expect(await list('', { sort: 'quantity' })).toMatchObject({ sort: null })
    expect(codes(await list('', { sort: '-quantity' }, dealer))).toEqual(['TSHIRT', '06A 905-115', 'NOPRICE', 'EŞ-42'])
    await set({ defaultSort: '-name' })
    expect(await list('')).toMatchObject({ sort: '-name' })
    expect(await list('', { sort: 'name' })).toMatchObject({ sort: 'name' })
    expect(await list('search', { q: 'cekic' })).toMatchObject({ sort: null })
    await set({ defaultSort: 'price' })
    expect(await list('')).toMatchObject({ sort: null })
  })

  test('takes a price range in the visitor’s currency, after the discount, only where prices are seen', async () => {
    await database.pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
    await store.refresh()
    const range = (text: string, who = dealer) => list('', { filters: `price:${text}` }, who).then(codes)
    expect(await range('40-100')).toEqual(['06A 905-115', 'TSHIRT'])
    expect(await range('100-40')).toEqual(['06A 905-115', 'TSHIRT'])
    expect(await range('420-')).toEqual(['EŞ-42'])
    expect(await range('40-100', guest)).toEqual(all)
    const half = { actor: testActor({ dealer: { id: 1, code: 'B', name: 'B', priceListId: null, discount: '50' } }) }
    expect(await range('49.99-50', half)).toEqual(['06A 905-115'])
    const usd = store.facts().currencies.find(({ code }) => code === 'USD')?.id ?? 0
    expect(await range('10.5-10.5', { ...dealer, choices: { defaultCurrency: usd } })).toEqual(['EŞ-42'])
  })
})

describe('searching', () => {
  test.each([
    ['cekic', ['06A 905-115', 'EŞ-42']],
    ['ISIKLI çekiç', ['06A 905-115']],
    ['500 ışıklı', ['06A 905-115']],
    ['06a905115', ['06A 905-115']],
    ['6A 905', ['06A 905-115']],
    ['905-115', ['06A 905-115']],
    ['BOSCH', ['06A 905-115']],
    ['eş 1', ['06A 905-115', 'EŞ-42']],
    ['mavi', ['TSHIRT']],
    ['TS-K', ['TSHIRT']],
    ['çekiç yokböyle', []],
    ['%_%_', []],
    ['🔨', []],
    ['   ', all],
    ['x'.repeat(10_000), []],
    ['‮‏\u0000\u001b', []],
  ])('%s', async (q, expected) => {
    expect(codes(await list('search', { q })).toSorted()).toEqual(expected.toSorted())
  })

  test('an exact code comes first', async () => {
    expect(codes(await list('search', { q: 'eş-42' }))[0]).toBe('EŞ-42')
  })

  test('suggestions are at most ten, and follow the visitor’s stock choice', async () => {
    await catalog.catchUp()
    expect(await suggest('cekic isikli')).toEqual([
      {
        id: hammer.id,
        name: 'ÇEKİÇ Işıklı 500 gr',
        code: '06A 905-115',
        image: '/images/a%20b.svg',
        url: '/06a 905-115',
        path: `/06a 905-115-p-${hammer.id}`,
      },
    ])
    expect(await suggest('EŞ-42', { choices: { showNotInStocks: '0' } })).toEqual([])
    expect(await suggest('  ')).toEqual([])
  })

  test('the database folds like the program', async () => {
    const texts = [
      'İSTANBUL ıstanbul',
      'ÇEKİÇ Şğü',
      'Kâğıt hâlâ',
      'ÂÎÛ Ñandú',
      'I i İ ı',
      '06A-905 (ÜÖ)',
      'Ø 12 × 3½"',
      'ÿ ý',
    ]
    const { fold } = await import('#domain/text.ts')
    const rows = await database.pool.query<{ folded: string }>(
      'SELECT fold(text) AS folded FROM unnest($1::text[]) text',
      [texts],
    )
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold))
  })
})

describe('what a visitor may see', () => {
  const money = ['salePrice', 'listPrice', 'advencePrice1', 'defaultPrice', 'currency', '"value":100']

  test('a guest gets no prices and no stock anywhere', async () => {
    for (const answer of [await list(''), await show(hammer.id), await show(shirt.id), await show(shirt.red)]) {
      const text = JSON.stringify(answer)
      for (const word of [...money, 'inventory', 'isInStock', '"quantity"']) expect(text).not.toContain(word)
    }
  })

  test('a dealer sees prices of units, list price and plans', async () => {
    const [product] = (await list('', {}, dealer)).items
    expect(product).toMatchObject({
      salePrice: { value: 100, currency: 'TRY' },
      listPrice: { value: 125, currency: 'TRY' },
      advencePrice1: { value: 110, currency: 'TRY' },
      currency: 'TRY',
      quantity: 5,
      defaultUnit: hammer.unit,
      taxRate: 20,
      varyantx: 1,
      ozelkod: 'Raf 3',
    })
    expect(product?.inventory).toEqual([
      { warehouseName: 'Merkez depo', quantity: 7 },
      { warehouseName: 'ANKARA', quantity: -2 },
    ])
    expect(product?.units.map(({ value, defaultPrice }) => [value, defaultPrice?.value])).toEqual([
      ['ADET', 100],
      ['PAKET', 1200],
      ['KOLİ', 12_000],
    ])
  })

  test('the discount is on sale price and plans, not on the list price', async () => {
    const half = { actor: testActor({ dealer: { id: 1, code: 'B', name: 'B', priceListId: null, discount: '12.5' } }) }
    const [product] = (await list('', {}, half)).items
    expect(product).toMatchObject({
      salePrice: { value: 87.5 },
      listPrice: { value: 125 },
      advencePrice1: { value: 96.25 },
    })
    expect(product?.units[1]?.defaultPrice?.value).toBe(1050)
  })

  test('a dealer’s own list comes before the default one', async () => {
    const { pool } = database
    const own = await pool.one<{ id: number }>(
      "INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id",
    )
    await pool.execute(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 80, 'TRY'), ($1, $3, 900, 'TRY')`,
      [own?.id, hammer.unit, hammer.pack],
    )
    const who = {
      actor: testActor({ dealer: { id: 1, code: 'B', name: 'B', priceListId: own?.id ?? 0, discount: '0' } }),
    }
    const found = await list('', { sort: '-price' }, who)
    const product = found.items.find(({ id }) => id === hammer.id)
    expect(product?.salePrice).toEqual({ value: 80, currency: 'TRY' })
    expect(product?.listPrice).toBeUndefined()
    expect(product?.units.map(({ defaultPrice }) => defaultPrice?.value)).toEqual([80, 900, 9600])
  })

  test('settings take prices, list price, plans and stock out of the answer', async () => {
    await set({ showListPrice: '0', showPaymentPlanPrice: '0' })
    expect(JSON.stringify(await list('', {}, dealer))).not.toMatch(/listPrice|advencePrice/)
    await set({ showPriceStatus: '0' })
    const hidden = JSON.stringify(await list('', {}, dealer))
    for (const word of money) expect(hidden).not.toContain(word)
    await set({ stockInfoStatus: 1 })
    expect(JSON.stringify(await list('', {}, dealer))).not.toMatch(/inventory|"quantity"/)
    await set({ stockInfoStatus: 2 })
    expect((await list('', {}, dealer)).items.map(({ quantity }) => quantity)).toEqual([1, 1, 0, 1])
    await set({ stockInfoStatus: 15 })
    expect((await list('', {}, dealer)).items.map(({ quantity }) => quantity)).toEqual([5, 6, 0, 3])
    await set({ guestPrices: '1', showPriceStatus: '1', showStokInfo: '1' })
    expect((await list('')).items[0]).toMatchObject({ salePrice: { value: 100 }, quantity: 5 })
  })

  test('no price, and a price without a rate, are 0', async () => {
    await database.pool.execute("UPDATE currencies SET exchange_rate = NULL WHERE code = 'USD'")
    await store.refresh()
    const found = await list('', {}, dealer)
    expect(found.items.find(({ code }) => code === 'NOPRICE')?.salePrice).toEqual({ value: 0, currency: 'TRY' })
    expect(found.items.find(({ code }) => code === 'EŞ-42')?.salePrice).toEqual({ value: 0, currency: 'USD' })
  })

  test('a parent has the lowest price and the sum of its children', async () => {
    const parent = (await list('', {}, dealer)).items.find(({ id }) => id === shirt.id)
    expect(parent).toMatchObject({ salePrice: { value: 40 }, isFromPrice: true, quantity: 10, varyantx: 0 })
  })
})

describe('the product page', () => {
  test('has texts, breadcrumbs, images, equivalents and related products', async () => {
    const product = await show(hammer.id, dealer)
    expect(product).toMatchObject({
      description: 'Sağlam',
      attributes: [['Ağırlık', '500 gr']],
      images: ['/images/a%20b.svg'],
      parent: null,
      variants: [],
      chosen: [],
    })
    expect(product.breadcrumbs.map(({ url }) => url)).toEqual(['/el-aletleri', '/cekicler'])
    expect(product.equivalents.map(({ code }) => code)).toEqual(['EŞ-42'])
    expect(product.related).toEqual([])
  })

  test('a parent offers its variants, a child is one of them', async () => {
    const parent = await show(shirt.id, dealer)
    expect(parent.variants).toEqual([{ name: 'Renk', values: [{ name: 'Kırmızı' }, { name: 'Mavi' }] }])
    expect(parent).toMatchObject({ chosen: [], varyantx: 0, parent: null })
    expect(parent.variantProducts.map(({ id, isInStock }) => [id, isInStock])).toEqual([
      [shirt.red, true],
      [shirt.blue, true],
    ])
    const child = await show(shirt.blue, dealer)
    expect(child).toMatchObject({ chosen: ['Mavi'], varyantx: 1, parent: { id: shirt.id }, salePrice: { value: 40 } })
    expect(child.variants).toEqual(parent.variants)
  })

  test('is found by id and by the second special code; on a clash the id wins', async () => {
    const { pool } = database
    await pool.execute("UPDATE products SET ozelkod2 = 'Ö/2 x' WHERE id = $1", [hammer.id])
    expect((await show('Ö/2 x')).url).toBe(`/06a 905-115-p-${encodeURIComponent('Ö/2 x')}`)
    expect((await show(hammer.id)).id).toBe(hammer.id)
    await pool.execute('UPDATE products SET ozelkod2 = $2 WHERE id = $1', [hammer.id, String(shirt.id)])
    expect((await show(shirt.id)).id).toBe(shirt.id)
    expect((await show(hammer.id)).url).toBe(`/06a 905-115-p-${hammer.id}`)
    await pool.execute('UPDATE products SET ozelkod2 = NULL WHERE id = $1', [hammer.id])
  })

  test.each(['0', '999999', '99999999999999999999', 'x', "' OR 1=1", '', '-1'])('%j is no product', async (key) => {
    const answer = await calls.find('GET', '/api/catalog/product/:key')?.run({ params: { key } }, testContext())
    expect(answer).toMatchObject({ ok: false, code: 'product_not_found' })
  })
})

describe('changes', () => {
  test('a price, a quantity, a rename, a new and a deleted product are seen after their commit', async () => {
    const { pool } = database
    const before = catalog.version()
    await setStock(pool, shirt.red, 0)
    await setStock(pool, shirt.blue, 0)
    expect(codes(await list('', { filters: 'stock:1' }))).toEqual(['06A 905-115', 'NOPRICE'])
    expect(catalog.version()).toBeGreaterThan(before)
    await setStock(pool, shirt.red, 4)
    await setStock(pool, shirt.blue, 6)
    await setPrice(pool, hammer.unit, 5)
    expect(codes(await list('', { sort: 'price' }, dealer))[0]).toBe('06A 905-115')
    await setPrice(pool, hammer.unit, 100)
    const added = await addProduct(pool, { code: 'YENİ-1', price: 1, stock: 1 })
    expect(codes(await list('search', { q: 'yeni1' }))).toEqual(['YENİ-1'])
    await pool.execute("UPDATE products SET name = 'Zımba' WHERE id = $1", [added.id])
    expect(codes(await list('', { sort: '-name' }))[0]).toBe('YENİ-1')
    expect(codes(await list('search', { q: 'zimba' }))).toEqual(['YENİ-1'])
    await pool.execute('DELETE FROM products WHERE id = $1', [added.id])
    expect(await list('search', { q: 'zimba' })).toMatchObject({ total: 0 })
  })

  test('a deleted child is missing in its parent', async () => {
    const { pool } = database
    const green = await addProduct(pool, {
      code: 'TS-Y',
      price: 5,
      stock: 100,
      parentId: shirt.id,
      variantValues: ['Yeşil'],
    })
    expect(codes(await list('', { sort: '-quantity' }, dealer))[0]).toBe('TSHIRT')
    expect((await show(shirt.id, dealer)).salePrice?.value).toBe(5)
    await pool.execute('DELETE FROM products WHERE id = $1', [green.id])
    expect((await show(shirt.id, dealer)).salePrice?.value).toBe(40)
    expect(await list('search', { q: 'yeşil' })).toMatchObject({ total: 0 })
  })

  test('what a slow transaction changed early is seen when it commits', async () => {
    const { pool } = database
    await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE products SET name = 'Yavaş' WHERE id = $1", [hammer.id])
      await setStock(pool, shirt.red, 3)
      expect(await list('search', { q: 'yavas' })).toMatchObject({ total: 0 })
      await client.query('COMMIT')
    })
    expect(codes(await list('search', { q: 'yavas' }))).toEqual(['06A 905-115'])
  })

  test('a change of very many products is taken over as a whole', async () => {
    const { pool } = database
    await pool.execute(
      `INSERT INTO products (code, name, seo) SELECT 'M' || n, 'Toplu ' || n, 'toplu-' || n FROM generate_series(1, 4500) n`,
    )
    expect(await list('', { page: '188' })).toMatchObject({ total: 4504, pages: 188 })
    expect(await list('search', { q: 'toplu 44' })).toMatchObject({ total: 111 })
    await pool.execute("DELETE FROM products WHERE code LIKE 'M%'")
    expect(codes(await list(''))).toEqual(all)
  })

  test('the category tree counts what the visitor sees', async () => {
    const tree = async (showNotInStocks: '0' | '1') => {
      const answer = await calls
        .find('GET', '/api/catalog/categories')
        ?.run({}, testContext({ choices: { showNotInStocks } }))
      return answer?.ok ? (answer.body as CategoryNode[]) : []
    }
    expect(await tree('1')).toMatchObject([
      { name: 'El Aletleri', count: 2, children: [{ name: 'Çekiçler', count: 2 }] },
    ])
    expect(await tree('0')).toMatchObject([{ name: 'El Aletleri', count: 1, children: [{ count: 1 }] }])
    await database.pool.execute("INSERT INTO categories (name, slug) VALUES ('Boş', 'bos')")
    await catalog.catchUp()
    expect(await tree('1')).toHaveLength(1)
    expect((await list('bos')).total).toBe(0)
  })
})
