import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PromotionDetail, PromotionList, PromotionValues } from '#contract/admin/promotions.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import type { CartSums } from '#contract/shop/cart.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { promotionForm } from '#testing/promotion-requests.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: TestVisitor
let actor: Actor
let drill: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  actor = await addDealer(pool)
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 500, units: { KOLİ: 12 } })
  await shop.settle()
  dealer = await shop.signedIn(actor)
})
afterAll(() => shop.close())
afterEach(async () => {
  await dealer.send('DELETE', '/api/catalog/cart')
  await shop.database.pool.execute('DELETE FROM promotion_uses')
  await shop.database.pool.execute('DELETE FROM promotions')
})

const form: PromotionValues = { ...promotionForm, isActive: true }
const post = (values: Partial<PromotionValues>) =>
  staff.send('POST', '/yonetim/promotions', { body: { values: { ...form, ...values } } })

async function create(values: Partial<PromotionValues> = {}): Promise<PromotionDetail> {
  const { status, body } = await post(values)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as PromotionDetail
}

async function problemsOf(values: Partial<PromotionValues>): Promise<string[]> {
  const { status, body } = await post(values)
  expect(status).toBe(422)
  return Object.keys((body as ErrorBody).error.fields ?? {}).toSorted()
}

async function fillAndSum(quantity: number): Promise<CartSums> {
  const body = { quantity, productValue: drill.unitId }
  const { body: changed } = await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body })
  return (changed as { cart: CartSums }).cart
}

test('a saved promotion counts in the next cart, and shows its uses', async () => {
  const { id } = await create({ product: 'MATKAP', totalQuota: '2' })
  expect((await fillAndSum(10)).promotions?.applied).toMatchObject([{ name: 'Bahar', uses: 1 }])
  expect((await dealer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
  const { body } = await staff.send('GET', `/yonetim/promotions/${id}`)
  expect(body).toMatchObject({ state: 'now', uses: { total: 1, orders: 1, dealers: 1 } })
  const list = (await staff.send('GET', '/yonetim/promotions?q=bah')).body as PromotionList
  expect(list.items).toMatchObject([
    {
      id,
      used: 1,
      totalQuota: 2,
      product: 'MATKAP',
      brand: null,
      parts: [],
      free: { buy: '10', free: 1, product: null },
    },
  ])
})

test('the list has all steps of a basket promotion, the lowest first', async () => {
  const steps = [
    { amount: '1000', percent: '3', freeDelivery: false },
    { amount: '5000', percent: '5', freeDelivery: true },
  ]
  await create({ kind: 'basket_step', steps, currency: 'TRY' })
  const list = (await staff.send('GET', '/yonetim/promotions?q=bah')).body as PromotionList
  expect(list.items[0]?.steps).toEqual([
    { amount: { value: 1000, currency: 'TRY' }, percent: '3', freeDelivery: false },
    { amount: { value: 5000, currency: 'TRY' }, percent: '5', freeDelivery: true },
  ])
})

test('one that orders have used is not deleted, but switched off', async () => {
  const { id } = await create({ product: 'MATKAP' })
  await fillAndSum(10)
  await dealer.send('POST', '/api/catalog/cart', { body: {} })
  expect(codeOf(await staff.send('DELETE', `/yonetim/promotions/${id}`))).toBe('promotion_in_use')
  await staff.send('POST', `/yonetim/promotions/${id}/state`, { body: { isActive: false } })
  expect((await fillAndSum(10)).promotions).toBeUndefined()
})

test('a quota that is added later counts the uses so far', async () => {
  const { id, values } = await create({ product: 'MATKAP' })
  await fillAndSum(20)
  await dealer.send('POST', '/api/catalog/cart', { body: {} })
  const body = { before: values, values: { ...values, totalQuota: '3' } }
  expect((await staff.send('PATCH', `/yonetim/promotions/${id}`, { body })).status).toBe(200)
  expect((await fillAndSum(20)).promotions?.applied).toMatchObject([{ uses: 1 }])
})

test('a form that another administrator has changed is refused with the current value', async () => {
  const { id, values } = await create()
  const save = (name: string) =>
    staff.send('PATCH', `/yonetim/promotions/${id}`, { body: { before: values, values: { ...values, name } } })
  expect((await save('Yaz')).status).toBe(200)
  const refused = await save('Kış')
  expect([refused.status, codeOf(refused)]).toEqual([409, 'promotion_changed'])
})

describe('bad input names its field', () => {
  const step = { amount: '1000', percent: '3', freeDelivery: false }
  const part = { product: 'MATKAP', unit: '', quantity: '1' }
  test.each<[string, Partial<PromotionValues>, string[]]>([
    ['nothing to buy', { buy: '', free: '' }, ['buy', 'free']],
    ['negative quantities', { buy: '-1', free: '-1' }, ['buy', 'free']],
    [
      'a quota of 0',
      { totalQuota: '0', dealerQuota: '-1', orderLimit: '1,5' },
      ['dealerQuota', 'orderLimit', 'totalQuota'],
    ],
    ['no code and no name', { code: '', name: '' }, ['code', 'name']],
    ['equal steps', { kind: 'basket_step', steps: [step, step] }, ['steps']],
    ['falling steps', { kind: 'basket_step', steps: [step, { ...step, amount: '500' }] }, ['steps']],
    [
      'a later step that gives less',
      { kind: 'basket_step', steps: [step, { ...step, amount: '2000', percent: '2' }] },
      ['steps'],
    ],
    ['a step that gives nothing', { kind: 'basket_step', steps: [{ ...step, percent: '' }] }, ['steps']],
    ['100 percent', { kind: 'basket_step', steps: [{ ...step, percent: '100' }] }, ['steps']],
    ['no steps', { kind: 'basket_step', steps: [] }, ['steps']],
    ['a bundle without a price', { kind: 'bundle', price: '', parts: [{ ...part, quantity: '2' }] }, ['price']],
    ['an unknown product', { kind: 'bundle', price: '10', parts: [part, { ...part, product: 'YOK' }] }, ['parts']],
    ['a product twice', { kind: 'bundle', price: '10', parts: [part, part] }, ['parts']],
    ['a single piece', { kind: 'bundle', price: '10', parts: [part] }, ['parts']],
    ['two kinds of dealers', { dealer: '1', group: 'A' }, ['dealer', 'group']],
    ['an end before the start', { startsOn: '2026-05-02', endsOn: '2026-05-01' }, ['endsOn']],
  ])('%s', async (_name, values, fields) => {
    expect(await problemsOf(values)).toEqual(fields)
  })
})

test('a bundle that is not cheaper than its parts is saved with a warning', async () => {
  const parts = [{ product: 'MATKAP', unit: '', quantity: '2' }]
  const saved = await create({ kind: 'bundle', price: '200', parts })
  expect(saved.warnings).toEqual([{ kind: 'dearer' }])
  expect((await create({ code: 'B2', kind: 'bundle', price: '199,99', parts })).warnings).toEqual([])
})

test('two of a kind for the same dealers and goods that do not combine are warned about', async () => {
  const first = await create()
  const second = await create({ code: 'IKI', name: 'İkinci' })
  expect(second.warnings).toEqual([{ kind: 'overlap', other: { id: first.id, name: 'Bahar' } }])
})

test('coupons are made at random, exported, and tried 10 times at most', async () => {
  const step = { amount: '1', percent: '10', freeDelivery: false }
  const { id, warnings } = await create({ kind: 'basket_step', steps: [step], needsCoupon: true })
  expect(warnings).toEqual([{ kind: 'no_coupons' }])
  const body = { code: '', prefix: 'yaz', count: '50', dealer: '', maxOrders: '1', endsOn: '' }
  expect((await staff.send('POST', `/yonetim/promotions/${id}/coupons`, { body })).body).toEqual({ count: 50 })
  const logged = "SELECT after FROM audit_log WHERE noun = 'promotion_coupon' ORDER BY id DESC LIMIT 1"
  expect(await shop.database.pool.one(logged)).toEqual({ after: { couponPrefix: 'yaz', couponCount: 50 } })
  const { text } = await staff.send('GET', `/yonetim/promosyonlar/kuponlar.csv?promotion=${id}`)
  const codes = [...text.matchAll(/YAZ-[A-Z0-9]{10}/g)].map(([code]) => code)
  expect(new Set(codes).size).toBe(50)
  await fillAndSum(1)
  const typed = (code: string) => dealer.send('POST', '/api/catalog/cart/coupons', { body: { code } })
  expect((await typed(codes[0] ?? '')).body).toMatchObject({ totals: { subtotal: 90 } })
  const tries = await Promise.all(Array.from({ length: 1000 }, (_, i) => typed(`YANLIS-${i}`)))
  const statuses = Map.groupBy(tries, ({ status }) => status)
  expect([statuses.get(422)?.length, statuses.get(429)?.length]).toEqual([9, 991])
})

test('every change is in the audit log', async () => {
  const { id, values } = await create()
  const body = { before: values, values: { ...values, buy: '12' } }
  await staff.send('PATCH', `/yonetim/promotions/${id}`, { body })
  await staff.send('DELETE', `/yonetim/promotions/${id}`)
  const rows = await shop.database.pool.query<{ action: string }>(
    "SELECT action FROM audit_log WHERE noun = 'promotion' ORDER BY id DESC LIMIT 3",
  )
  expect(rows.map(({ action }) => action)).toEqual(['remove', 'change', 'create'])
})
