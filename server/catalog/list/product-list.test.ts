import { describe, expect, test } from 'vitest'
import { all, codes, dealer, dealerWith, guest, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

describe('the product list', () => {
  test('shows single products and parents, but no children and no inactive products', async () => {
    const found = await shop.list('')
    expect(codes(found)).toEqual(all)
    expect(found).toMatchObject({ total: 4, page: 1, pages: 1, limit: 24, sort: null, view: 'list', q: '' })
  })

  test('accepts incomplete and invalid query values', async () => {
    expect(await shop.list('', { page: '0' })).toMatchObject({ page: 1, total: 4 })
    expect(await shop.list('', { page: '-3' })).toMatchObject({ page: 1 })
    expect(await shop.list('', { page: '999999', limit: '2' })).toMatchObject({
      page: 999_999,
      pages: 2,
      items: [],
      total: 4,
    })
    expect(await shop.list('', { limit: '1000' })).toMatchObject({ limit: 96 })
    expect(
      await shop.list('', { limit: 'x', sort: 'secret', view: 'cube', filters: 'foo:1;;brand;model:abc,;price:9-x' }),
    ).toMatchObject({
      limit: 24,
      sort: null,
      view: 'list',
      total: 4,
    })
    expect(await shop.list('', { view: 'grid' })).toMatchObject({ view: 'grid' })
    expect(await shop.list('', { page: '2', limit: '3' })).toMatchObject({ page: 2, pages: 2, total: 4 })
  })

  test('recognizes the path shapes', async () => {
    expect((await shop.list('bosch')).place).toMatchObject({ kind: 'brand', title: 'Bosch', brand: { code: 'BSH' } })
    const hammers = await shop.list('cekicler')
    expect(codes(hammers)).toEqual(['06A 905-115', 'EŞ-42'])
    expect(hammers.place.breadcrumbs).toEqual([
      { name: 'El Aletleri', url: '/el-aletleri' },
      { name: 'Çekiçler', url: '/cekicler' },
    ])
    expect(codes(await shop.list('el-aletleri'))).toEqual(['06A 905-115', 'EŞ-42'])
    for (const path of ['bosch/cekicler', '/tr/bosch/cekicler', 'en/bosch/cekicler/']) {
      const narrowed = await shop.list(path)
      expect(codes(narrowed)).toEqual(['06A 905-115'])
      expect(narrowed.place.kind).toBe('brand_category')
    }
    for (const path of ['', '/', 'tr', 'en/']) expect((await shop.list(path)).place.kind).toBe('home')
    for (const path of ['nothing', 'bosch/nothing', 'cekicler/bosch', 'tr/tr/tr', 'a/b/c/d', '%00']) {
      const answer = await shop.call('/api/catalog/products/*', { params: { '*': path } })
      expect(answer).toMatchObject({ ok: false, code: 'not_found' })
    }
  })

  test('filters by brand, model and category, with counts that ignore the selection in their own group', async () => {
    const found = await shop.list('', { filters: `brand:BSH;model:${shop.labels.model}` })
    expect(codes(found)).toEqual(['06A 905-115'])
    expect(found.facets.brand).toEqual([{ code: 'BSH', name: 'Bosch', count: 1, selected: true }])
    expect(found.facets.model).toEqual([
      { id: shop.labels.model, name: 'Pro 5', brand: 'Bosch', count: 1, selected: true },
    ])
    expect(codes(await shop.list('search', { brand: 'BSH' }))).toEqual(['06A 905-115'])
    const inCategory = await shop.list('el-aletleri')
    expect(inCategory.facets.category).toEqual([
      {
        id: shop.labels.tools,
        name: 'El Aletleri',
        url: '/el-aletleri',
        depth: 0,
        isAncestor: false,
        count: 2,
        selected: true,
      },
      {
        id: shop.labels.hammers,
        name: 'Çekiçler',
        url: '/cekicler',
        depth: 1,
        isAncestor: false,
        count: 2,
        selected: false,
      },
    ])
    expect(codes(await shop.list('', { filters: 'brand:UNKNOWN' }))).toEqual([])
  })

  test('hides products out of stock by the visitor’s choice, otherwise by the store’s setting', async () => {
    const inStock = ['06A 905-115', 'TSHIRT', 'NOPRICE']
    expect(codes(await shop.list('', {}, { choices: { showNotInStocks: '0' } }))).toEqual(inStock)
    expect(codes(await shop.list('', { filters: 'stock:1' }))).toEqual(inStock)
    await shop.set({ showNotInStocks: '0' })
    expect(await shop.list('')).toMatchObject({ total: 3, showNotInStocks: '0' })
    expect(await shop.list('', {}, { choices: { showNotInStocks: '1' } })).toMatchObject({ total: 4 })
  })

  test('sorts only by fields the visitor may see, and by the store’s default field', async () => {
    await shop.database.pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
    await shop.store.refresh()
    const byPrice = ['TSHIRT', '06A 905-115', 'EŞ-42', 'NOPRICE']
    expect(codes(await shop.list('', { sort: 'price' }, dealer))).toEqual(byPrice)
    expect(codes(await shop.list('', { sort: '-price' }, dealer))).toEqual([
      'EŞ-42',
      '06A 905-115',
      'TSHIRT',
      'NOPRICE',
    ])
    expect(await shop.list('', { sort: 'price' })).toMatchObject({ sort: null })
    expect(await shop.list('', { sort: 'quantity' })).toMatchObject({ sort: null })
    expect(codes(await shop.list('', { sort: '-quantity' }, dealer))).toEqual([
      'TSHIRT',
      '06A 905-115',
      'NOPRICE',
      'EŞ-42',
    ])
    await shop.set({ defaultSort: '-name' })
    expect(await shop.list('')).toMatchObject({ sort: '-name' })
    expect(await shop.list('', { sort: 'name' })).toMatchObject({ sort: 'name' })
    expect(await shop.list('search', { q: 'cekic' })).toMatchObject({ sort: null })
    await shop.set({ defaultSort: 'price' })
    expect(await shop.list('')).toMatchObject({ sort: null })
  })

  test('applies a price range in the visitor’s currency after the discount, only when prices are visible', async () => {
    await shop.database.pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
    await shop.store.refresh()
    const range = (text: string, who = dealer) => shop.list('', { filters: `price:${text}` }, who).then(codes)
    expect(await range('40-100')).toEqual(['06A 905-115', 'TSHIRT'])
    expect(await range('100-40')).toEqual(['06A 905-115', 'TSHIRT'])
    expect(await range('420-')).toEqual(['EŞ-42'])
    expect(await range('40-100', guest)).toEqual(all)
    const half = dealerWith({ discount: '50' })
    expect(await range('49.99-50', half)).toEqual(['06A 905-115'])
    const usd = shop.store.facts().currencies.find(({ code }) => code === 'USD')?.id ?? 0
    expect(await range('10.5-10.5', { ...dealer, choices: { defaultCurrency: usd } })).toEqual(['EŞ-42'])
  })
})
