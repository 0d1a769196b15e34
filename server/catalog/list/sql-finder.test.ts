import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sortFields } from '#contract/core/sort-fields.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Finder, finderOf } from './finder.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import type { ListRequest } from '#server/catalog/index/catalog-index.ts'
import { type Filter, noFilter } from '#server/catalog/index/filter.ts'
import { openSqlFinder } from './sql-finder.ts'

let database: TestDatabase
let indexed: Finder
let sql: Finder
let sqlForMany: Finder
let dealerList: number

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await loadDemo(pool, { size: 'small', today: new Date('2026-11-20T09:00:00Z') })
  // Names that differ only in case and accents; products without brand, price or stock; prices on request.
  await pool.execute(`UPDATE products SET name = 'ÇEKİÇ Işıklı' WHERE id % 9 = 1`)
  await pool.execute(`UPDATE products SET name = 'çekiç ışıklı' WHERE id % 9 = 2`)
  await pool.execute(`UPDATE products SET brand_id = NULL, model_id = NULL WHERE id % 11 = 3`)
  await pool.execute(`UPDATE products SET is_active = false WHERE id % 17 = 4`)
  await pool.execute(
    `DELETE FROM unit_prices up USING product_units u WHERE u.id = up.unit_id AND u.product_id % 13 = 5`,
  )
  await pool.execute(`UPDATE inventory SET quantity = -1 WHERE product_id % 5 = 2`)
  const list = await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE NOT is_default')
  dealerList = list?.id ?? 0
  await pool.execute(
    `UPDATE unit_prices up SET sale_value = 0 FROM product_units u
      WHERE u.id = up.unit_id AND u.product_id % 7 = 6 AND up.price_list_id = $1`,
    [dealerList],
  )
  indexed = finderOf((await buildIndex(pool)).index)
  sql = await openSqlFinder(pool)
  sqlForMany = await openSqlFinder(pool, { largeLists: { quantity: 0, price: 0 } })
})
afterAll(() => database.drop())

const netOf = (listId: number) => ({ listId, withTax: false, defaultTaxRate: 20 })

async function expectSame(filter: Filter, request: Partial<ListRequest> = {}): Promise<void> {
  const whole = { filter, prices: netOf(dealerList), offset: 0, limit: 24, ...request }
  const expected = await indexed.find(whole)
  expect(await sql.find(whole)).toEqual(expected)
  if (/quantity|price/.test(request.sort ?? '')) expect(await sqlForMany.find(whole)).toEqual(expected)
}

function ordinal(
  table: { rows: readonly ({ name: string } | undefined)[] },
  matches: (name: string) => boolean,
): number {
  return table.rows.findIndex((row) => row !== undefined && matches(row.name))
}

/** Some values of an attribute, as a visitor checks them. */
function attributeFilter(key: string, count: number) {
  const { attributeByKey, valuesOf } = indexed.labels
  const attribute = attributeByKey.get(key) ?? 0
  return { attribute, values: valuesOf[attribute]?.slice(0, count) ?? [] }
}

describe('the SQL finder', () => {
  test('returns the same lists as the index in every order and on every page', async () => {
    for (const sort of [undefined, ...sortFields]) {
      for (const listId of [1, dealerList]) {
        for (const prices of [netOf(listId), { listId, withTax: true, defaultTaxRate: 10 }]) {
          for (const offset of [0, 24, 72, 480]) await expectSame(noFilter, { prices, offset, ...(sort && { sort }) })
        }
      }
    }
  })

  test('filters by brand, model, category, attributes, price and stock like the index', async () => {
    const { brands, models, categories } = indexed.labels
    const price = { listId: dealerList, min: 50, max: 400, withTax: true, defaultTaxRate: 20 }
    const some = (count: number) => [1, 2, 3, 4, 5].slice(0, count)
    const filters: Filter[] = [
      { ...noFilter, inStockOnly: true },
      { ...noFilter, brands: some(3) },
      { ...noFilter, placeBrand: ordinal(brands, () => true) },
      { ...noFilter, models: [...models.rows.keys()].slice(1, 90) },
      { ...noFilter, categories: [ordinal(categories, () => true)] },
      { ...noFilter, placeCategory: 1, brands: some(5), inStockOnly: true },
      { ...noFilter, attributes: [attributeFilter('guc', 3)] },
      { ...noFilter, attributes: [attributeFilter('guc', 9), attributeFilter('isik-rengi', 2)] },
      { ...noFilter, attributes: [attributeFilter('koruma', 2)], brands: some(5), inStockOnly: true },
      { ...noFilter, attributes: [attributeFilter('gerilim', 4)], price },
      { ...noFilter, price },
      { ...noFilter, price: { ...price, max: Number.POSITIVE_INFINITY }, inStockOnly: true },
      { ...noFilter, price: { ...price, listId: 1, withTax: false, min: 0 }, brands: some(5) },
    ]
    for (const { attributes = [] } of filters) {
      for (const { attribute, values } of attributes) expect([attribute > 0, values.length > 1]).toEqual([true, true])
    }
    for (const filter of filters) {
      for (const sort of [undefined, ...sortFields]) await expectSame(filter, { limit: 100, ...(sort && { sort }) })
    }
  })

  test('finds folded words, brands and codes with and without separators', async () => {
    const rows = await database.pool.query<{ code: string; barcode: string }>(
      `SELECT p.code, min(u.barcode) AS barcode FROM products p JOIN product_units u ON u.product_id = p.id
        WHERE p.is_active AND p.parent_id IS NULL AND u.barcode IS NOT NULL GROUP BY p.id ORDER BY p.id LIMIT 12`,
    )
    for (const { code, barcode } of rows) {
      for (const q of [code, code.toLowerCase().replace(/[^a-z0-9]/gi, ' '), barcode]) {
        const request = { filter: { ...noFilter, text: q }, prices: netOf(1), offset: 0, limit: 1 }
        expect((await sql.find(request)).ids).toEqual((await indexed.find(request)).ids)
      }
    }
    await expectSame({ ...noFilter, text: '   ' })
    for (const text of ['cekic', 'ÇEKİÇ ışıklı', 'isikli cek']) {
      const request = { filter: { ...noFilter, text }, prices: netOf(1), offset: 0, limit: 96 }
      const { ids } = await sql.find(request)
      expect(ids.length).toBeGreaterThan(10)
      // The index also finds mistyped words and the names of children.
      expect((await indexed.find(request)).ids).toEqual(expect.arrayContaining(ids))
    }
    for (const text of ['%_%_', '🔧', '\u0000', '((', 'a'.repeat(10_000)]) {
      expect(await sql.find({ filter: { ...noFilter, text }, prices: netOf(1), offset: 0, limit: 5 })).toMatchObject({
        ids: [],
      })
    }
  })

  test('returns the same stock and category counts as the index', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => i + 1)
    expect(await sql.quantities(ids)).toEqual(await indexed.quantities(ids))
    expect(await sql.categoryCounts(false)).toEqual(await indexed.categoryCounts(false))
  })
})
