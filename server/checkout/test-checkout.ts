import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  addDealer,
  addProduct,
  type DealerParts,
  fillCart,
  type ProductParts,
  stockMismatches,
  type TestProduct,
} from '#testing/store-rows.ts'
import type { Order } from '#contract/shop/orders.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { registerOrders } from '#server/orders/orders.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Answer } from '#server/platform/http/calls.ts'
import { type Actor, Calls, type Choices } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { registerLimitApprovals } from '#server/risk/risk.ts'
import { registerCheckout } from './checkout.ts'

export let database: TestDatabase
export let pool: TestDatabase['pool']
export let store: Store
/** The dealer's user of the current test, new for each test. */
export let actor: Actor
let calls: Calls

/** Opens a store with two plans and a dollar at 41.25. After the file's tests the stock must equal its movements. */
export function useTestCheckout({ choosesPlans = false } = {}): void {
  beforeAll(async () => {
    // Waiting for one of few connections is part of the test, so a slow machine must not time out.
    database = await createTestDatabase({ max: 20, choosesPlans })
    pool = database.pool
    await pool.execute("UPDATE currencies SET exchange_rate = 41.25 WHERE code = 'USD'")
    await pool.execute(
      `INSERT INTO payment_plans (key, name, is_enabled)
       VALUES ('advencePrice1', '30 gün', true), ('advencePrice2', '60 gün', false)`,
    )
    store = await createStore(pool)
    calls = new Calls()
    registerCheckout(calls, { pool, store, secret: 'a secret of at least thirty-two letters' })
    registerOrders(calls, { pool, store })
    registerLimitApprovals(calls, { pool, store })
  })
  beforeEach(async () => {
    await actAs()
    await pool.execute('DELETE FROM settings')
    await store.refresh()
  })
  afterAll(async () => {
    const broken = await stockMismatches(pool)
    const negative = await pool.query('SELECT product_id FROM inventory WHERE quantity < 0')
    await store.close()
    await database.drop()
    if (broken.length + negative.length > 0) throw new Error(`Stock is wrong: ${JSON.stringify({ broken, negative })}`)
  })
}

/** Makes a new dealer the user of the test. */
export async function actAs(parts: DealerParts = {}): Promise<void> {
  actor = await addDealer(pool, parts)
}

export async function set(key: string, value: unknown): Promise<void> {
  await saveSetting(pool, key, value)
  await store.refresh()
}

export type Extra = { key?: string | undefined; choices?: Choices; body?: object }

export async function order(who: Actor | null = actor, { key, choices = {}, body = {} }: Extra = {}): Promise<Answer> {
  return run('POST', '/api/catalog/cart', { body }, testContext({ actor: who, choices, idempotencyKey: key }))
}

/** Places an order, which must succeed, and returns its summary. */
export async function placed(extra: Extra = {}): Promise<Order> {
  const answer = await order(actor, extra)
  if (!answer.ok) throw new Error(`The order was refused: ${JSON.stringify(answer)}`)
  return summary()
}

export function getSummary(who: Actor | null, query: object = {}, locale: Locale = 'tr'): Promise<Answer> {
  return run('GET', '/api/catalog/orders/summary', { query }, testContext({ actor: who, locale }))
}

export async function summary(who: Actor = actor, query: object = {}): Promise<Order> {
  const answer = await getSummary(who, query)
  if (!answer.ok) throw new Error('Could not read the order summary.')
  return answer.body as Order
}

/** Runs any registered call, by default as the test's dealer. */
export async function run(
  method: string,
  path: string,
  input: object,
  context: ReturnType<typeof testContext> = testContext({ actor }),
): Promise<Answer> {
  const call = calls.find(method, path)
  if (call === undefined) throw new Error(`${method} ${path} is not registered.`)
  return call.run(input, context)
}

export function product(parts: ProductParts = {}): Promise<TestProduct> {
  return addProduct(pool, { stock: 10, ...parts })
}

/** Fills a cart with quantities by unit id. */
export function fill(lines: Record<number, number>, who: Actor = actor): Promise<void> {
  return fillCart(
    pool,
    who,
    Object.entries(lines).map(([unitId, quantity]) => ({ unitId: Number(unitId), quantity })),
  )
}

export async function ordersOf(who: Actor = actor): Promise<number> {
  return (await pool.query('SELECT FROM orders WHERE user_id = $1', [who.userId])).length
}

export async function linesLeft(who: Actor = actor): Promise<number> {
  const sql = 'SELECT FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1'
  return (await pool.query(sql, [who.userId])).length
}
