import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/platform/db/pool.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { isStoreEmpty, loadDemo } from './load-demo.ts'
import { openTestDemo, small, type TestDemo } from './test-demo.ts'

let demo: TestDemo
beforeAll(async () => {
  demo = await openTestDemo({ seed: 7 })
})
afterAll(() => demo.close())

describe('loading the demo store', () => {
  test('gives the same store for the same seed and another one for another seed', async () => {
    const before = await fingerprint(demo.pool)
    const prints = []
    for (const seed of [7, 8]) {
      const other = await createTestDatabase()
      await loadDemo(other.pool, { ...small, seed })
      prints.push(await fingerprint(other.pool))
      await other.drop()
    }
    expect(prints[0]).toEqual(before)
    expect(prints[1]).not.toEqual(before)
  })

  test('is refused in production and writes nothing', async () => {
    const empty = await createTestDatabase()
    expect(await loadDemo(empty.pool, { size: 'small', production: true })).toEqual({
      ok: false,
      code: 'in_production',
    })
    expect(await isStoreEmpty(empty.pool)).toBe(true)
    await empty.drop()
  })

  test('is refused in a store with data, unless that is to be replaced', async () => {
    expect(await loadDemo(demo.pool, { ...small, seed: 7 })).toEqual({ ok: false, code: 'not_empty' })
    const catalog = ['products', 'product_units', 'categories', 'order_lines']
    const before = await fingerprint(demo.pool, catalog)
    expect(await loadDemo(demo.pool, { ...small, seed: 7, replace: true })).toMatchObject({
      ok: true,
      products: 100,
    })
    expect(await fingerprint(demo.pool, catalog)).toEqual(before)
  })
})

const tables = ['products', 'product_units', 'unit_prices', 'categories', 'brands', 'models', 'dealers', 'branches']
const sales = ['orders', 'order_lines', 'offers', 'offer_items', 'inventory', 'stock_movements']
const allTables = [...tables, ...sales, 'settings', 'payment_plans']

/** Checksums over whole tables, without columns about the time and author of a row. */
function fingerprint(db: Db, of: readonly string[] = allTables): Promise<object[]> {
  const sum = (table: string) =>
    db.query(
      `SELECT md5(string_agg((to_jsonb(t) - '{updated_at}'::text[])::text, '|' ORDER BY t::text)) FROM ${table} t`,
    )
  return Promise.all(of.map(sum))
}
