import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { addCartUnits } from '#contract/shop/variants.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { registerCart } from './cart.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let actor: Actor
let small: TestProduct
let large: TestProduct
let unpriced: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool, { pollMilliseconds: 3_600_000 })
  calls = new Calls()
  registerCart(calls, { pool, store })
  const parent = await addProduct(pool, { code: 'ELDIVEN', variantNames: ['Beden'] })
  const variant = (code: string, value: string, parts: object) =>
    addProduct(pool, { code, parentId: parent.id, variantValues: [value], ...parts })
  small = await variant('ELDIVEN-S', 'S', { stock: 10, price: 50, units: { KOLİ: 6 } })
  large = await variant('ELDIVEN-L', 'L', { stock: 100, price: 55 })
  unpriced = await variant('ELDIVEN-X', 'X', { stock: 5, price: null })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  actor = await addDealer(database.pool)
  await database.pool.execute('DELETE FROM settings')
  await store.refresh()
})

const contextOf = (who: Actor | null, key?: string) => ({
  ...testContext({ actor: who, guestCart: who === null ? { token: 'guest', isStored: false } : null }),
  idempotencyKey: key,
})
type Line = { productId: number; unitId: number; quantity: number }
const line = ({ id, unitId }: TestProduct, quantity: number, unit = unitId): Line => {
  return { productId: id, unitId: unit, quantity }
}
const send = (lines: unknown, key?: string, who: Actor | null = actor) =>
  calls.find('POST', '/api/catalog/cart/units')?.run({ body: { lines } }, contextOf(who, key))
async function add(lines: Line[], key?: string): Promise<Reply<typeof addCartUnits>> {
  const answer = await send(lines, key)
  return answer?.ok ? (answer.body as Reply<typeof addCartUnits>) : expect.fail(JSON.stringify(answer))
}
async function cart(): Promise<unknown[]> {
  const answer = await calls.find('GET', '/api/catalog/cart')?.run({}, contextOf(actor))
  if (!answer?.ok) throw new Error('Could not read the cart.')
  return (answer.body as CartItem[]).map(({ product, productUnit, quantity }) => [
    product.code,
    productUnit.value,
    quantity,
  ])
}

describe('units', () => {
  test('are added in one request, each in its unit, and join the lines of the cart', async () => {
    await add([line(small, 1)])
    const {
      refusals,
      addedCount,
      items,
      cart: sums,
    } = await add([line(small, 2), line(small, 1, small.units['KOLİ']), line(large, 3)])
    expect([refusals, addedCount]).toEqual([[null, null, null], 3])
    expect(items.map(({ product, quantity }) => [product.code, quantity])).toEqual([
      ['ELDIVEN-S', 3],
      ['ELDIVEN-S', 1],
      ['ELDIVEN-L', 3],
    ])
    expect(sums.lineCount).toBe(3)
    expect(await cart()).toEqual([
      ['ELDIVEN-S', 'ADET', 3],
      ['ELDIVEN-S', 'KOLİ', 1],
      ['ELDIVEN-L', 'ADET', 3],
    ])
  })

  test('are all refused if one is: each refused line has its reason and what fits, and the cart stays as it was', async () => {
    await add([line(small, 4)])
    const { refusals, addedCount, items } = await add([line(large, 5), line(small, 7), line(unpriced, 1)])
    expect(addedCount).toBe(0)
    expect(items).toEqual([])
    expect(refusals).toEqual([
      null,
      { code: 'insufficient_stock', text: expect.stringContaining('11'), fits: [6] },
      { code: 'price_unknown', text: expect.stringContaining('fiyatı'), fits: [] },
    ])
    expect(await cart()).toEqual([['ELDIVEN-S', 'ADET', 4]])
  })

  test('of one product share its stock', async () => {
    const { refusals } = await add([line(small, 5), line(small, 1, small.units['KOLİ'])])
    expect(refusals.map((refusal) => refusal?.code ?? null)).toEqual([null, 'insufficient_stock'])
    expect(await cart()).toEqual([])
  })

  test('are priced by the server: a unit of another product is refused', async () => {
    const { refusals } = await add([line(small, 1, large.unitId)])
    expect(refusals[0]?.code).toBe('unit_not_found')
    expect((await add([{ productId: 999_999, unitId: 1, quantity: 1 }])).refusals[0]?.code).toBe('product_not_found')
  })

  test.each([[0], [-1], [1.5], [1_000_001], ['1e3']])('with the quantity %j are no request', async (quantity) => {
    expect(await send([{ ...line(small, 1), quantity }])).toMatchObject({ ok: false, code: 'validation_failed' })
    expect(await cart()).toEqual([])
  })

  test('sent again with their key after a lost response are added once', async () => {
    const lines = [line(large, 3)]
    const [first, second] = await Promise.all([add(lines, 'grid-key-1'), add(lines, 'grid-key-1')])
    expect([first?.addedCount, second?.addedCount]).toEqual([1, 1])
    expect(await cart()).toEqual([['ELDIVEN-L', 'ADET', 3]])
    expect(await send([line(large, 4)], 'grid-key-1')).toMatchObject({ ok: false, code: 'idempotency_mismatch' })
    expect(await cart()).toEqual([['ELDIVEN-L', 'ADET', 3]])
  })

  test('refused under a key can be sent again with it', async () => {
    const lines = [line(small, 11)]
    expect((await add(lines, 'grid-key-2')).addedCount).toBe(0)
    await saveSetting(database.pool, 'cartStockControl', '1')
    await store.refresh()
    expect((await add(lines, 'grid-key-2')).addedCount).toBe(1)
  })

  test('of a guest that are refused make no cart', async () => {
    await saveSetting(database.pool, 'guestCarts', '1')
    await store.refresh()
    const count = () => database.pool.one<{ count: string }>('SELECT count(*) FROM carts')
    const before = await count()
    expect(await send([line(small, 11)], undefined, null)).toMatchObject({ ok: true, body: { addedCount: 0 } })
    expect(await count()).toEqual(before)
    expect(await send([line(small, 1)], undefined, null)).toMatchObject({ ok: true, body: { addedCount: 1 } })
  })
})

test('two requests at once do not add more than the stock', async () => {
  const answers = await Promise.all([add([line(small, 6)]), add([line(small, 6)])])
  expect(answers.filter(({ addedCount }) => addedCount === 1)).toHaveLength(1)
  expect(await cart()).toEqual([['ELDIVEN-S', 'ADET', 6]])
})
