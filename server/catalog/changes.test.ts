import { describe, expect, test } from 'vitest'
import type { CategoryNode } from '#contract/shop/categories.ts'
import { addProduct, setPrice, setStock } from '#testing/store-rows.ts'
import { all, codes, dealer, openTestShop } from './test-shop.ts'

const shop = openTestShop()

describe('catalog changes', () => {
  test('shows changed prices, quantities and names and new and deleted products after their commit', async () => {
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

  test('removes a deleted child from its parent', async () => {
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

  test('removes a child from its previous parent when it moves to another', async () => {
    const { pool } = shop.database
    const other = await addProduct(pool, { code: 'KAZAK', price: null, variantNames: ['Renk'] })
    const listed = async (code: string) => (await shop.list('', {}, dealer)).items.find((item) => item.code === code)
    expect(await listed('TSHIRT')).toMatchObject({ salePrice: { value: 40 }, quantity: 10 })
    await pool.execute('UPDATE products SET parent_id = $2 WHERE id = $1', [shop.shirt.blue, other.id])
    expect(await listed('TSHIRT')).toMatchObject({ salePrice: { value: 50 }, quantity: 4 })
    expect(await listed('KAZAK')).toMatchObject({ salePrice: { value: 40 }, quantity: 6 })
    expect(codes(await shop.list('', { sort: 'price' }, dealer)).slice(0, 2)).toEqual(['KAZAK', 'TSHIRT'])
    expect(codes(await shop.list('', { sort: '-quantity' }, dealer)).slice(0, 3)).toEqual([
      'KAZAK',
      '06A 905-115',
      'TSHIRT',
    ])
    expect(codes(await shop.list('search', { q: 'mavi' }))).toEqual(['KAZAK'])
    await pool.execute('UPDATE products SET parent_id = $2 WHERE id = $1', [shop.shirt.blue, shop.shirt.id])
    await pool.execute('DELETE FROM products WHERE id = $1', [other.id])
  })

  test('applies stock and prices of very many products, recorded by id or as a whole', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO products (code, name, seo) SELECT 'K' || n, 'Çok ' || n, 'cok-' || n FROM generate_series(1, 300) n`,
    )
    await shop.catalog.catchUp()
    const many = "SELECT id FROM products WHERE code LIKE 'K%' AND name LIKE 'Çok%'"
    const inStock = async () => (await shop.list('', { filters: 'stock:1' })).total
    const before = await inStock()
    await pool.execute(
      `INSERT INTO inventory (product_id, warehouse_id, quantity) SELECT id, (SELECT min(id) FROM warehouses), 5 FROM (${many}) p`,
    )
    expect(await inStock()).toBe(before + 300)
    // The writer records more products than it lists by id.
    await pool.execute('ALTER TABLE inventory DISABLE TRIGGER USER')
    await pool.execute(`UPDATE inventory SET quantity = 0 WHERE product_id IN (${many})`)
    await pool.execute('ALTER TABLE inventory ENABLE TRIGGER USER')
    expect(await inStock()).toBe(before + 300)
    await pool.execute("SELECT record_catalog_change(NULL, 'stock')")
    expect(await inStock()).toBe(before)
    const first = await pool.one<{ id: number }>(`${many} ORDER BY id LIMIT 1`)
    await pool.execute(
      `INSERT INTO product_sort_prices (price_list_id, product_id, price_try)
       SELECT (SELECT id FROM price_lists WHERE is_default), $1, 1`,
      [first?.id],
    )
    await pool.execute("SELECT record_catalog_change(NULL, 'price')")
    expect(codes(await shop.list('', { sort: 'price' }, dealer))[0]).toBe('K1')
    await pool.execute(`DELETE FROM products WHERE id IN (${many})`)
    expect(codes(await shop.list(''))).toEqual(all)
  })

  test('shows the early changes of a slow transaction once it commits', async () => {
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

  test('applies a change of very many products by reading the whole catalog', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO products (code, name, seo) SELECT 'M' || n, 'Toplu ' || n, 'toplu-' || n FROM generate_series(1, 4500) n`,
    )
    expect(await shop.list('', { page: '188' })).toMatchObject({ total: 4504, pages: 188 })
    expect(await shop.list('search', { q: 'toplu 44' })).toMatchObject({ total: 111 })
    await pool.execute("DELETE FROM products WHERE code LIKE 'M%'")
    expect(codes(await shop.list(''))).toEqual(all)
  })

  test('counts in the category tree what the visitor can see', async () => {
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
