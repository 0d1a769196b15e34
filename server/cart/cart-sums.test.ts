import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart, setPrice, type TestProduct } from '#testing/store-rows.ts'
import type { CartSums, ChangedItem, OpenedCart } from '#contract/shop/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls, type Choices } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let actor: Actor
const products: TestProduct[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_enabled, is_default, is_virtual) VALUES
       ('advencePrice1', '30 gün', true, false, false), ('advencePrice2', 'Kart', true, false, true),
       ('advencePrice3', '90 gün', false, false, false)`,
  )
  store = await createStore(pool)
  calls = new Calls()
  registerCart(calls, { pool, store })
  products.push(await addProduct(pool, { price: 10.1234, taxRate: 20, stock: 100_000, units: { KOLİ: 3 } }))
  products.push(await addProduct(pool, { price: 2.5, currency: 'USD', taxRate: 10, stock: 100_000 }))
  products.push(await addProduct(pool, { price: 7, currency: 'EUR', taxRate: 10, stock: 100_000 }))
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  await database.pool.execute('DELETE FROM settings')
  await store.refresh()
  await database.pool.execute('UPDATE unit_prices SET plan1_value = NULL, plan1_currency = NULL')
  actor = await addDealer(database.pool, { discount: 12.5 })
})

async function run<T>(method: string, path: string, input: object = {}, choices: Choices = {}): Promise<T> {
  const answer = await calls.find(method, path)?.run(input, testContext({ actor, choices }))
  if (!answer?.ok) throw new Error(JSON.stringify(answer))
  return answer.body as T
}
const sums = async (choices: Choices = {}, query: object = {}) =>
  (await run<OpenedCart>('GET', '/api/catalog/cart/page', { query }, choices)).cart
const unit = (at: number, name = 'ADET') => products[at]?.units[name] ?? 0
const choose = (advencePrice: string) => run<CartSums>('PATCH', '/api/catalog/cart', { body: { advencePrice } })
const choicesOf = async () =>
  (await database.pool.one<{ choices: Choices }>('SELECT choices FROM users WHERE id = $1', [actor.userId]))?.choices

describe('the totals of a cart', () => {
  test('include derived units, the dealer’s discount, currencies and the tax of each line', async () => {
    await fillCart(database.pool, actor, [
      { unitId: unit(0), quantity: 3 },
      { unitId: unit(0, 'KOLİ'), quantity: 2 },
      { unitId: unit(1), quantity: 4 },
    ])
    // 10.1234 × 0.875 = 8.857975 → 8.8580; × 3 = 26.574. KOLİ 30.3702 × 0.875 = 26.573925 → 26.5739; × 2 = 53.1478.
    // 2.5 × 0.875 = 2.1875 dollars; × 4 = 8.75 → 350 lira. Subtotal 429.7218; tax 0.2 × 79.7218 + 35 = 50.94436.
    const totals = { subtotal: 429.72, tax: 50.94, total: 480.66, totalTry: 480.66 }
    expect(await sums()).toEqual({ lineCount: 3, plan: null, totals: { currency: 'TRY', ...totals } })
  })

  test('count a price without a rate as 0, and are left out where prices are hidden', async () => {
    await fillCart(database.pool, actor, [
      { unitId: unit(2), quantity: 3 },
      { unitId: unit(1), quantity: 1 },
    ])
    expect((await sums()).totals).toEqual({ currency: 'TRY', subtotal: 87.5, tax: 8.75, total: 96.25, totalTry: 96.25 })
    await saveSetting(database.pool, 'showPriceStatus', '0')
    await store.refresh()
    expect(await sums()).toEqual({ lineCount: 2, plan: null })
  })

  test('take a campaign’s percentage off the campaign’s products, after the dealer’s discount', async () => {
    const { pool } = database
    await pool.execute(
      `WITH campaign AS (INSERT INTO campaigns (name, discount) VALUES ('Güz', 10) RETURNING id)
       INSERT INTO campaign_products (campaign_id, product_id, position) SELECT id, $1, 1 FROM campaign`,
      [products[0]?.id],
    )
    await pool.query('SELECT refresh_campaign_discounts()')
    try {
      await fillCart(pool, actor, [
        { unitId: unit(0), quantity: 3 },
        { unitId: unit(0, 'KOLİ'), quantity: 2 },
        { unitId: unit(1), quantity: 4 },
      ])
      // 8.8580 × 0.9 = 7.9722; × 3 = 23.9166. KOLİ 26.5739 × 0.9 = 23.91651 → 23.9165; × 2 = 47.833. The dollars remain
      // 350 lira. Subtotal 421.7496; tax 0.2 × 71.7496 + 35 = 49.34992.
      const totals = { subtotal: 421.75, tax: 49.35, total: 471.1, totalTry: 471.1 }
      expect((await sums()).totals).toEqual({ currency: 'TRY', ...totals })
      const items = await run<{ productUnit: { defaultPrice: { value: number } } }[]>('GET', '/api/catalog/cart')
      const prices = items.map(({ productUnit }) => productUnit.defaultPrice.value)
      expect(new Set(prices)).toEqual(new Set([7.9722, 23.9165, 2.1875]))
    } finally {
      await pool.execute('DELETE FROM campaigns')
      await pool.query('SELECT refresh_campaign_discounts()')
    }
  })

  test('are 0 for an empty cart', async () => {
    const totals = { subtotal: 0, tax: 0, total: 0, totalTry: 0 }
    expect(await sums()).toEqual({ lineCount: 0, plan: null, totals: { currency: 'TRY', ...totals } })
  })

  test('are returned with the line after every change', async () => {
    await fillCart(database.pool, actor, [{ unitId: unit(0), quantity: 1 }])
    const params = { productId: String(products[0]?.id) }
    const changed = await run<ChangedItem>('PATCH', '/api/catalog/cart/:productId', { params, body: { quantity: 100 } })
    expect(changed).toMatchObject({
      quantity: 100,
      cart: { lineCount: 1, totals: { subtotal: 885.8, total: 1062.96 } },
    })
    const added = await run<ChangedItem>('POST', '/api/catalog/cart/:productId', {
      params: { productId: String(products[1]?.id) },
      body: { quantity: 1, productValue: unit(1) },
    })
    expect(added).toMatchObject({ quantity: 1, cart: { lineCount: 2, totals: { subtotal: 973.3 } } })
  })
})

describe('the payment plan', () => {
  beforeEach(async () => {
    await fillCart(database.pool, actor, [
      { unitId: unit(0), quantity: 1 },
      { unitId: unit(0, 'KOLİ'), quantity: 1 },
      { unitId: unit(1), quantity: 1 },
    ])
    await database.pool.execute("UPDATE unit_prices SET plan1_value = 0.5, plan1_currency = 'USD' WHERE unit_id = $1", [
      unit(0),
    ])
  })

  test('prices every line that has a plan price, derived units too, and is remembered', async () => {
    // 0.5 × 0.875 = 0.4375 dollars = 17.5 lira; KOLİ 1.5 × 0.875 = 1.3125 = 52.5; the other product remains 87.5.
    const totals = { subtotal: 157.5, tax: 22.75, total: 180.25, totalTry: 180.25 }
    expect(await choose('advencePrice1')).toEqual({
      lineCount: 3,
      plan: 'advencePrice1',
      totals: { currency: 'TRY', ...totals },
    })
    expect(await sums(await choicesOf())).toMatchObject({ plan: 'advencePrice1', totals })
    expect(await choose('')).toMatchObject({ plan: null })
    expect(await choicesOf()).toEqual({})
  })

  test('ignores a plan price of 0 or without a rate', async () => {
    for (const [value, currency] of [
      [0, 'USD'],
      [3, 'EUR'],
    ] as const) {
      await database.pool.execute('UPDATE unit_prices SET plan1_value = $2, plan1_currency = $3 WHERE unit_id = $1', [
        unit(0),
        value,
        currency,
      ])
      expect((await sums({ cartPlan: 'advencePrice1' })).totals).toEqual((await sums()).totals)
    }
  })

  test('can be requested for a single page view', async () => {
    expect(await sums({}, { advencePrice: 'advencePrice1' })).toMatchObject({ totals: { subtotal: 157.5 } })
    expect(await sums({}, { advencePrice: 'nonsense' })).toMatchObject({ plan: null })
    expect(await choicesOf()).toEqual({})
  })

  test('is rejected if it is not enabled, and a saved one is then ignored', async () => {
    await expect(choose('advencePrice3')).rejects.toThrow('plan_unknown')
    await expect(choose('advencePrice9')).rejects.toThrow('validation_failed')
    expect(await sums({ cartPlan: 'advencePrice3' })).toMatchObject({ plan: null })
  })

  test('keeps its prices and remains selectable when showPaymentPlanPrice hides plan prices', async () => {
    await saveSetting(database.pool, 'showPaymentPlanPrice', '0')
    await store.refresh()
    expect(await choose('advencePrice1')).toMatchObject({ plan: 'advencePrice1', totals: { total: 180.25 } })
    const choices = { cartPlan: 'advencePrice1' } as const
    const { items } = await run<OpenedCart>('GET', '/api/catalog/cart/page', { query: {} }, choices)
    expect(items.find(({ productUnit }) => productUnit.id === unit(0))?.productUnit).toMatchObject({
      advencePrice1: { value: 0.4375, currency: 'USD' },
    })
  })

  test('is the default plan when none is chosen, whether its prices are shown or hidden', async () => {
    const { pool } = database
    await pool.execute("UPDATE payment_plans SET is_default = true WHERE key = 'advencePrice1'")
    try {
      for (const shown of ['1', '0']) {
        await saveSetting(pool, 'showPaymentPlanPrice', shown)
        await store.refresh()
        expect(await sums()).toMatchObject({ plan: 'advencePrice1', totals: { total: 180.25 } })
      }
    } finally {
      await pool.execute('UPDATE payment_plans SET is_default = false')
    }
  })

  test('is removed when the cart is cleared', async () => {
    await choose('advencePrice1')
    await run('DELETE', '/api/catalog/cart')
    expect(await choicesOf()).toEqual({})
  })
})

test('a long cart opens with its first hundred lines and the totals of all lines', async () => {
  const { pool } = database
  const many: TestProduct[] = []
  // One at a time: hundreds at once wait too long for connections on a busy machine.
  for (let i = 0; i < 230; i++) many.push(await addProduct(pool, { price: 1, stock: 10, taxRate: 0 }))
  await fillCart(
    pool,
    actor,
    many.map(({ unitId }) => ({ unitId, quantity: 2 })),
  )
  const opened = await run<OpenedCart>('GET', '/api/catalog/cart/page')
  expect(opened.items).toHaveLength(100)
  expect(opened.cart).toMatchObject({ lineCount: 230, totals: { subtotal: 402.5 } })
  expect(opened.orderKey).toMatch(/^[\w-]{20,}$/)
  expect(opened.mark).toBe(cartFingerprint(many.map(({ unitId }) => ({ unitId, quantity: 2 }))))
  await setPrice(pool, many[0]?.unitId ?? 0, 3)
  const again = await run<OpenedCart>('GET', '/api/catalog/cart/page')
  expect(again.items[0]?.previousPrice).toEqual({ value: 0.875, currency: 'TRY' })
  const once = await run<OpenedCart>('GET', '/api/catalog/cart/page')
  expect(once.items[0]).not.toHaveProperty('previousPrice')
})

test('the dealer’s price list takes precedence over the default list; a unit’s own price takes precedence over the default unit’s', async () => {
  const { pool } = database
  const list = await pool.one<{ id: number }>("INSERT INTO price_lists (code, name) VALUES ('own', 'Own') RETURNING id")
  const withList = await addDealer(pool, { priceListId: list?.id ?? 0 })
  actor = withList
  // One after the other: the cart lists lines of the same moment by product.
  const product = (price: number) => addProduct(pool, { price, stock: 100, taxRate: 0, units: { KOLİ: 3 } })
  const [both, packed, derived] = [await product(10), await product(20), await product(30)]
  const inOwnList =
    'INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, $3, $4)'
  for (const [product, price] of [
    [both, 9],
    [packed, 19],
    [derived, 29],
  ] as const) {
    await pool.execute(inOwnList, [list?.id, product?.units.ADET, price, 'TRY'])
  }
  await setPrice(pool, packed?.units.KOLİ ?? 0, 55)
  await fillCart(pool, actor, [
    { unitId: both?.units.ADET ?? 0, quantity: 1 },
    { unitId: packed?.units.KOLİ ?? 0, quantity: 1 },
    { unitId: derived?.units.KOLİ ?? 0, quantity: 1 },
  ])
  // 9 + 55 + 3 × 29
  expect(await sums()).toMatchObject({ lineCount: 3, totals: { subtotal: 151, total: 151 } })
  const items = await run<{ productUnit: { defaultPrice: { value: number } } }[]>('GET', '/api/catalog/cart')
  expect(items.map(({ productUnit }) => productUnit.defaultPrice.value)).toEqual([9, 55, 87])
})
