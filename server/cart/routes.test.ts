import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, addDealer, addProduct, fillCart, type ProductParts, setPrice, setStock } from '#db/test-store.ts'
import type { CartItem, OpenedCart } from '#contract/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { testContext } from '#server/platform/http/test-context.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'

let database: TestDatabase
let pool: TestDatabase['pool']
let store: Store
let calls: Calls
let actor: Actor
let statements = 0

beforeAll(async () => {
  database = await createTestDatabase()
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

async function set(key: string, value: unknown): Promise<void> {
  await saveSetting(pool, key, value)
  await store.refresh()
}

const run = (method: string, path: string, input: object, who: Actor | null = actor) =>
  calls.find(method, path)?.run(input, testContext({ actor: who }))
const linePath = '/api/catalog/cart/:productId'
const add = (productId: unknown, quantity: unknown, productValue: unknown, who: Actor | null = actor) =>
  run('POST', linePath, { params: { productId: String(productId) }, body: { quantity, productValue } }, who)
const change = (productId: number, body: unknown, unit?: number) =>
  run('PATCH', linePath, { params: { productId: String(productId) }, query: unit ? { unit: String(unit) } : {}, body })
const remove = (productId: number, unit?: number) =>
  run('DELETE', linePath, { params: { productId: String(productId) }, query: unit ? { unit: String(unit) } : {} })
async function cart(who: Actor = actor): Promise<CartItem[]> {
  const answer = await run('GET', '/api/catalog/cart', {}, who)
  if (!answer?.ok) throw new Error('no cart')
  return answer.body as CartItem[]
}
const lines = async (who: Actor = actor) =>
  (await cart(who)).map(({ product, productUnit, quantity }) => [product.id, productUnit.value, quantity])
/** The figures of the cart as its page opens with them. */
const figures = async (lineCount: number) => {
  const opened = await run('GET', '/api/catalog/cart/page', { query: {} })
  return { ...(opened?.ok ? (opened.body as OpenedCart).cart : null), lineCount }
}
const product = (parts: ProductParts = {}) => addProduct(pool, { stock: 10, ...parts })

describe('adding', () => {
  test('answers with the cart item, priced for the dealer', async () => {
    actor = await addDealer(pool, { discount: 10 })
    const { id, unitId, code } = await product({ price: 12.5, currency: 'USD', taxRate: 10 })
    expect(await add(id, 2, unitId)).toMatchObject({
      ok: true,
      body: {
        product: { id, code, taxRate: 10, salePrice: { value: 11.25, currency: 'USD' } },
        productUnit: { id: unitId, value: 'ADET', multiplier: 1, defaultPrice: { value: 11.25, currency: 'USD' } },
        quantity: 2,
      },
    })
  })

  test('the same unit grows its line, another unit is a new line, in the order they came', async () => {
    const { id, unitId, units } = await product({ units: { PAKET: 3 } })
    const other = await product()
    await add(id, 1, unitId)
    await add(other.id, 1, other.unitId)
    await add(id, 1, units['PAKET'])
    await add(id, '2', String(unitId))
    expect(await lines()).toEqual([
      [id, 'ADET', 3],
      [other.id, 'ADET', 1],
      [id, 'PAKET', 1],
    ])
  })

  test('a unit without a price of its own costs the default unit’s × multiplier', async () => {
    const { id, units } = await product({ price: 33.3333, units: { PAKET: 3 } })
    expect(await add(id, 1, units['PAKET'])).toMatchObject({
      body: { productUnit: { defaultPrice: { value: 99.9999 } } },
    })
  })

  test.each([
    0,
    -1,
    0.5,
    1e9,
    1_000_001,
    Number.NaN,
    2 ** 53,
    Infinity,
    '1,5',
    '0',
    '-1',
    '1e3',
    '',
    ' 1',
    null,
    [1],
    true,
  ])('the quantity %j is refused', async (quantity) => {
    const { id, unitId } = await product()
    expect(await add(id, quantity, unitId)).toMatchObject({ ok: false, code: 'quantity_invalid' })
    expect(await cart()).toEqual([])
  })

  test('101 at once is allowed: the limit of 100 belongs to the detail page’s input', async () => {
    const { id, unitId } = await product({ stock: 500 })
    expect(await add(id, 101, unitId)).toMatchObject({ ok: true })
  })

  test('what does not fit is refused with its reason', async () => {
    const { id, unitId } = await product()
    const foreign = await product()
    const unpriced = await product({ price: null })
    const free = await product({ price: 0 })
    const noRate = await product({ currency: 'EUR' })
    const noUnit = await product({ hasDefaultUnit: false })
    const parent = await product({ variantNames: ['Renk'] })
    const inactive = await product()
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [inactive.id])
    expect(await add(999_999_999, 1, unitId)).toMatchObject({ code: 'product_not_found' })
    expect(await add(inactive.id, 1, inactive.unitId)).toMatchObject({ code: 'product_not_found' })
    expect(await add('abc', 1, unitId)).toMatchObject({ code: 'not_found' })
    expect(await add(id, 1, foreign.unitId)).toMatchObject({ code: 'unit_not_found' })
    expect(await add(id, 1, 'x')).toMatchObject({ code: 'validation_failed' })
    expect(await add(unpriced.id, 1, unpriced.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(free.id, 1, free.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(noRate.id, 1, noRate.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(noUnit.id, 1, noUnit.unitId)).toMatchObject({ code: 'no_default_unit' })
    expect(await add(parent.id, 1, parent.unitId)).toMatchObject({ code: 'variant_not_chosen' })
    expect(await cart()).toEqual([])
  })

  test('a variant has its own stock', async () => {
    const parent = await product({ variantNames: ['Renk'], stock: 100 })
    const child = await product({ parentId: parent.id, variantValues: ['Kırmızı'], stock: 2 })
    expect(await add(child.id, 3, child.unitId)).toMatchObject({ code: 'insufficient_stock', facts: { amount: 3 } })
    expect(await add(child.id, 2, child.unitId)).toMatchObject({ ok: true })
  })

  test('values that the client has no say in are ignored', async () => {
    const { id, unitId } = await product({ price: 100 })
    const body = { quantity: 1, productValue: unitId, price: 1, tax: 0, total: 1, profit: -100 }
    const answer = await run('POST', linePath, { params: { productId: String(id) }, body })
    expect(answer).toMatchObject({ body: { productUnit: { defaultPrice: { value: 100 } } } })
  })
})

describe('the stock rule', () => {
  test('counts base units of all lines of the product', async () => {
    const { id, unitId, units } = await product({ stock: 10, units: { PAKET: 4 } })
    await add(id, 2, units['PAKET'])
    expect(await add(id, 3, unitId)).toEqual({
      ok: false,
      code: 'insufficient_stock',
      facts: { amount: 11, available: 10, fits: 2 },
    })
    expect(await add(id, 1, units['PAKET'])).toMatchObject({ facts: { amount: 12, available: 10, fits: 0 } })
    expect(await add(id, 2, unitId)).toMatchObject({ ok: true })
  })

  test.each([
    [0, 10, 10],
    [2, 10, 10],
    ...[
      [3, 15],
      [4, 20],
      [5, 60],
      [6, 110],
      [7, 1010],
      [8, 30],
      [9, 5],
      [14, 0],
      [13, 0],
    ].map(([mode, most]) => [mode, most, most]),
    [15, 10, 10],
    [20, 10, 10],
  ] as [number, number, number][])('mode %i lets %i of 10 be added', async (mode, most) => {
    await set('stockInfoStatus', mode)
    const { id, unitId } = await product({ stock: 10 })
    expect(await add(id, most + 1, unitId)).toMatchObject({ code: 'insufficient_stock' })
    if (most > 0) expect(await add(id, most, unitId)).toMatchObject({ ok: true })
  })

  test.each([1, 2, 15])('mode %i tells no exact figure', async (mode) => {
    await set('stockInfoStatus', mode)
    const { id, unitId } = await product()
    expect(await add(id, 11, unitId)).toEqual({ ok: false, code: 'insufficient_stock', facts: { amount: 11 } })
  })

  test('is skipped when cart stock control is on', async () => {
    await set('cartStockControl', '1')
    const { id, unitId } = await product({ stock: -5 })
    expect(await add(id, 1000, unitId)).toMatchObject({ ok: true })
  })

  test('imported negative stock lets nothing be added', async () => {
    const { id, unitId } = await product({ stock: -5 })
    expect(await add(id, 1, unitId)).toMatchObject({ code: 'insufficient_stock', facts: { available: 0, fits: 0 } })
  })

  test('never refuses less: a cart whose stock went away can be made smaller', async () => {
    const { id, unitId, units } = await product({ stock: 10, units: { PAKET: 5 } })
    await add(id, 2, units['PAKET'])
    await setStock(pool, id, 0)
    await setPrice(pool, unitId, 0)
    expect(await change(id, { addQuantity: 1 })).toMatchObject({ code: 'price_unknown' })
    await setPrice(pool, unitId, 5)
    expect(await change(id, { quantity: 3 })).toMatchObject({ code: 'insufficient_stock' })
    expect(await change(id, { quantity: 1 })).toMatchObject({ ok: true, body: { quantity: 1 } })
    expect(await change(id, { unit: unitId })).toMatchObject({ ok: true, body: { productUnit: { id: unitId } } })
  })
})

describe('changing a line', () => {
  test('sets, adds, and changes the unit with its price', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 2, unitId)
    expect(await change(id, { quantity: 5 })).toMatchObject({ body: { quantity: 5 } })
    expect(await change(id, { addQuantity: '3' })).toMatchObject({ body: { quantity: 8 } })
    expect(await change(id, { unit: units['KOLİ'] })).toMatchObject({
      body: { quantity: 8, productUnit: { value: 'KOLİ', defaultPrice: { value: 1200 } } },
    })
  })

  test('a unit that has a line already takes the other one in', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 2, unitId)
    await add(id, 3, units['KOLİ'])
    expect(await change(id, { unit: units['KOLİ'] }, unitId)).toMatchObject({ body: { quantity: 5 } })
    expect(await lines()).toEqual([[id, 'KOLİ', 5]])
    await add(id, 40, unitId)
    expect(await change(id, { unit: units['KOLİ'] }, unitId)).toMatchObject({
      code: 'insufficient_stock',
      facts: { amount: 540, fits: 8 },
    })
    expect(await lines()).toEqual([
      [id, 'KOLİ', 5],
      [id, 'ADET', 40],
    ])
  })

  test('two lines of a product need the unit named', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 1, unitId)
    await add(id, 1, units['KOLİ'])
    expect(await change(id, { quantity: 2 })).toMatchObject({ code: 'line_ambiguous' })
    expect(await change(id, { quantity: 2 }, units['KOLİ'])).toMatchObject({ ok: true })
    expect(await lines()).toEqual([
      [id, 'ADET', 1],
      [id, 'KOLİ', 2],
    ])
  })

  test('what makes no sense is refused', async () => {
    const { id, unitId } = await product()
    const foreign = await product()
    expect(await change(id, { quantity: 2 })).toMatchObject({ code: 'line_not_found' })
    await add(id, 1, unitId)
    for (const quantity of [0, -1, 0.5, '1,5', 1e9]) {
      expect(await change(id, { quantity })).toMatchObject({ code: 'quantity_invalid' })
      expect(await change(id, { addQuantity: quantity })).toMatchObject({ code: 'quantity_invalid' })
    }
    for (const body of [{}, { quantity: 1, unit: unitId }, { price: 1 }, { quantity: 1, profit: 5 }, [], 'x', null]) {
      expect(await change(id, body)).toMatchObject({ code: 'validation_failed' })
    }
    expect(await change(id, { unit: foreign.unitId })).toMatchObject({ code: 'unit_not_found' })
    expect(await change(id, { quantity: 2 }, foreign.unitId)).toMatchObject({ code: 'line_not_found' })
    expect(await lines()).toEqual([[id, 'ADET', 1]])
  })

  test('a line never holds more than 1,000,000', async () => {
    await set('cartStockControl', '1')
    const { id, unitId } = await product()
    await add(id, 1_000_000, unitId)
    expect(await add(id, 1, unitId)).toMatchObject({ code: 'quantity_invalid' })
    expect(await change(id, { addQuantity: 1 })).toMatchObject({ code: 'quantity_invalid' })
  })
})

describe('removing', () => {
  test('takes out the named line, else all lines of the product', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12, PAKET: 2 } })
    const other = await product()
    for (const unit of [unitId, units['KOLİ'], units['PAKET']]) await add(id, 1, unit)
    await add(other.id, 1, other.unitId)
    expect(await remove(id, units['KOLİ'])).toEqual({ ok: true, body: await figures(3) })
    expect(await remove(id, units['KOLİ'])).toMatchObject({ code: 'line_not_found' })
    await remove(id)
    expect(await lines()).toEqual([[other.id, 'ADET', 1]])
    expect(await remove(id)).toMatchObject({ code: 'line_not_found' })
    expect(await run('DELETE', '/api/catalog/cart', {})).toEqual({ ok: true, body: [] })
    expect(await cart()).toEqual([])
  })
})

describe('the cart', () => {
  test('belongs to its user', async () => {
    const other = await addDealer(pool)
    const { id, unitId } = await product()
    await add(id, 1, unitId)
    expect(await cart(other)).toEqual([])
    expect(await run('DELETE', '/api/catalog/cart', {}, other)).toMatchObject({ ok: true })
    expect(await lines()).toEqual([[id, 'ADET', 1]])
  })

  test('says once that a price changed', async () => {
    const { id, unitId } = await product({ price: 100 })
    await add(id, 1, unitId)
    expect((await cart())[0]).not.toHaveProperty('previousPrice')
    await setPrice(pool, unitId, 110)
    const [line] = await cart()
    expect(line?.previousPrice).toEqual({ value: 100, currency: 'TRY' })
    expect(line?.productUnit.defaultPrice).toEqual({ value: 110, currency: 'TRY' })
    expect((await cart())[0]).not.toHaveProperty('previousPrice')
  })

  test('keeps and marks what is no longer on sale', async () => {
    const { id, unitId } = await product()
    await add(id, 1, unitId)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [id])
    expect(await cart()).toMatchObject([{ product: { id }, isOffSale: true }])
    expect(await remove(id)).toMatchObject({ ok: true, body: { lineCount: 0 } })
  })

  test('holds no price where prices are hidden', async () => {
    const { id, unitId } = await product()
    await set('showPriceStatus', '0')
    expect(await add(id, 1, unitId)).toMatchObject({ ok: true })
    expect(JSON.stringify(await cart())).not.toMatch(/(default|sale|list|advence)Price|currency/i)
  })

  test('takes as many statements with one line as with thirty', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => product()))
    const counts = []
    for (const n of [1, 30]) {
      const who = await addDealer(pool)
      await fillCart(
        pool,
        who,
        made.slice(0, n).map(({ unitId }) => ({ unitId, quantity: 1 })),
      )
      statements = 0
      expect(await cart(who)).toHaveLength(n)
      counts.push(statements)
    }
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeLessThanOrEqual(3)
  })
})

test.each([
  ['GET', '/api/catalog/cart'],
  ['DELETE', '/api/catalog/cart'],
  ['POST', linePath],
  ['PATCH', linePath],
  ['DELETE', linePath],
])('%s %s: a guest is sent to sign in, an administrator is refused', async (method, path) => {
  const input = { params: { productId: '1' }, query: {}, body: {} }
  expect(await run(method, path, input, null)).toEqual({ ok: false, code: 'not_signed_in' })
  expect(await run(method, path, input, await addAdmin(pool))).toEqual({ ok: false, code: 'admin_not_allowed' })
})
