import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createStore, type Store, viewOf } from '#server/settings/settings.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { listAllCarts } from './all-carts.ts'
import { cartSumsOf } from './cart-sums.ts'

let database: TestDatabase
let store: Store
let listId: number
let products: TestProduct[]

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_enabled, is_default, is_virtual) VALUES
       ('advencePrice1', '30 gün', true, false, false), ('advencePrice2', 'Nakit', true, true, false)`,
  )
  products = [
    await addProduct(pool, { price: 10.1234, taxRate: 20, stock: 1000, units: { KOLİ: 3 } }),
    await addProduct(pool, { price: 2.5, currency: 'USD', taxRate: 10, stock: 1000 }),
  ]
  await pool.execute(
    "UPDATE unit_prices SET plan1_value = 5, plan1_currency = 'EUR', plan2_value = 4, plan2_currency = 'USD'",
  )
  const list = await pool.one<{ id: number }>(
    "INSERT INTO price_lists (code, name) VALUES ('ozel', 'Özel') RETURNING id",
  )
  listId = list?.id ?? 0
  await pool.execute(
    "INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 7.77, 'TRY')",
    [listId, products[0]?.unitId],
  )
  store = await createStore(pool)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

async function addCart(parts: { discount?: number; priceListId?: number; plan?: string } = {}): Promise<Actor> {
  const { pool } = database
  const actor = await addDealer(pool, parts)
  await fillCart(pool, actor, [
    { unitId: products[0]?.units.KOLİ ?? 0, quantity: 7 },
    { unitId: products[1]?.unitId ?? 0, quantity: 3 },
  ])
  if (parts.plan !== undefined)
    await pool.execute(`UPDATE users SET choices = jsonb_build_object('cartPlan', $2::text) WHERE id = $1`, [
      actor.userId,
      parts.plan,
    ])
  return actor
}

/** The totals of all carts, in order, and the number of statements that it takes. */
async function listTotals(): Promise<{ totals: number[]; statements: number }> {
  const { pool } = database
  let statements = 0
  const counting: Db = {
    ...pool,
    query: (sql, params, name) => {
      statements += 1
      return pool.query(sql, params, name)
    },
  }
  const listed = await listAllCarts(counting, store, { limit: 20, offset: 0, lines: 50 })
  return { totals: listed.toSorted((a, b) => a.id - b.id).map(({ total }) => total), statements }
}

test('the totals of all carts are those of each cart, read by one statement for each plan in use', async () => {
  const { pool } = database
  const carts = [
    { actor: await addCart(), plan: 'advencePrice2' },
    { actor: await addCart({ discount: 12.5 }), plan: 'advencePrice2' },
    { actor: await addCart({ priceListId: listId, discount: 33.33 }), plan: 'advencePrice2' },
    { actor: await addCart({ plan: 'advencePrice1' }), plan: 'advencePrice1' },
    { actor: await addCart({ priceListId: listId, plan: 'advencePrice1' }), plan: 'advencePrice1' },
  ] as const
  const guest = Buffer.alloc(32, 7)
  await pool.execute(
    `WITH cart AS (INSERT INTO carts (guest_hash) VALUES ($1) RETURNING id)
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity) SELECT id, $2, $3, 5 FROM cart`,
    [guest, products[0]?.id, products[0]?.unitId],
  )
  const { totals, statements } = await listTotals()
  const expected = await Promise.all(
    carts.map(async ({ actor, plan }) => {
      const view = { ...viewOf(testContext({ actor }), store.facts()), seesPrices: true }
      return (await cartSumsOf(pool, actor.userId, view, plan)).totals?.totalTry
    }),
  )
  const guestView = { ...viewOf(testContext({}), store.facts()), seesPrices: true }
  expected.push((await cartSumsOf(pool, guest, guestView, null)).totals?.totalTry)
  expect(totals).toEqual(expected)
  expect(new Set(totals).size).toBeGreaterThan(4)
  // The carts, and the sums of two plans and of guests.
  expect(statements).toBe(4)
})

test('carts under price rules take one statement more, however many they are', async () => {
  const { pool } = database
  const actors = [
    await addCart({ discount: 10 }),
    await addCart({ priceListId: listId, plan: 'advencePrice1' }),
    await addCart(),
  ]
  const before = await listTotals()
  await pool.execute(
    `INSERT INTO price_rules (name, kind, chain, min_quantity, dealer_id)
     SELECT 'Kademe', 'tier', '10+5', 5, unnest($1::integer[])`,
    [actors.map(({ dealer }) => dealer?.id)],
  )
  await store.refresh()
  const after = await listTotals()
  expect(after.statements).toBe(before.statements + 1)
  expect(after.totals.slice(0, -3)).toEqual(before.totals.slice(0, -3))
  const plans = ['advencePrice2', 'advencePrice1', 'advencePrice2'] as const
  for (const [i, actor] of actors.entries()) {
    const view = { ...viewOf(testContext({ actor }), store.facts()), seesPrices: true }
    const { totals } = await cartSumsOf(pool, actor.userId, view, plans[i] ?? null)
    expect(after.totals.at(i - 3)).toBe(totals?.totalTry)
    expect(after.totals.at(i - 3)).toBeLessThan(before.totals.at(i - 3) ?? 0)
  }
})
