import { describe, expect, test } from 'vitest'
import type { CategoryNode } from '#contract/categories.ts'
import { addProduct, setPrice, setStock } from '#db/test-store.ts'
import { all, codes, dealer, openTestShop } from './test-shop.ts'

const shop = openTestShop()

describe('changes', () => {
  test('a price, a quantity, a rename, a new and a deleted product are seen after their commit', async () => {
    const { pool } = shop.database
    const before = shop.catalog.version()
    await setStock(pool, shop.shirt.red, 0)
    await setStock(pool, shop.shirt.blue, 0)
    expect(codes(await shop.list('', { filters: 'stock:1' }))).toEqual(['06A 905-115', 'NOPRICE'])
    expect(shop.catalog.version()).toBeGreaterThan(before ?? 0)
    await setStock(pool, shop.shirt.red, 4)
    await setStock(pool, shop.shirt.blue, 6)
    await setPrice(pool, shop.hammer.unit, 5)
    expect(codes(await shop.list('', { sort: 'price' }, dealer))[0]).toBe('06A 905-115')
    await setPrice(pool, shop.hammer.unit, 100)
    const added = await addProduct(pool, { code: 'YENİ-1', price: 1, stock: 1 })
    expect(codes(await shop.list('search', { q: 'yeni1' }))).toEqual(['YENİ-1'])
    await pool.execute("UPDATE products SET name = 'Zımba' WHERE id = $1", [added.id])
    expect(codes(await shop.list('', { sort: '-name' }))[0]).toBe('YENİ-1')
    expect(codes(await shop.list('search', { q: 'zimba' }))).toEqual(['YENİ-1'])
    await pool.execute('DELETE FROM products WHERE id = $1', [added.id])
    expect(await shop.list('search', { q: 'zimba' })).toMatchObject({ total: 0 })
  })

  test('a deleted child is missing in its parent', async () => {
    const { pool } = shop.database
    const green = await addProduct(pool, {
      code: 'TS-Y',
      price: 5,
      stock: 100,
      parentId: shop.shirt.id,
      variantValues: ['Yeşil'],
    })
    expect(codes(await shop.list('', { sort: '-quantity' }, dealer))[0]).toBe('TSHIRT')
    expect((await shop.show(shop.shirt.id, dealer)).salePrice?.value).toBe(5)
    await pool.execute('DELETE FROM products WHERE id = $1', [green.id])
    expect((await shop.show(shop.shirt.id, dealer)).salePrice?.value).toBe(40)
    expect(await shop.list('search', { q: 'yeşil' })).toMatchObject({ total: 0 })
  })

  test('what a slow transaction changed early is seen when it commits', async () => {
    const { pool } = shop.database
    await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE products SET name = 'Yavaş' WHERE id = $1", [shop.hammer.id])
      await setStock(pool, shop.shirt.red, 3)
      expect(await shop.list('search', { q: 'yavas' })).toMatchObject({ total: 0 })
      await client.query('COMMIT')
    })
    expect(codes(await shop.list('search', { q: 'yavas' }))).toEqual(['06A 905-115'])
  })

  test('a change of very many products is taken over as a whole', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO products (code, name, seo) SELECT 'M' || n, 'Toplu ' || n, 'toplu-' || n FROM generate_series(1, 4500) n`,
    )
    expect(await shop.list('', { page: '188' })).toMatchObject({ total: 4504, pages: 188 })
    expect(await shop.list('search', { q: 'toplu 44' })).toMatchObject({ total: 111 })
    await pool.execute("DELETE FROM products WHERE code LIKE 'M%'")
    expect(codes(await shop.list(''))).toEqual(all)
  })

  test('the category tree counts what the visitor sees', async () => {
    const tree = async (showNotInStocks: '0' | '1') => {
      const answer = await shop.call('/api/catalog/categories', {}, { choices: { showNotInStocks } })
      return answer.ok ? (answer.body as CategoryNode[]) : []
    }
    expect(await tree('1')).toMatchObject([
      { name: 'El Aletleri', count: 2, children: [{ name: 'Çekiçler', count: 2 }] },
    ])
    expect(await tree('0')).toMatchObject([{ name: 'El Aletleri', count: 1, children: [{ count: 1 }] }])
    await shop.database.pool.execute("INSERT INTO categories (name, slug) VALUES ('Boş', 'bos')")
    await shop.catalog.catchUp()
    expect(await tree('1')).toHaveLength(1)
    expect((await shop.list('bos')).total).toBe(0)
  })
})
