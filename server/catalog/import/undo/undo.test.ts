import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { listPriceLists } from '#contract/admin/price-lists.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { fillCart } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import { feed, record, url, TestImports } from '#server/catalog/import/runs/test-imports.ts'

let imports: TestImports
beforeAll(async () => {
  imports = await TestImports.open()
})
beforeEach(() => imports.reset())
afterAll(() => imports.close())

const movementsDiffer = `SELECT product_id, warehouse_id FROM (
    SELECT product_id, warehouse_id, quantity FROM inventory
    UNION ALL SELECT product_id, warehouse_id, -quantity FROM stock_movements WHERE product_id IN (SELECT id FROM products)) t
  GROUP BY 1, 2 HAVING sum(quantity) <> 0`

describe('undoing an import', () => {
  test('restores changed products, removes new ones and names the users in the audit log', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.upload(
      'code,name,price,stock,unit,barcode,brand,category,active\nA,Yeni ad,99,50,KUTU,8690000000005,Usta,El aletleri,0\nC,Yeni,5,7,,,,,\n',
      'a.csv',
    )
    expect(await imports.preview(id)).toMatchObject({ summary: { created: 1, updated: 1 } })
    expect(await imports.apply(id)).toMatchObject({ state: 'applied', summary: { created: 1, updated: 1 } })
    expect(await imports.catalog()).not.toEqual(before)
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', undo: { restored: 1, removed: 1, left: 0 } })
    expect(await imports.catalog()).toEqual(before)
    expect(await imports.pool.query(movementsDiffer)).toEqual([])
    expect(codeOf(await imports.post(url(id, '/undo')))).toBe('import_moved')
    const log = await imports.pool.query(
      "SELECT action FROM audit_log WHERE noun = 'import' AND noun_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(log.map((row) => (row as { action: string }).action)).toEqual(['create', 'apply', 'undo'])
  })

  test('keeps and lists values that were changed since, and reduces stock by what was sold', async () => {
    await imports.stock()
    const id = await imports.upload('code,name,price,stock\nA,Yeni A,11,8\nB,Yeni B,22,50\n', 'a.csv')
    await imports.preview(id)
    await imports.apply(id)
    await imports.pool.execute("UPDATE products SET name = 'Elle yazıldı' WHERE code = 'A'")
    await imports.pool.execute(
      `UPDATE unit_prices SET sale_value = 23 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'B')`,
    )
    // Two of A are sold, and B is counted again.
    for (const [code, quantity, reason] of [
      ['A', -2, 'order'],
      ['B', 1, 'correction'],
    ] as const) {
      await imports.pool.execute(
        `WITH moved AS (INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
           SELECT v.product_id, v.warehouse_id, $2, $3 FROM inventory v JOIN products p ON p.id = v.product_id WHERE p.code = $1)
         UPDATE inventory SET quantity = quantity + $2 WHERE product_id = (SELECT id FROM products WHERE code = $1)`,
        [code, quantity, reason],
      )
    }
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', undo: { restored: 2, removed: 0, left: 2 } })
    const rows = await imports.pool.query(
      `SELECT p.code, p.name, up.sale_value::float AS price, v.quantity::float AS stock FROM products p
         JOIN unit_prices up ON up.unit_id = p.default_unit_id JOIN inventory v ON v.product_id = p.id ORDER BY p.code`,
    )
    expect(rows).toEqual([
      { code: 'A', name: 'Elle yazıldı', price: 10, stock: 3 },
      { code: 'B', name: 'Ürün B', price: 23, stock: 51 },
    ])
    expect(await imports.pool.query(movementsDiffer)).toEqual([])
    const { body } = await imports.staff.send('GET', url(id, '/problems?level=left'))
    expect((body as { items: { key: string; reason: string }[] }).items).toMatchObject([
      { key: 'A', reason: 'Aktarımdan sonra değişti, olduğu gibi bırakıldı: Ad' },
      { key: 'B', reason: 'Aktarımdan sonra değişti, olduğu gibi bırakıldı: Fiyat' },
      { key: 'B', reason: expect.stringContaining('Stok aktarımdan sonra yeniden girildi') },
    ])
  })

  test('removes brands, models and categories that the import created, unless something else uses them by then', async () => {
    const names = async () =>
      (
        await imports.pool.query<{ name: string }>(
          'SELECT name FROM brands UNION ALL SELECT name FROM models UNION ALL SELECT name FROM categories ORDER BY name',
        )
      ).map(({ name }) => name)
    await imports.pool.execute("INSERT INTO brands (code, name, slug) VALUES ('ESKI', 'Eski', 'eski')")
    const file =
      'code,name,brand,model,category\nA,Bir,Yeni,X1,Kök > Orta > Yaprak\nB,İki,Kalan,K1,Kök > Kullanılan\nC,Üç,Eski,E1,Adı değişen\n'
    const id = await imports.upload(file, 'a.csv')
    await imports.preview(id)
    await imports.apply(id)
    expect((await names()).length).toBe(11)
    // A product added by hand uses a brand and a category of the import, and a category is renamed by hand.
    await imports.pool.execute(
      `INSERT INTO products (code, name, seo, brand_id, category_id)
       SELECT 'Z', 'Elle', 'elle', b.id, c.id FROM brands b, categories c WHERE b.name = 'Kalan' AND c.name = 'Kullanılan'`,
    )
    await imports.pool.execute("UPDATE categories SET name = 'Elle yazıldı' WHERE name = 'Adı değişen'")
    expect(await imports.undo(id)).toMatchObject({ undo: { removed: 3, left: 0, labels: 6 } })
    expect((await names()).toSorted()).toEqual(['Eski', 'Elle yazıldı', 'Kalan', 'Kullanılan', 'Kök'].toSorted())
  })

  test('deactivates a new product that is in a cart, and keeps a new product that was edited', async () => {
    const id = await imports.upload(feed(record('A', '1'), record('B', '1'), record('C', '1')))
    await imports.preview(id)
    await imports.apply(id)
    const a = await imports.pool.one<{ unitId: number }>(
      `SELECT default_unit_id AS "unitId" FROM products WHERE code = 'A'`,
    )
    await fillCart(imports.pool, imports.dealer, [{ unitId: a?.unitId ?? 0, quantity: 1 }])
    await imports.pool.execute("UPDATE products SET name = 'Elle' WHERE code = 'B'")
    expect(await imports.undo(id)).toMatchObject({ undo: { removed: 1, left: 2 } })
    expect(await imports.pool.query('SELECT code, is_active FROM products ORDER BY code')).toEqual([
      { code: 'A', is_active: false },
      { code: 'B', is_active: true },
    ])
  })

  test('removes new products and restores prices after the price list was copied, the copy raised and the list renamed', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.upload('code,name,price\nA,Ürün A,30\nC,Yeni,5\n', 'a.csv')
    await imports.preview(id)
    await imports.apply(id)
    const lists = '/yonetim/price-lists'
    const { body } = await imports.staff.send('GET', lists)
    const [list] = (body as Reply<typeof listPriceLists>).items
    const { code, name } = list!
    const copied = await imports.post(lists, { values: { code: 'KOPYA', name: 'Kopya' }, copyOf: list!.id })
    expect(copied).toMatchObject({ status: 200, body: { units: 3 } })
    const copy = (copied.body as { id: number }).id
    await imports.pool.execute('UPDATE unit_prices SET sale_value = sale_value * 2 WHERE price_list_id = $1', [copy])
    const rename = async (from: object, to: object) => {
      const reply = await imports.staff.send('PATCH', `${lists}/${list!.id}`, { body: { before: from, values: to } })
      expect(reply.status).toBe(200)
    }
    await rename({ code, name }, { code: 'YENİ', name })
    expect(await imports.undo(id)).toMatchObject({ undo: { restored: 1, removed: 1, left: 0 } })
    await rename({ code: 'YENİ', name }, { code, name })
    await imports.pool.execute('DELETE FROM unit_prices WHERE price_list_id = $1', [copy])
    await imports.pool.execute('DELETE FROM price_lists WHERE id = $1', [copy])
    expect(await imports.catalog()).toEqual(before)
  })

  test('keeps new products whose price was changed or entered since', async () => {
    const id = await imports.upload('code,name,price\nA,Bir,10\nB,İki,\nC,Üç,30\n', 'a.csv')
    await imports.preview(id)
    await imports.apply(id)
    await imports.pool.execute(
      `UPDATE unit_prices SET sale_value = 11 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'A')`,
    )
    await imports.pool.execute(
      `INSERT INTO unit_prices (unit_id, price_list_id, sale_value, sale_currency)
       SELECT p.default_unit_id, l.id, 20, 'TRY' FROM products p, price_lists l WHERE p.code = 'B' AND l.is_default`,
    )
    expect(await imports.undo(id)).toMatchObject({ undo: { removed: 1, left: 2 } })
    expect(await imports.pool.query('SELECT code FROM products ORDER BY code')).toEqual([{ code: 'A' }, { code: 'B' }])
  })

  test('restores variants that swapped their values, and removes new families as a whole', async () => {
    const head = 'code,name,price,parent_code,size\n'
    const first = await imports.upload(`${head}P,Ana,,,\nP1,Bir,1,P,S\nP2,İki,1,P,M\n`, 'a.csv')
    await imports.preview(first)
    await imports.apply(first)
    const before = await imports.catalog()
    const id = await imports.upload(
      `${head}P,Ana,,,\nP1,Bir,1,P,M\nP2,İki,1,P,S\nQ,Yeni,,,\nQ1,Yeni bir,1,Q,S\n`,
      'b.csv',
    )
    await imports.preview(id)
    await imports.apply(id)
    expect(await imports.undo(id)).toMatchObject({ undo: { restored: 2, removed: 2, left: 0 } })
    expect(await imports.catalog()).toEqual(before)
    expect(await imports.undo(first)).toMatchObject({ undo: { removed: 3 } })
    expect(await imports.pool.query('SELECT FROM products')).toEqual([])
  })
})
