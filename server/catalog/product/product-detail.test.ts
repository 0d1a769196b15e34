import { describe, expect, test } from 'vitest'
import { dealer, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

describe('the product page', () => {
  test('returns texts, breadcrumbs, images, equivalents and related products', async () => {
    const product = await shop.show(shop.hammer.id, dealer)
    expect(product).toMatchObject({
      description: 'Sağlam',
      attributes: [['Ağırlık', '500 gr', '']],
      images: ['/images/a%20b.svg'],
      parent: null,
      variants: [],
      chosen: [],
    })
    expect(product.breadcrumbs.map(({ url }) => url)).toEqual(['/el-aletleri', '/cekicler'])
    expect(product.equivalents.map(({ code }) => code)).toEqual(['EŞ-42'])
    expect(product.related).toEqual([])
  })

  test('returns equivalent codes, each with the product that has it as its own code', async () => {
    const { pool } = shop.database
    const put = (code: string) =>
      pool.execute('UPDATE products SET equivalent_code = $2 WHERE id = $1', [shop.hammer.id, code])
    await put('NOPRICE; OEM-2,5, EŞ-42 |06A 905-115|HIDDEN')
    const { equivalentCodes, equivalents } = await shop.show(shop.hammer.id, dealer)
    expect(equivalentCodes.map(({ code, url }) => [code, url?.replace(/\d+$/, '') ?? null])).toEqual([
      ['NOPRICE', '/noprice-p-'],
      ['OEM-2,5', null],
      ['EŞ-42', '/eş-42-p-'],
      ['06A 905-115', null],
      ['HIDDEN', null],
    ])
    expect(equivalents.map(({ code }) => code)).toEqual(['EŞ-42', 'NOPRICE'])
    await put('EŞ-1')
    expect((await shop.show(shop.hammer.id)).equivalentCodes).toEqual([{ code: 'EŞ-1', url: null }])
  })

  test('shows the variants on the page of a parent and the chosen variant on the page of a child', async () => {
    const parent = await shop.show(shop.shirt.id, dealer)
    expect(parent.variants).toEqual([{ name: 'Renk', values: [{ name: 'Kırmızı' }, { name: 'Mavi' }] }])
    expect(parent).toMatchObject({ chosen: [], varyantx: 0, parent: null })
    expect(parent.variantProducts.map(({ id, isInStock }) => [id, isInStock])).toEqual([
      [shop.shirt.red, true],
      [shop.shirt.blue, true],
    ])
    const child = await shop.show(shop.shirt.blue, dealer)
    expect(child).toMatchObject({
      chosen: ['Mavi'],
      varyantx: 1,
      parent: { id: shop.shirt.id },
      salePrice: { value: 40 },
    })
    expect(child.variants).toEqual(parent.variants)
  })

  test('finds a product by id and by its second special code; the id takes precedence', async () => {
    const { pool } = shop.database
    await pool.execute("UPDATE products SET ozelkod2 = 'Ö/2 x' WHERE id = $1", [shop.hammer.id])
    expect((await shop.show('Ö/2 x')).url).toBe(`/06a 905-115-p-${encodeURIComponent('Ö/2 x')}`)
    expect((await shop.show(shop.hammer.id)).id).toBe(shop.hammer.id)
    await pool.execute('UPDATE products SET ozelkod2 = $2 WHERE id = $1', [shop.hammer.id, String(shop.shirt.id)])
    expect((await shop.show(shop.shirt.id)).id).toBe(shop.shirt.id)
    expect((await shop.show(shop.hammer.id)).url).toBe(`/06a 905-115-p-${shop.hammer.id}`)
    await pool.execute('UPDATE products SET ozelkod2 = NULL WHERE id = $1', [shop.hammer.id])
  })

  test.each(['0', '999999', '99999999999999999999', 'x', "' OR 1=1", '', '-1'])(
    'returns product_not_found for %j',
    async (key) => {
      const answer = await shop.call('/api/catalog/product/:key', { params: { key } })
      expect(answer).toMatchObject({ ok: false, code: 'product_not_found' })
    },
  )
})
