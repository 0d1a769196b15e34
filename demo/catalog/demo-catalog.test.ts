import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasWrongCheckDigit } from '#domain/text/barcode.ts'
import { isStoreEmpty } from '#demo/load-demo.ts'
import { openTestDemo, type TestDemo } from '#demo/test-demo.ts'

let demo: TestDemo
beforeAll(async () => {
  demo = await openTestDemo()
})
afterAll(() => demo.close())

describe('the demo store’s catalog', () => {
  test('lists as many products as its size says', async () => {
    expect(await demo.numberOf('products WHERE parent_id IS NULL')).toBe(100)
    expect(await demo.numberOf('brands')).toBe(40)
    expect(await demo.numberOf('categories WHERE parent_id IS NULL')).toBe(10)
    expect(await isStoreEmpty(demo.pool)).toBe(false)
  })

  test('has categories in three levels, and products only in the third', async () => {
    expect(
      await demo.numberOf(`products JOIN categories leaf ON leaf.id = category_id JOIN categories middle ON middle.id = leaf.parent_id
        JOIN categories top ON top.id = middle.parent_id WHERE top.parent_id IS NULL`),
    ).toBe(await demo.numberOf('products'))
  })

  test('gives every product its own default unit, a brand and a model', async () => {
    expect(await demo.numberOf('products WHERE default_unit_id IS NULL OR brand_id IS NULL OR model_id IS NULL')).toBe(
      0,
    )
    expect(
      await demo.numberOf(
        'products JOIN product_units ON product_units.id = default_unit_id AND product_id = products.id',
      ),
    ).toBe(await demo.numberOf('products'))
  })

  test('has codes of plain letters and digits', async () => {
    expect(await demo.numberOf("products WHERE code !~ '^[A-Z]{3}-[A-Z0-9.-]{1,20}$'")).toBe(0)
  })

  test('has unique codes and unique second special codes', async () => {
    expect(await demo.numberOf('(SELECT code FROM products GROUP BY code HAVING count(*) > 1) AS twice')).toBe(0)
    expect(await demo.numberOf('(SELECT ozelkod2 FROM products GROUP BY 1 HAVING count(ozelkod2) > 1) AS twice')).toBe(
      0,
    )
  })

  test('has unique Turkish EAN-13 barcodes', async () => {
    const rows = await demo.pool.query<{ barcode: string }>(
      'SELECT barcode FROM product_units WHERE barcode IS NOT NULL',
    )
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ barcode }) => !/^869\d{10}$/.test(barcode) || hasWrongCheckDigit(barcode))).toEqual([])
    expect(new Set(rows.map(({ barcode }) => barcode)).size).toBe(rows.length)
  })

  test.each([1, 2, 3])(
    'has variants of %i dimensions, with all values named and some combinations missing',
    async (n) => {
      expect(await demo.numberOf(`products WHERE cardinality(variant_names) = ${n}`)).toBeGreaterThan(0)
      expect(
        await demo.numberOf(`products child JOIN products parent ON parent.id = child.parent_id
        WHERE cardinality(child.variant_values) <> cardinality(parent.variant_names)`),
      ).toBe(0)
    },
  )

  test.each(['total > 100', 'total BETWEEN 1 AND 10', 'total = 0', 'total < 0'])('has stock where %s', async (rule) => {
    const total = '(SELECT product_id, sum(quantity) AS total FROM inventory GROUP BY 1) AS stock'
    expect(await demo.numberOf(`${total} WHERE ${rule}`)).toBeGreaterThan(0)
  })

  test('has stock movements that add up to the stock, and none for parents of variants', async () => {
    expect(
      await demo.numberOf(`inventory i LEFT JOIN (SELECT product_id, warehouse_id, sum(quantity) AS moved FROM stock_movements
        GROUP BY 1, 2) m USING (product_id, warehouse_id) WHERE i.quantity <> coalesce(m.moved, 0)`),
    ).toBe(0)
    expect(
      await demo.numberOf('inventory JOIN products ON products.id = product_id WHERE variant_names IS NOT NULL'),
    ).toBe(0)
  })

  test('has a sort price for every product with a price; parents take the one of their cheapest variant', async () => {
    expect(
      await demo.numberOf(`products p JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
        LEFT JOIN product_sort_prices s ON s.product_id = p.id AND s.price_list_id = up.price_list_id WHERE s.product_id IS NULL`),
    ).toBe(0)
    expect(
      await demo.numberOf(`products p JOIN product_sort_prices s ON s.product_id = p.id
        WHERE p.variant_names IS NOT NULL AND s.price_try <> (SELECT min(c.price_try) FROM product_sort_prices c
          JOIN products child ON child.id = c.product_id WHERE child.parent_id = p.id AND c.price_list_id = s.price_list_id)`),
    ).toBe(0)
    expect(await demo.numberOf('catalog_changes WHERE product_ids IS NULL')).toBeGreaterThan(0)
  })

  test('has all pictures that products refer to, each of them small', async () => {
    const rows = await demo.pool.query<{ image: string }>('SELECT DISTINCT unnest(images) AS image FROM products')
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ image }) => !existsSync(join(demo.folder, 'images', image)))).toEqual([])
    expect((await readdir(join(demo.folder, 'images'))).length).toBe(rows.length)
  })
})
