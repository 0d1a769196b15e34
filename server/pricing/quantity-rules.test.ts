import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PriceRuleDetail, PriceRuleList, PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import type { addCartUnits } from '#contract/shop/variants.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { ruleForm } from '#testing/price-rule-requests.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: TestVisitor
let actor: Actor
let screw: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  actor = await addDealer(pool)
  screw = await addProduct(pool, { code: 'VIDA', price: 10, stock: 10_000, units: { KUTU: 12 } })
  await addProduct(pool, { code: 'HALAT', price: 10, stock: 10_000, units: { PARÇA: 0.3 } })
  await shop.settle()
  dealer = await shop.signedIn(actor)
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.database.pool.execute('DELETE FROM price_rules')
  await dealer.send('DELETE', '/api/catalog/cart')
})

const form: PriceRuleValues = { ...ruleForm, chain: '', kind: 'minimum', isActive: true }
const post = (values: Partial<PriceRuleValues>) =>
  staff.send('POST', '/yonetim/price-rules', { body: { values: { ...form, ...values } } })
async function create(values: Partial<PriceRuleValues>): Promise<PriceRuleDetail> {
  const { status, body } = await post(values)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as PriceRuleDetail
}
const problems = (body: unknown) => (body as ErrorBody).error.fields
const product = async () => (await dealer.send('GET', `/api/catalog/product/${screw.id}`)).body as Product
const unitOf = async (name = 'ADET') => (await product()).units.find(({ value }) => value === name)
const add = (quantity: number, unit = screw.unitId, id = screw.id) =>
  dealer.send('POST', `/api/catalog/cart/${id}`, { body: { quantity, productValue: unit } })
const order = () => dealer.send('POST', '/api/catalog/cart', { body: {} })

describe('the form', () => {
  test.each([
    ['no quantity', {}, { quantity: 'Miktarı yazın.' }],
    ['text', { quantity: 'on' }, { quantity: '“on” bir miktar değil.' }],
    ['0', { kind: 'maximum', quantity: '0' }, { quantity: expect.stringContaining('Miktar 0 olamaz') }],
    ['a negative one', { quantity: '-3' }, { quantity: expect.stringContaining('0’dan büyük') }],
    ['four decimals', { quantity: '1,2345' }, { quantity: expect.stringContaining('üç ondalığı') }],
    [
      'half a box',
      { quantity: '2,5', unit: 'KUTU' },
      { quantity: expect.stringContaining('KUTU biriminde satırlar tam sayıdır') },
    ],
    ['a price', { quantity: '2', price: '10' }, { price: 'Bu tür kuralda fiyat ya da iskonto olmaz.' }],
    ['a discount', { quantity: '2', chain: '10' }, { chain: 'Bu tür kuralda fiyat ya da iskonto olmaz.' }],
    ['no days', { kind: 'period_maximum', quantity: '2' }, { periodDays: 'Kaç gün olduğunu yazın.' }],
    [
      '367 days',
      { kind: 'period_maximum', quantity: '2', periodDays: '367' },
      { periodDays: expect.stringContaining('366') },
    ],
    [
      'half a day',
      { kind: 'period_maximum', quantity: '2', periodDays: '1,5' },
      { periodDays: expect.stringContaining('1,5') },
    ],
    [
      'days of another kind',
      { quantity: '2', periodDays: '3' },
      { periodDays: expect.stringContaining('dönemde en çok') },
    ],
    ['no amount', { kind: 'order_minimum' }, { price: 'En az tutarı yazın.' }],
    [
      'an amount for one product',
      { kind: 'order_minimum', price: '500', product: 'VIDA' },
      { product: expect.stringContaining('bütün sipariş') },
    ],
    [
      'a quantity of a discount',
      { kind: 'chain', chain: '10', quantity: '3' },
      { quantity: 'Miktar yalnızca miktar kurallarında yazılır.' },
    ],
    [
      'a multiple of 0.3 with whole pieces',
      { kind: 'multiple', quantity: '0,3', product: 'VIDA' },
      {
        quantity:
          '0,3 ve katları bu ürünün birimleriyle alınamaz: ürün tam birimlerle satılır. Hem tam hem 0,3 katı olan en küçük miktar 3.',
      },
    ],
  ] as [string, Partial<PriceRuleValues>, object][])('refuses %s', async (_, values, fields) => {
    const { status, body } = await post(values)
    expect([status, problems(body)]).toEqual([422, fields])
  })

  test('takes a multiple that one of the product’s units makes, and one of products that are not known yet', async () => {
    await create({ kind: 'multiple', quantity: '0,3', product: 'HALAT' })
    await create({ kind: 'multiple', quantity: '0,3' })
    await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
  })

  test('takes a multiple for a family that a unit of one of its variants makes', async () => {
    const family = await addProduct(shop.database.pool, { code: 'ZİNCİR', price: 10, variantNames: ['Boy'] })
    await addProduct(shop.database.pool, {
      code: 'ZİNCİR-K',
      price: 10,
      parentId: family.id,
      variantValues: ['Kısa'],
      units: { PARÇA: 0.3 },
    })
    await create({ kind: 'multiple', quantity: '0,3', product: 'ZİNCİR' })
  })

  test('keeps what it was given, and lists it', async () => {
    const { id, values } = await create({
      kind: 'period_maximum',
      quantity: '1.250,5',
      periodDays: '30',
      product: 'VIDA',
    })
    expect(values).toMatchObject({ quantity: '1.250,5', periodDays: '30', minQuantity: '', chain: '', price: '' })
    const { items } = (await staff.send('GET', '/yonetim/price-rules?kind=period_maximum')).body as PriceRuleList
    expect(items).toMatchObject([{ id, quantity: 1250.5, periodDays: 30, fixed: null, chain: null }])
    const changed = await staff.send('PATCH', `/yonetim/price-rules/${id}`, {
      body: { before: values, values: { ...values, kind: 'maximum', periodDays: '', unit: 'KUTU', quantity: '4' } },
    })
    expect(changed.body).toMatchObject({ values: { kind: 'maximum', quantity: '4', unit: 'KUTU', periodDays: '' } })
  })

  test('warns about two rules of one kind, also with different quantities, and says which one decides', async () => {
    const first = await create({ quantity: '6', product: 'VIDA' })
    const { overlaps } = await create({ name: 'İkinci', quantity: '12', product: 'VIDA' })
    expect(overlaps).toEqual([{ id: first.id, name: 'Bahar', decides: 'this' }])
    expect((await unitOf())?.terms).toMatchObject({ minimum: { quantity: 12 } })
  })

  test('warns where rules of other kinds leave no quantity, or a minimum is no multiple', async () => {
    const minimum = await create({ quantity: '10', product: 'VIDA' })
    expect(minimum.conflict).toBeNull()
    const multiple = await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
    expect(multiple.conflict).toEqual({ least: 12, others: [{ id: minimum.id, name: 'Bahar' }] })
    // Neither pieces nor boxes of 12 make 6 or 12 within 5.
    const maximum = await create({ kind: 'maximum', quantity: '5', product: 'VIDA' })
    expect(maximum.conflict).toMatchObject({ least: null })
    expect(new Set(maximum.conflict?.others.map(({ id }) => id))).toEqual(new Set([minimum.id, multiple.id]))
    // For other dealers, and switched off, they do not meet.
    const elsewhere = await create({ kind: 'maximum', quantity: '5', product: 'HALAT' })
    expect(elsewhere.conflict).toBeNull()
    await staff.send('POST', `/yonetim/price-rules/${maximum.id}/state`, { body: { isActive: false } })
    const { conflict } = (await staff.send('GET', `/yonetim/price-rules/${multiple.id}`)).body as PriceRuleDetail
    expect(conflict).toMatchObject({ least: 12 })
  })
})

describe('a dealer', () => {
  test('sees the rules with the quantities that fit, per unit, and no other prices', async () => {
    const before = await product()
    await create({ kind: 'minimum', quantity: '10', product: 'VIDA' })
    await create({ kind: 'multiple', quantity: '6' })
    await create({ kind: 'maximum', quantity: '2', unit: 'KUTU' })
    const after = await product()
    expect(after.units.map(({ value, terms }) => [value, terms])).toEqual([
      [
        'ADET',
        {
          minimum: { quantity: 10, inUnit: false },
          multiple: { quantity: 6, inUnit: false },
          allowed: { least: 12, step: 6, most: 999_996 },
        },
      ],
      [
        'KUTU',
        {
          minimum: { quantity: 10, inUnit: false },
          multiple: { quantity: 6, inUnit: false },
          maximum: { quantity: 2, inUnit: true },
          allowed: { least: 1, step: 1, most: 2 },
        },
      ],
    ])
    expect(after.salePrice).toEqual(before.salePrice)
  })

  test('puts a wrong quantity into the cart, which is never corrected, and is refused at the order with the sentence', async () => {
    await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
    expect((await add(8)).status).toBe(200)
    const [item] = (await dealer.send('GET', '/api/catalog/cart')).body as CartItem[]
    expect(item).toMatchObject({ quantity: 8, productUnit: { terms: { multiple: { quantity: 6 } } } })
    const refused = await order()
    expect([refused.status, codeOf(refused)]).toEqual([422, 'quantity_multiple'])
    expect((refused.body as ErrorBody).error.messages.type).toBe('6 ADET ve katları sipariş edilebilir.')
    expect((await dealer.send('GET', '/api/catalog/cart')).body).toMatchObject([{ quantity: 8 }])
  })

  test('gets the figure of the period with the cart, and nothing of it elsewhere', async () => {
    await create({ kind: 'period_maximum', quantity: '20', periodDays: '7', product: 'VIDA' })
    await add(8)
    expect((await order()).status).toBe(200)
    await add(1, screw.units['KUTU'])
    const [item] = (await dealer.send('GET', '/api/catalog/cart')).body as CartItem[]
    expect(item?.productUnit.terms?.period_maximum).toEqual({ quantity: 20, inUnit: false, days: 7, ordered: 8 })
    const changed = await dealer.send('PATCH', `/api/catalog/cart/${screw.id}`, { body: { quantity: 2 } })
    expect(changed.body).toMatchObject({ productUnit: { terms: { period_maximum: { ordered: 8 } } } })
    expect((await unitOf())?.terms?.period_maximum).toEqual({ quantity: 20, inUnit: false, days: 7 })
  })

  test('is told the minimum amount with the cart’s page', async () => {
    await create({ kind: 'order_minimum', price: '500' })
    await add(1)
    const opened = await dealer.send('GET', '/api/catalog/cart/page')
    expect(opened.body).toMatchObject({ orderMinimum: { value: 500, currency: 'TRY' } })
    expect(codeOf(await order())).toBe('order_minimum')
  })

  test('cannot make an offer that the rules refuse', async () => {
    await create({ kind: 'minimum', quantity: '5', product: 'VIDA' })
    await add(4)
    const refused = await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
    expect(codeOf(refused)).toBe('quantity_minimum')
    await add(1)
    expect((await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })).status).toBe(200)
  })

  test('orders by its program under the same rules, with facts to repair it', async () => {
    await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
    const program: Program = await addDealerProgram(shop, dealer, ['orders:write'])
    const send = (quantity: number, serial: number) =>
      program.send('POST', '/orders', {
        body: { lines: [{ code: 'VIDA', quantity }] },
        headers: { 'idempotency-key': `rules-${serial}-${actor.userId}` },
      })
    const refused = await send(8, 1)
    expect([refused.status, codeOf(refused)]).toEqual([422, 'quantity_multiple'])
    expect((refused.body as ErrorBody).error.facts).toMatchObject({
      code: 'VIDA',
      lineQuantity: 8,
      quantity: 6,
      unit: 'ADET',
      fitsBelow: 6,
      fitsAbove: 12,
    })
    expect((await send(12, 2)).status).toBe(200)
  })

  test('has an order approved only if the rules of then allow it', async () => {
    const { pool } = shop.database
    await pool.execute('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 0)', [actor.userId])
    const colleague = await addColleague(pool, actor.dealer ?? expect.fail())
    await pool.execute("UPDATE users SET user_role = 'approver' WHERE id = $1", [colleague.userId])
    await add(8)
    const { requestId } = (await order()).body as { requestId: number }
    const { id } = await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
    const approver = await shop.signedIn(colleague)
    const approve = async () => {
      const { shown } = (await approver.send('GET', `/api/account/approvals/${requestId}`)).body as { shown: string }
      return approver.send('POST', `/api/account/approvals/${requestId}/approve`, { body: { shown } })
    }
    expect(codeOf(await approve())).toBe('quantity_multiple')
    await staff.send('DELETE', `/yonetim/price-rules/${id}`)
    expect((await approve()).status).toBe(200)
    await pool.execute('DELETE FROM purchase_limits')
  })

  test('gets a note for pasted rows that break a rule; they are added', async () => {
    await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
    const lines = [
      { code: 'VIDA', quantity: 8 },
      { code: 'HALAT', quantity: 8 },
    ]
    const { body } = await dealer.send('POST', '/api/catalog/cart/lines', { body: { lines, isTrial: true } })
    expect(body).toMatchObject({ addedCount: 2, rows: [{ note: '6 ADET ve katları sipariş edilebilir.' }, {}] })
    expect((body as { rows: { note?: string }[] }).rows[1]?.note).toBeUndefined()
  })
})

test('lines that are added together break no rule: what the cart has counts, and a refused line names what fits', async () => {
  await create({ kind: 'minimum', quantity: '10', product: 'VIDA' })
  await create({ kind: 'multiple', quantity: '6', product: 'VIDA' })
  const send = async (quantity: number) => {
    const lines = [{ productId: screw.id, unitId: screw.unitId, quantity }]
    const { body } = await dealer.send('POST', '/api/catalog/cart/units', { body: { lines } })
    return body as Reply<typeof addCartUnits>
  }
  const refused = await send(7)
  expect([refused.addedCount, refused.refusals]).toEqual([
    0,
    [{ code: 'quantity_rule', text: 'En az 10 ADET sipariş edilebilir.', fits: [12] }],
  ])
  expect((await send(12)).addedCount).toBe(1)
  expect((await send(5)).refusals[0]?.fits).toEqual([6])
  expect((await send(6)).addedCount).toBe(1)
  const { body } = await dealer.send('GET', '/api/catalog/cart')
  expect((body as CartItem[]).map(({ quantity }) => quantity)).toEqual([18])
})
