import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let dealer: TestVisitor
let dealerCode: string
let drill: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  program = await addProgram(shop, ['prices:read', 'prices:write'])
  const actor = await addDealer(pool, { discount: 0 })
  dealerCode = actor.dealer?.code ?? ''
  await pool.execute("UPDATE dealers SET region = 'Ege' WHERE code = $1", [dealerCode])
  await pool.execute(
    `WITH top AS (INSERT INTO categories (name, slug) VALUES ('Aletler', 'aletler') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT 'Matkaplar', 'matkaplar', id FROM top`,
  )
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 500, units: { KOLİ: 12 } })
  await addProduct(pool, { code: 'UÇ (5)', price: 10, stock: 500 })
  await shop.settle()
  dealer = await shop.signedIn(actor)
})
beforeEach(async () => {
  await dealer.send('DELETE', '/api/catalog/cart')
  await shop.database.pool.execute('DELETE FROM promotion_uses')
  await shop.database.pool.execute('DELETE FROM promotions')
})
afterAll(() => shop.close())

type Problem = { code: string; field: string | null; message: string }
type Reply = {
  isWritten: boolean
  results: { key: string; status: string; error: Problem | null; warnings: Problem[] }[]
}
async function post(rows: object[], more: object = {}): Promise<Reply> {
  const answer = await program.send('POST', '/promotions', { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
/** Of each row its status, or the field and code of its problem. */
const outcomes = ({ results }: Reply) =>
  results.map(({ status, error }) => (error === null ? status : `${error.field} ${error.code}`))
const read = async () => ((await program.send('GET', '/promotions')).body as { items: Record<string, unknown>[] }).items

const free = { code: 'MF', name: '10+1', kind: 'free_goods', product: 'MATKAP', buy: 10, free: 1 }
const bundle = {
  ...{ code: 'PK', name: 'Paket', kind: 'bundle', price: '99.9' },
  parts: [{ product: 'MATKAP', unit: 'KOLİ', quantity: 2 }, { product: 'UÇ (5)' }],
}
const basket = {
  ...{ code: 'SB', name: 'Sepet', nameEn: 'Basket', kind: 'basket_step', category: ['Aletler', 'Matkaplar'] },
  steps: [
    { amount: '1000.50', percent: 2.5 },
    { amount: 2000, percent: '2.5', freeDelivery: true },
  ],
}

async function fillCart(quantity: number) {
  const body = { quantity, productValue: drill.unitId }
  const { body: changed } = await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body })
  return (changed as { cart: { promotions?: { applied: object[] } } }).cart.promotions?.applied
}

test('count before the answer, are read as they were written, and sent again change nothing', async () => {
  expect(outcomes(await post([free, bundle, basket]))).toEqual(['created', 'created', 'created'])
  expect(await fillCart(10)).toMatchObject([{ name: '10+1', uses: 1 }])
  const items = await read()
  expect(items).toMatchObject([
    { code: 'MF', kind: 'free_goods', buy: '10', free: 1, freeProduct: null, nameEn: null, currency: null, steps: [] },
    {
      ...{ code: 'PK', price: '99.9', currency: 'TRY' },
      parts: [
        { product: 'MATKAP', unit: 'KOLİ', quantity: 2 },
        { product: 'UÇ (5)', unit: 'ADET', quantity: 1 },
      ],
    },
    {
      ...{ code: 'SB', nameEn: 'Basket', category: ['Aletler', 'Matkaplar'], isActive: true, totalQuota: null },
      steps: [
        { amount: '1000.5', percent: '2.5', freeDelivery: false },
        { amount: '2000', percent: '2.5', freeDelivery: true },
      ],
    },
  ])
  expect(outcomes(await post(items))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(outcomes(await post([free, bundle, basket]))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(
    await shop.database.pool.query(
      "SELECT after->>'kind' AS kind, key_id IS NOT NULL AS key FROM audit_log WHERE noun_id = 'API'",
    ),
  ).toEqual([{ kind: 'promotions', key: true }])
})

test('change only what a row names; null clears, and delete removes what no order has used', async () => {
  await post([{ ...free, dealer: dealerCode, endsOn: '2030-12-31', totalQuota: 5, combines: true }])
  expect(outcomes(await post([{ code: 'MF', dealer: null, totalQuota: null, free: 2 }]))).toEqual(['updated'])
  expect(await read()).toMatchObject([
    { dealer: null, totalQuota: null, free: 2, buy: '10', endsOn: '2030-12-31', combines: true },
  ])
  await fillCart(10)
  await dealer.send('POST', '/api/catalog/cart', { body: {} })
  await post([bundle])
  const rows = [
    { code: 'MF', delete: true },
    { code: 'PK', delete: true },
    { code: 'YOK', delete: true },
  ]
  const atomic = await post(rows, { atomic: true })
  expect([atomic.isWritten, outcomes(atomic)]).toEqual([false, ['code promotion_in_use', 'unchanged', 'unchanged']])
  expect(outcomes(await post(rows))).toEqual(['code promotion_in_use', 'deleted', 'unchanged'])
  expect(await read()).toMatchObject([{ code: 'MF' }])
})

test('are refused one by one with the sentences of the form; all of them if the request is atomic', async () => {
  const rows = [
    free,
    { ...free, code: 'A', free: 0 },
    { ...free, code: 'B', dealer: 'YOK' },
    { ...free, code: 'C', dealer: dealerCode, region: 'Ege' },
    { ...free, code: 'D', price: 5 },
    { ...bundle, code: 'E', parts: [] },
    { ...bundle, code: 'F', parts: [{ product: 'YOK', quantity: 2 }] },
    { ...basket, code: 'G', steps: [{ amount: '1000.555', percent: 2 }] },
    { ...basket, code: 'H', steps: [{ amount: 100, percent: 100 }] },
    { ...basket, code: 'I', kind: 'bedava' },
    { ...free, code: 'J', startsOn: '2026-03-02', endsOn: '2026-03-01' },
    { ...free, code: 'K', totalQuota: 0 },
    { ...free, code: 'L', discount: 5 },
    { ...free },
    { code: 'M', kind: 'free_goods', buy: 1, free: 1 },
    { ...bundle, code: 'N', currency: 'XXX' },
    { ...bundle, code: 'O', parts: Array.from({ length: 21 }, (_, at) => ({ product: `K${at}` })) },
  ]
  const problems = [
    'free promotion_whole',
    'dealer promotion_unknown',
    'region promotion_one_of',
    'price promotion_not_of_kind',
    'parts promotion_parts_missing',
    'parts promotion_part_unknown',
    'steps.0.amount decimals_too_many',
    'steps promotion_step_percent',
    'kind value_unlisted',
    'endsOn promotion_days_order',
    'totalQuota promotion_quota',
    'discount field_unknown',
    'null key_repeated',
    'name promotion_missing',
    'currency currency_unknown',
    'parts value_too_long',
  ]
  const atomic = await post(rows, { atomic: true })
  expect(atomic.isWritten).toBe(false)
  expect(await read()).toEqual([])
  const reply = await post(rows)
  expect(outcomes(reply)).toEqual(['created', ...problems])
  expect(reply.results[2]?.error?.message).toBe('Cari Kodu: Bulunamadı: YOK')
  const tooMany = Array.from({ length: 5_001 }, (_, at) => ({ ...free, code: `F${at}` }))
  expect(codeOf(await program.send('POST', '/promotions', { body: { rows: tooMany } }))).toBe('validation_failed')
})

test('that overlap another one are written with a warning that names it', async () => {
  await post([free])
  const { results } = await post([{ ...free, code: 'IKI', name: 'İkinci' }])
  expect(results[0]).toMatchObject({ status: 'created', warnings: [{ code: 'promotion_overlap' }] })
  expect(results[0]?.warnings[0]?.message).toContain('10+1')
})

test('are written once for each idempotency key, and need the scopes', async () => {
  const headers = { 'idempotency-key': 'promosyon-1' }
  const send = () => program.send('POST', '/promotions', { body: { rows: [free] }, headers })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect(second.body).toMatchObject({ created: 1 })
  const reader = await addProgram(shop, ['prices:read', 'catalog:write'])
  expect(codeOf(await reader.send('POST', '/promotions', { body: { rows: [free] } }))).toBe('scope_missing')
  const writer = await addProgram(shop, ['prices:write'])
  expect(codeOf(await writer.send('GET', '/promotions'))).toBe('scope_missing')
})
