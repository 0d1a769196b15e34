import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import type { addCartLines } from '#contract/shop/cart.ts'
import type { OrderTextLine, readOrderText } from '#contract/shop/order-text.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { openCatalog, type Catalog } from '#server/catalog/catalog.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { registerCart, registerOrderTexts } from '#server/cart/cart.ts'
import { learnWords, wordsPerDealer } from './order-words.ts'

let database: TestDatabase
let store: Store
let catalog: Catalog
let calls: Calls
let actor: Actor

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool, { pollMilliseconds: 3_600_000 })
  for (const [code, name] of [
    ['PNS-160', 'Kombine Pense 160 mm'],
    ['PNS-180', 'Kombine Pense 180 mm'],
    ['PNS-200', 'Kombine Pense 200 mm'],
    ['PNS-250', 'Kombine Pense 250 mm'],
  ] as const) {
    const { id } = await addProduct(pool, { code, stock: 1000, price: 10, units: { KOLİ: 12 } })
    await pool.execute('UPDATE products SET name = $2 WHERE id = $1', [id, name])
  }
  catalog = openCatalog(pool)
  await catalog.catchUp()
  calls = new Calls()
  registerCart(calls, { pool, store })
  registerOrderTexts(calls, { pool, store, catalog })
})
afterAll(async () => {
  await Promise.all([store.close(), catalog.close()])
  await database.drop()
})
beforeEach(async () => {
  actor = await addDealer(database.pool)
})

async function run<Answer>(method: 'POST' | 'DELETE', path: string, input: object, as = actor): Promise<Answer> {
  const answer = await calls.find(method, path)?.run(input, testContext({ actor: as }))
  if (!answer?.ok) throw new Error(JSON.stringify(answer))
  return answer.body as Answer
}
const read = async (text: string, as = actor): Promise<OrderTextLine | undefined> =>
  (await run<Reply<typeof readOrderText>>('POST', '/api/catalog/order-text', { body: { text } }, as)).lines[0]
const add = (lines: object[], isTrial = false) =>
  run<Reply<typeof addCartLines>>('POST', '/api/catalog/cart/lines', { body: { lines, isTrial } })
const forget = (query: object) => run<{ forgotten: number }>('DELETE', '/api/catalog/order-text/words', { query })

const text = '5 ad kombine pense'
const chosen = (code: string, unit = 'ADET') => ({ code, quantity: 5, unit, words: 'kombine pense' })

test('a choice comes first the next time, and is sure after it was made twice', async () => {
  const before = await read(text)
  expect(before).toMatchObject({ confidence: 'doubtful', words: 'kombine pense' })
  expect(before?.choices.map(({ isLearned }) => isLearned)).toEqual([undefined, undefined, undefined])

  await add([chosen('PNS-250')])
  const once = await read(text)
  expect(once?.confidence).toBe('doubtful')
  expect(once?.choices[0]).toMatchObject({ code: 'PNS-250', isLearned: true })

  await add([chosen('PNS-250')])
  const twice = await read(text)
  expect(twice).toMatchObject({ confidence: 'sure', doubts: [] })
  expect(twice?.choices).toMatchObject([{ code: 'PNS-250', quantity: 5, unit: 'ADET', isLearned: true }])
})

test('another choice for the same words makes them doubtful again, with the latest first', async () => {
  for (const code of ['PNS-250', 'PNS-250', 'PNS-160']) await add([chosen(code)])
  const line = await read(text)
  expect(line?.confidence).toBe('doubtful')
  expect(line?.choices.slice(0, 2).map(({ code }) => code)).toEqual(['PNS-160', 'PNS-250'])
})

test('a unit that is not written is remembered, unless several were chosen', async () => {
  for (let i = 0; i < 2; i++) await add([chosen('PNS-250', 'KOLİ')])
  expect(await read('kombine pense x 5')).toMatchObject({ confidence: 'sure', choices: [{ unit: 'KOLİ' }] })
  await add([chosen('PNS-250')])
  expect(await read('kombine pense x 5')).toMatchObject({ confidence: 'doubtful', doubts: ['unit'] })
  // A written unit needs no memory.
  expect(await read(text)).toMatchObject({ confidence: 'sure', choices: [{ unit: 'ADET' }] })
})

test('nothing is remembered by a trial, by a refused row, or for words without letters and digits', async () => {
  await add([chosen('PNS-250')], true)
  await add([
    { ...chosen('PNS-250'), quantity: 1_000_000 },
    { ...chosen('PNS-250'), words: ' –, ' },
  ])
  const [row] = await database.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM order_words WHERE dealer_id = $1',
    [actor.dealer?.id],
  )
  expect(row?.n).toBe(0)
})

test('choices of one dealer are never used for another, and only its own are forgotten', async () => {
  for (let i = 0; i < 2; i++) await add([chosen('PNS-250')])
  const first = actor
  const other = await addDealer(database.pool)
  expect(await read(text, other)).toMatchObject({ confidence: 'doubtful' })
  expect((await read(text, other))?.choices.some(({ isLearned }) => isLearned)).toBe(false)

  actor = other
  expect(await forget({})).toEqual({ forgotten: 0 })
  actor = first
  expect(await read(text)).toMatchObject({ confidence: 'sure' })
  expect(await forget({ words: 'Kombine  PENSE' })).toEqual({ forgotten: 1 })
  expect(await read(text)).toMatchObject({ confidence: 'doubtful' })
})

test('a dealer keeps a bounded number of words: those used last', async () => {
  const dealerId = actor.dealer?.id ?? 0
  const [product] = await database.pool.query<{ id: number }>("SELECT id FROM products WHERE code = 'PNS-160'")
  const many = Array.from({ length: wordsPerDealer }, (_, i) => ({
    words: `kelime ${i}`,
    productId: product?.id ?? 0,
    unit: 'ADET',
  }))
  await learnWords(database.pool, dealerId, many)
  await database.pool.execute("UPDATE order_words SET used_at = now() - interval '1 hour' WHERE dealer_id = $1", [
    dealerId,
  ])
  await learnWords(database.pool, dealerId, [{ words: 'yeni', productId: product?.id ?? 0, unit: 'ADET' }])
  const [kept] = await database.pool.query<{ n: number; has_new: boolean }>(
    "SELECT count(*)::int AS n, bool_or(words = 'yeni') AS has_new FROM order_words WHERE dealer_id = $1",
    [dealerId],
  )
  expect(kept).toEqual({ n: wordsPerDealer, has_new: true })
})
