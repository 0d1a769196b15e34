import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { loadRulesOn, type PriceRules, readPriceRules } from './price-rules.ts'

const day = '2026-03-15'
let database: TestDatabase
let dealers: number[]
let product: TestProduct
let read: number[]
let counting: Db
let first: PriceRules

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  const actors = [await addDealer(pool), await addDealer(pool)]
  dealers = actors.map(({ dealer }) => dealer?.id ?? 0)
  product = await addProduct(pool)
  await pool.execute("INSERT INTO categories (code, name, slug) VALUES ('K1', 'Bir', 'bir'), ('K2', 'İki', 'iki')")
  counting = {
    ...pool,
    query: (sql, params, name) => {
      if (sql.includes('FROM price_rules WHERE id')) read.push(...(params?.[0] as number[]))
      return pool.query(sql, params, name)
    },
  }
})
afterAll(() => database.drop())

beforeEach(async () => {
  const { pool } = database
  await pool.execute('DELETE FROM price_rules')
  await pool.execute(
    `INSERT INTO price_rules (name, kind, chain, dealer_id)
     SELECT 'Zincir ' || n, 'chain', '10', id FROM unnest($1::integer[]) WITH ORDINALITY AS d (id, n)`,
    [dealers],
  )
  read = []
  first = await readPriceRules(counting, 1, null)
})

const goods = () => ({ id: product.id, parentId: null, brandId: null, categoryId: null })
const line = { unit: 'ADET', quantity: 1, defaultUnits: 1 }
const chainOf = (rules: PriceRules, at: number) => rules.of(dealers[at] ?? 0, day).choose(goods(), line).chain?.chain
const keysOf = (rules: PriceRules) => dealers.map((id) => rules.of(id, day).key)

test('of many rules, only the changed one is read again, and other dealers keep their keys', async () => {
  expect(read).toHaveLength(2)
  read = []
  const changed = await database.pool.one<{ id: number }>(
    "UPDATE price_rules SET chain = '20' WHERE dealer_id = $1 RETURNING id",
    [dealers[1]],
  )
  const next = await readPriceRules(counting, 2, first)
  expect(read).toEqual([changed?.id])
  expect([chainOf(next, 0), chainOf(next, 1)]).toEqual(['10', '20'])
  expect(keysOf(next)[0]).toBe(keysOf(first)[0])
  expect(keysOf(next)[1]).not.toBe(keysOf(first)[1])
  // Readers of the former rules are not affected.
  expect(chainOf(first, 1)).toBe('10')
})

test.each([
  ['deleted', 'DELETE FROM price_rules WHERE dealer_id = $1'],
  ['switched off', 'UPDATE price_rules SET is_active = false WHERE dealer_id = $1'],
  ['over', "UPDATE price_rules SET ends_on = '2020-01-01' WHERE dealer_id = $1"],
])('a rule that is %s no longer applies', async (_, sql) => {
  await database.pool.execute(sql, [dealers[1]])
  const next = await readPriceRules(counting, 2, first)
  expect([chainOf(next, 0), chainOf(next, 1)]).toEqual(['10', undefined])
  expect(keysOf(next)).toEqual([keysOf(first)[0], ''])
})

test('a category that moves changes the keys of all dealers', async () => {
  await database.pool.execute(
    "UPDATE categories SET parent_id = (SELECT id FROM categories WHERE code = 'K1') WHERE code = 'K2'",
  )
  const next = await readPriceRules(counting, 2, first)
  expect(keysOf(next)[0]).not.toBe(keysOf(first)[0])
  await database.pool.execute('UPDATE categories SET parent_id = NULL')
})

test('rules of quantity leave the keys of prices alone', async () => {
  await database.pool.execute("INSERT INTO price_rules (name, kind, quantity) VALUES ('En az', 'minimum', 5)")
  const next = await readPriceRules(counting, 2, first)
  expect(keysOf(next)).toEqual(keysOf(first))
  expect(next.ofOrders(null, day).key).not.toBe('')
})

test('the rules of one product on a day are those of the dealer', async () => {
  const { pool } = database
  const other = await addProduct(pool)
  await pool.execute(
    `INSERT INTO price_rules (name, kind, chain, dealer_id, product_id, ends_on) VALUES
       ('Eski', 'agreement', '7', $1, $2, '2026-03-15'), ('Daha eski', 'floor', '8', $1, $2, '2026-03-14'),
       ('Başka bayi', 'floor', '9', $3, $2, NULL), ('Başka ürün', 'floor', '9', $1, $4, NULL)`,
    [dealers[0], product.id, dealers[1], other.id],
  )
  const rules = await loadRulesOn(pool, { dealerId: dealers[0] ?? 0, productId: product.id, day })
  const { agreement, chain, floor } = rules.choose(goods(), line)
  expect([agreement?.chain, chain?.chain, floor]).toEqual(['7', '10', undefined])
})
