import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import type { addCartLines, CartItem } from '#contract/shop/cart.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let actor: Actor
let drill: TestProduct
let cable: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool, { pollMilliseconds: 3_600_000 })
  calls = new Calls()
  registerCart(calls, { pool, store })
  drill = await addProduct(pool, { code: 'MKR-10', stock: 10, price: 50 })
  cable = await addProduct(pool, { code: 'Kbl-7', stock: 100, units: { KOLİ: 12 } })
  await pool.execute("UPDATE product_units SET barcode = '8690000000012' WHERE id = $1", [cable.units['KOLİ']])
  await addProduct(pool, { code: 'BOYASIZ', variantNames: ['Renk'] })
  await addProduct(pool, { code: 'FIYATSIZ', stock: 5, price: null })
  const gone = await addProduct(pool, { code: 'ESKI', stock: 5 })
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [gone.id])
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  actor = await addDealer(database.pool)
})

type Row = { code: string; quantity: number | null; unit?: string }
type Added = Reply<typeof addCartLines>

const send = (lines: unknown, isTrial = false, locale: 'tr' | 'en' = 'tr') =>
  calls.find('POST', '/api/catalog/cart/lines')?.run({ body: { lines, isTrial } }, testContext({ actor, locale }))
async function add(lines: Row[], isTrial = false): Promise<Added> {
  const answer = await send(lines, isTrial)
  if (!answer?.ok) throw new Error(JSON.stringify(answer))
  return answer.body as Added
}
async function cart(): Promise<unknown[]> {
  const answer = await calls.find('GET', '/api/catalog/cart')?.run({}, testContext({ actor }))
  if (!answer?.ok) throw new Error('Could not read the cart.')
  return (answer.body as CartItem[]).map(({ product, productUnit, quantity }) => [
    product.code,
    productUnit.value,
    quantity,
  ])
}

test('rows name products by code in any case, units by barcode or by name', async () => {
  const {
    rows,
    addedCount,
    items,
    cart: sums,
  } = await add([
    { code: ' mkr-10 ', quantity: 2 },
    { code: '8690000000012', quantity: 1 },
    { code: 'Kbl-7', quantity: 5 },
    { code: 'Kbl-7', quantity: 1, unit: 'koli' },
    // As people write them in messages.
    { code: 'Kbl-7', quantity: 1, unit: 'ad.' },
    { code: 'Kbl-7', quantity: 1, unit: 'kl' },
  ])
  expect(addedCount).toBe(6)
  expect(rows[0]).toEqual({
    productId: drill.id,
    code: 'MKR-10',
    name: 'MKR-10',
    unit: 'ADET',
    quantity: 2,
    price: { value: 50, currency: 'TRY' },
    units: [{ value: 'ADET', multiplier: 1 }],
  })
  expect(rows[3]?.units?.map(({ value, multiplier }) => [value, multiplier])).toEqual([
    ['ADET', 1],
    ['KOLİ', 12],
  ])
  expect(await cart()).toEqual([
    ['MKR-10', 'ADET', 2],
    ['Kbl-7', 'KOLİ', 3],
    ['Kbl-7', 'ADET', 6],
  ])
  expect(items.map(({ quantity }) => quantity)).toEqual([2, 3, 6])
  expect(sums).toMatchObject({ lineCount: 3 })
})

test('a code is found whatever its spaces and signs, if it belongs to one product', async () => {
  const { pool } = database
  const codes = ['mkr 10', 'MKR.10', 'kbl7', 'mk-r1']
  const outcomes = async () =>
    (
      await add(
        codes.map((code) => ({ code, quantity: 1 })),
        true,
      )
    ).rows.map(({ code, name, error }) => (error === undefined ? name : `${code}: ${error.code}`))
  expect(await outcomes()).toEqual(['MKR-10', 'MKR-10', 'Kbl-7', 'mk-r1: product_not_found'])
  await pool.execute("UPDATE products SET code = 'MKR/10' WHERE code = 'FIYATSIZ'")
  expect(await outcomes()).toEqual([
    'mkr 10: product_not_found',
    'MKR.10: product_not_found',
    'Kbl-7',
    'mk-r1: product_not_found',
  ])
  await pool.execute("UPDATE products SET code = 'FIYATSIZ' WHERE code = 'MKR/10'")
})

test('each row is checked against the rows before it, and valid rows are added', async () => {
  const { rows, addedCount } = await add([
    { code: 'MKR-10', quantity: 6 },
    { code: 'MKR-10', quantity: 5 },
    { code: 'MKR-10', quantity: 4 },
    { code: 'YOK', quantity: 1 },
    { code: '', quantity: 1 },
    { code: 'ESKI', quantity: 1 },
    { code: 'BOYASIZ', quantity: 1 },
    { code: 'FIYATSIZ', quantity: 1 },
    { code: 'Kbl-7', quantity: null },
    { code: 'Kbl-7', quantity: 1.5 },
    { code: 'Kbl-7', quantity: 0 },
    { code: 'Kbl-7', quantity: 1_000_001 },
    { code: 'Kbl-7', quantity: 1, unit: 'PALET' },
  ])
  expect(rows.map(({ error }) => error?.code)).toEqual([
    undefined,
    'insufficient_stock',
    undefined,
    'product_not_found',
    'product_not_found',
    'product_not_found',
    'variant_not_chosen',
    'price_unknown',
    'quantity_invalid',
    'quantity_invalid',
    'quantity_invalid',
    'quantity_invalid',
    'unit_not_found',
  ])
  expect(rows.at(-1)?.error?.facts).toEqual({ units: 'ADET, KOLİ (12)' })
  expect(rows[1]?.error?.messages.type).toBe('Bu üründen 11 adet bulunmamaktadır!')
  expect(addedCount).toBe(2)
  expect(await cart()).toEqual([['MKR-10', 'ADET', 10]])
})

test('adding a unit that is already in the cart increases its line', async () => {
  await fillCart(database.pool, actor, [{ unitId: drill.unitId, quantity: 3 }])
  await add([{ code: 'MKR-10', quantity: 4 }])
  expect(await cart()).toEqual([['MKR-10', 'ADET', 7]])
  expect((await add([{ code: 'MKR-10', quantity: 4 }])).rows[0]?.error?.code).toBe('insufficient_stock')
})

test('a shortage names the unit and the available stock in base units', async () => {
  const { rows } = await add([
    { code: 'Kbl-7', quantity: 95 },
    { code: 'Kbl-7', quantity: 1, unit: 'KOLİ' },
  ])
  expect(rows[1]?.error?.facts).toMatchObject({ fits: 0, left: 5, unit: 'KOLİ (12)', base: 'ADET' })
})

test('the special code that the store shows finds the only product on sale that has it', async () => {
  const { pool } = database
  await pool.execute("UPDATE products SET ozelkod = CASE code WHEN 'MKR-10' THEN 'A-1204' ELSE 'B-1' END")
  await pool.execute("UPDATE products SET ozelkod = 'Kbl-7' WHERE code = 'FIYATSIZ'")
  const codes = ['A-1204', 'B-1', 'Kbl-7'].map((code) => ({ code, quantity: 1 }))
  const outcomes = async () => (await add(codes, true)).rows.map(({ name, error }) => name ?? error?.code)
  expect(await outcomes()).toEqual(['product_not_found', 'product_not_found', 'Kbl-7'])
  await pool.execute("INSERT INTO settings (key, value) VALUES ('b2b_urun_detay_ozel_kod', '\"ozelkod\"')")
  await store.refresh()
  // BOYASIZ is on sale with the special code B-1 too.
  expect(await outcomes()).toEqual(['MKR-10', 'product_not_found', 'Kbl-7'])
  await pool.execute('DELETE FROM settings')
  await pool.execute('UPDATE products SET ozelkod = NULL')
  await store.refresh()
})

test('a product with variants is refused with the variants on sale', async () => {
  const { pool } = database
  const parent = await addProduct(pool, { code: 'BOYA', variantNames: ['Renk'] })
  for (const [code, value, isActive] of [
    ['BOYA-K', 'Kırmızı', true],
    ['BOYA-M', 'Mavi', true],
    ['BOYA-S', 'Sarı', false],
  ] as const) {
    const { id } = await addProduct(pool, { code, stock: 5 })
    await pool.execute('UPDATE products SET parent_id = $2, variant_values = $3, is_active = $4 WHERE id = $1', [
      id,
      parent.id,
      [value],
      isActive,
    ])
  }
  const { rows } = await add([
    { code: 'BOYA', quantity: 1 },
    { code: 'MKR-10', quantity: 1 },
  ])
  expect(rows[0]).toMatchObject({
    error: { code: 'variant_not_chosen' },
    variants: [
      { code: 'BOYA-K', name: 'Kırmızı' },
      { code: 'BOYA-M', name: 'Mavi' },
    ],
  })
  expect(rows[1]).not.toHaveProperty('variants')
  expect((await add([{ code: 'BOYA-M', quantity: 2 }])).addedCount).toBe(1)
})

test('a trial returns the same rows and changes nothing', async () => {
  const lines = [
    { code: 'MKR-10', quantity: 6 },
    { code: 'MKR-10', quantity: 6 },
  ]
  const tried = await add(lines, true)
  expect(tried).toMatchObject({ addedCount: 1, items: [], cart: { lineCount: 0 } })
  expect(await cart()).toEqual([])
  expect((await add(lines)).rows).toEqual(tried.rows)
})

test('errors are in the visitor’s language, and hidden prices are left out', async () => {
  const answer = await send([{ code: 'YOK', quantity: 1 }], true, 'en')
  expect(answer).toMatchObject({ body: { rows: [{ error: { messages: { type: 'The product was not found.' } } }] } })
  await database.pool.execute("INSERT INTO settings (key, value) VALUES ('showPriceStatus', '\"0\"')")
  await store.refresh()
  expect((await add([{ code: 'MKR-10', quantity: 1 }], true)).rows[0]).not.toHaveProperty('price')
  await database.pool.execute('DELETE FROM settings')
  await store.refresh()
})

test.each([
  ['no rows', []],
  ['2,001 rows', Array.from({ length: 2001 }, () => ({ code: 'MKR-10', quantity: 1 }))],
  ['a code of 101 letters', [{ code: 'x'.repeat(101), quantity: 1 }]],
  ['a text', 'MKR-10'],
  ['rows that are not objects', [null, 1]],
  ['a quantity as text', [{ code: 'MKR-10', quantity: '1' }]],
])('rejects %s', async (_, lines) => {
  expect(await send(lines)).toMatchObject({ ok: false })
  expect(await cart()).toEqual([])
})

test.each(['%', "'; DROP TABLE cart_lines; --", '\0', '١', 'MKR-1_'])('the code %j finds no product', async (code) => {
  expect((await add([{ code, quantity: 1 }])).rows[0]?.error?.code).toBe('product_not_found')
})

test('300 rows take as many statements as one', async () => {
  const { pool } = database
  const many: TestProduct[] = []
  for (let i = 0; i < 300; i++) many.push(await addProduct(pool, { code: `COK-${i}`, stock: 9 }))
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const costs = []
  for (const lines of [[{ code: 'COK-0', quantity: 1 }], many.map(({ code }) => ({ code, quantity: 1 }))]) {
    sent.mockClear()
    expect((await add(lines)).addedCount).toBe(lines.length)
    costs.push(sent.mock.calls.length)
  }
  sent.mockRestore()
  // Short lists are returned with their lines, which takes two more statements.
  expect(costs[1]).toBeLessThanOrEqual(costs[0] ?? 0)
  expect(costs[0]).toBeLessThan(15)
})
