import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { copyEditions } from './editions.ts'
import { loadDemo } from '#demo/load-demo.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createTestDatabase()
  await loadDemo(shop.pool, { size: 'small', today: new Date('2026-11-20T09:00:00Z') })
})
afterAll(() => shop.drop())

const counts = () =>
  shop.pool.one<Record<string, number>>(
    `SELECT (SELECT count(*) FROM products) AS products, (SELECT max(id) FROM products) AS last,
            (SELECT count(DISTINCT code) FROM products) AS codes,
            (SELECT count(*) FROM products c JOIN products p ON p.id = c.parent_id) AS children,
            (SELECT count(*) FROM product_units) AS units, (SELECT max(id) FROM product_units) AS "lastUnit",
            (SELECT count(*) FROM unit_prices) AS prices, (SELECT count(*) FROM inventory) AS stock`,
  )

test('creates five editions of every product, each with its own variants, units, prices and stock', async () => {
  const before = await counts()
  const copied = await transaction(shop.pool, (db) => copyEditions(db, before?.last ?? 0, before?.lastUnit ?? 0))
  expect(copied).toBe((before?.last ?? 0) * 5)
  const expected = Object.fromEntries(Object.entries(before ?? {}).map(([name, count]) => [name, count * 5]))
  expect(await counts()).toEqual(expected)
  const copy = await shop.pool.one(
    `SELECT c.code, c.name FROM products p JOIN products c ON c.id = p.id + $1 WHERE p.id = 1 AND c.default_unit_id IS NOT NULL`,
    [before?.last],
  )
  const first = await shop.pool.one<{ code: string; name: string }>('SELECT code, name FROM products WHERE id = 1')
  expect(copy).toEqual({ code: `${first?.code}-B`, name: `${first?.name} B Baskı` })
})
