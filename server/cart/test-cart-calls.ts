import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addDealer, addProduct, type ProductParts } from '#testing/store-rows.ts'
import type { CartItem, OpenedCart } from '#contract/shop/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'

/** The cart's calls on a database of their own, with shorthands for tests. */

export let pool: TestDatabase['pool']
let store: Store
let calls: Calls
let actor: Actor
let statements = 0

/** Opens the shop before a file's tests. Each test starts with a new dealer and default settings. */
export function openCartCalls({ choosesPlans = false } = {}): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ choosesPlans })
    pool = database.pool
    await pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
    store = await createStore(pool)
    calls = new Calls()
    registerCart(calls, { pool: counting(pool), store })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })
  beforeEach(async () => {
    actor = await addDealer(pool)
    await pool.execute('DELETE FROM settings')
    await store.refresh()
  })
}

function counting(inner: TestDatabase['pool']): TestDatabase['pool'] {
  const counted = { ...inner }
  for (const name of ['query', 'one', 'execute'] as const) {
    counted[name] = ((...args: Parameters<Db['query']>) => {
      statements += 1
      return inner[name](...args)
    }) as never
  }
  return counted
}

/** The number of statements that `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  statements = 0
  await work()
  return statements
}

/** The user of the following calls in this test. */
export function actAs(next: Actor): void {
  actor = next
}

export async function set(key: string, value: unknown): Promise<void> {
  await saveSetting(pool, key, value)
  await store.refresh()
}

/** Reads promotions, price rules and settings that were written directly. */
export const refresh = (): Promise<void> => store.refresh()

export const run = (method: string, path: string, input: object, who: Actor | null = actor) =>
  calls.find(method, path)?.run(input, testContext({ actor: who }))
export const linePath = '/api/catalog/cart/:productId'
export const add = (productId: unknown, quantity: unknown, productValue: unknown, who: Actor | null = actor) =>
  run('POST', linePath, { params: { productId: String(productId) }, body: { quantity, productValue } }, who)
export const change = (productId: number, body: unknown, unit?: number) =>
  run('PATCH', linePath, { params: { productId: String(productId) }, query: unit ? { unit: String(unit) } : {}, body })
export const remove = (productId: number, unit?: number) =>
  run('DELETE', linePath, { params: { productId: String(productId) }, query: unit ? { unit: String(unit) } : {} })
export async function cart(who: Actor = actor): Promise<CartItem[]> {
  const answer = await run('GET', '/api/catalog/cart', {}, who)
  if (!answer?.ok) throw new Error('Could not read the cart.')
  return answer.body as CartItem[]
}
export const lines = async (who: Actor = actor) =>
  (await cart(who)).map(({ product, productUnit, quantity }) => [product.id, productUnit.value, quantity])
/** The cart totals as the page opens with them. */
export const figures = async (lineCount: number) => {
  const opened = await run('GET', '/api/catalog/cart/page', { query: {} })
  return { ...(opened?.ok ? (opened.body as OpenedCart).cart : null), lineCount }
}
export const product = (parts: ProductParts = {}) => addProduct(pool, { stock: 10, ...parts })
