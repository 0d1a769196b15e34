import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PriceRuleDetail, PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { lookUpPrice } from '#contract/admin/price-reasons.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import type { Permission, StaffPermission } from '#domain/people/permissions.ts'
import { saveCosts } from '#server/catalog/catalog.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { ruleForm } from '#testing/price-rule-requests.ts'
import { type Answer, codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
/** May change everything but prices below floors. */
let clerk: TestVisitor
/** The same with the right. */
let keeper: TestVisitor
let keeperId: number
/** Representatives without and with the right. */
let seller: TestVisitor
let chief: TestVisitor
let chiefId: number
let drill: TestProduct
let list: number

const most: StaffPermission[] = [
  'prices:read',
  'prices:write',
  'catalog:read',
  'catalog:write',
  'orders:read',
  'orders:write',
]

async function signIn(name: string, permissions: readonly Permission[]): Promise<[TestVisitor, number]> {
  const { pool } = shop.database
  const user = await addAdmin(pool)
  await pool.execute(
    `WITH role AS (INSERT INTO user_roles (name, permissions) VALUES ($2, $3) RETURNING id)
     UPDATE users SET user_role = NULL, own_role_id = role.id FROM role WHERE users.id = $1`,
    [user.userId, name, permissions],
  )
  return [await shop.signedIn(user), user.userId]
}

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  actor = await addDealer(pool, { discount: 0 })
  dealer = await shop.signedIn(actor)
  ;[clerk] = await signIn('Fiyat yazan', most)
  ;[keeper, keeperId] = await signIn('Fiyat sorumlusu', [...most, 'prices:belowFloor'])
  let sellerId: number
  ;[seller, sellerId] = await signIn('Plasiyer', ['field:read', 'field:write'])
  ;[chief, chiefId] = await signIn('Baş plasiyer', ['field:read', 'field:write', 'prices:read', 'prices:belowFloor'])
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 1000, units: { KOLİ: 12 } })
  for (const id of [sellerId, chiefId]) {
    await pool.execute(
      `INSERT INTO representatives (user_id, line_percent, total_percent) VALUES ($1, 90, 90)
       ON CONFLICT (user_id) DO UPDATE SET line_percent = 90, total_percent = 90`,
      [id],
    )
  }
  await pool.execute('INSERT INTO representative_dealers (user_id, dealer_id) VALUES ($1, $2)', [
    sellerId,
    actor.dealer?.id,
  ])
  list = (await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE is_default'))!.id
  await shop.settle()
})
beforeEach(async () => {
  const { pool } = shop.database
  await pool.execute('DELETE FROM price_rules')
  await pool.execute('DELETE FROM product_costs')
  await pool.execute('UPDATE unit_prices SET sale_value = 100 WHERE unit_id = $1', [drill.unitId])
  await cost(60)
  await addRule({ name: 'Kârla', kind: 'floor', chain: '', aboveCost: '25' })
})
afterAll(() => shop.close())

const cost = (value: number) =>
  saveCosts(shop.database.pool, [{ line: null, code: 'MATKAP', cost: String(value), currency: 'TRY' }])

const form: PriceRuleValues = { ...ruleForm, isActive: true }
const create = (values: Partial<PriceRuleValues>, by = keeper) =>
  by.send('POST', '/yonetim/price-rules', { body: { values: { ...form, ...values } } })

async function addRule(values: Partial<PriceRuleValues>): Promise<PriceRuleDetail> {
  const { status, body, text } = await create(values)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return body as PriceRuleDetail
}

type Shown = { salePrice: { value: number } }
const price = async (): Promise<number> =>
  ((await dealer.send('GET', `/api/catalog/product/${drill.id}`)).body as Shown).salePrice.value
const reasons = async () =>
  (await dealer.send('GET', `/api/catalog/price-reasons?product=${drill.id}`)).body as PriceReasons
const passed = () =>
  shop.database.pool.query<{ user_id: number; noun: string; after: { prices: Record<string, unknown> } }>(
    "SELECT user_id, noun, after FROM audit_log WHERE action = 'pass_floor' ORDER BY id",
  )

async function auditOf(work: () => Promise<Answer>): Promise<unknown[]> {
  const before = (await passed()).length
  const answer = await work()
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return (await passed()).slice(before)
}

describe('a floor from cost', () => {
  test('raises what discounts have made too low, by unit, and follows the cost at once', async () => {
    await addRule({ name: 'Zincir', kind: 'chain', chain: '50' })
    expect(await price()).toBe(75)
    await cost(64)
    await expect.poll(price).toBe(80)
    const lists = await dealer.send('GET', '/api/catalog/products?q=MATKAP')
    expect((lists.body as { items: Shown[] }).items[0]?.salePrice.value).toBe(80)
    const box = drill.units['KOLİ']
    const { body } = await dealer.send('GET', `/api/catalog/price-reasons?product=${drill.id}&unit=${box}`)
    expect((body as PriceReasons).steps.at(-1)).toMatchObject({ kind: 'floor', value: 960 })
  })

  test('has no effect without a cost; the page of the rule and the price lookup say so', async () => {
    await addRule({ name: 'Zincir', kind: 'chain', chain: '50' })
    await shop.database.pool.execute('DELETE FROM product_costs')
    await expect.poll(price).toBe(50)
    const { items } = (await keeper.send('GET', '/yonetim/price-rules?kind=floor')).body as { items: { id: number }[] }
    const rule = await keeper.send('GET', `/yonetim/price-rules/${items[0]?.id}`)
    expect(rule.body).toMatchObject({ costs: { products: 1, unknown: 1 } })
    const looked = await keeper.send('GET', '/yonetim/price-reasons?product=MATKAP')
    expect(looked.body).toMatchObject({ answer: { floorWithoutCost: 'Kârla' } })
  })

  test('that no step shows is a note of the price lookup, above it and below it', async () => {
    const note = async () =>
      ((await keeper.send('GET', `/yonetim/price-reasons?product=MATKAP`)).body as Reply<typeof lookUpPrice>).answer
        ?.floorNote
    expect(await note()).toEqual({ place: 'above', value: 75, currency: 'TRY' })
    await addRule({ name: 'Net', chain: '', product: 'MATKAP', price: '75', currency: 'TRY' })
    expect(await note()).toEqual({ place: 'at', value: 75, currency: 'TRY' })
    await shop.database.pool.execute("DELETE FROM price_rules WHERE kind = 'agreement'")
    await addRule({ name: 'Net', chain: '', product: 'MATKAP', price: '70', currency: 'TRY' })
    expect(await note()).toEqual({ place: 'below', value: 75, currency: 'TRY' })
    // The agreed price takes the floor's place in the steps.
    await addRule({ name: 'Zincir', kind: 'chain', chain: '50' })
    expect(await note()).toEqual({ place: 'below', value: 75, currency: 'TRY' })
    await shop.database.pool.execute("DELETE FROM price_rules WHERE kind = 'agreement'")
    await expect.poll(price).toBe(75)
    expect(await note()).toBeNull()
  })

  test('shows its rule and percentage to administrators only', async () => {
    await addRule({ name: 'Zincir', kind: 'chain', chain: '50' })
    const step = (await reasons()).steps.at(-1)
    expect(step).toEqual({ kind: 'floor', rule: 'Mağazanın en düşük fiyatı', chain: null, value: 75, currency: 'TRY' })
    const text = (await dealer.send('GET', `/api/catalog/price-reasons?product=${drill.id}`)).text
    expect(text).not.toMatch(/Kârla|aboveCost|floorWithoutCost|floorNote|"25"|:60/)
    const looked = await keeper.send('GET', '/yonetim/price-reasons?product=MATKAP')
    expect((looked.body as { answer: PriceReasons }).answer.steps.at(-1)).toMatchObject({
      rule: 'Kârla',
      aboveCost: 25,
    })
  })
})

describe('without the right, a price below the floor is refused; with it, it counts and is in the audit log', () => {
  test('a fixed price of a rule', async () => {
    const net = { name: 'Net', chain: '', product: 'MATKAP', price: '70', currency: 'TRY' }
    const refused = await create(net, clerk)
    expect(codeOf(refused)).toBe('price_below_floor')
    expect(sentenceOf(refused)).toContain('₺75,00')
    expect((await create({ ...net, price: '75' }, clerk)).status).toBe(200)
    expect(await price()).toBe(75)
    await shop.database.pool.execute("DELETE FROM price_rules WHERE kind = 'agreement'")
    const [entry] = await auditOf(() => create(net))
    expect(entry).toMatchObject({
      user_id: keeperId,
      noun: 'price_rule',
      after: { prices: { 'MATKAP · ADET': { price: '₺70,00', floor: '₺75,00', belowFloor: '₺5,00' } } },
    })
    expect(await price()).toBe(70)
    // The agreed price takes the floor's place: what follows does not go below it.
    await addRule({ name: 'Zincir', kind: 'chain', chain: '50' })
    expect(await price()).toBe(70)
  })

  test('a rule keeps what it was allowed, until its price changes', async () => {
    const { id, values } = await addRule({ name: 'Net', chain: '', product: 'MATKAP', price: '70', currency: 'TRY' })
    const change = (before: PriceRuleValues, next: Partial<PriceRuleValues>) =>
      clerk.send('PATCH', `/yonetim/price-rules/${id}`, { body: { before, values: { ...before, ...next } } })
    const renamed = await change(values, { name: 'Net fiyat' })
    expect(renamed.body).toMatchObject({ passesFloor: true })
    expect(codeOf(await change((renamed.body as PriceRuleDetail).values, { price: '69' }))).toBe('price_below_floor')
    const turn = (isActive: boolean) => clerk.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive } })
    expect((await turn(false)).status).toBe(200)
    expect(codeOf(await turn(true))).toBe('price_below_floor')
    expect(
      (await change((renamed.body as PriceRuleDetail).values, { price: '80', isActive: false })).body,
    ).toMatchObject({
      passesFloor: false,
    })
  })

  test('a price of a list', async () => {
    const set = (by: TestVisitor, value: string, before = '100') =>
      by.send('PATCH', `/yonetim/price-lists/${list}/prices/${drill.unitId}`, {
        body: { before: { value: before, currency: 'TRY' }, price: { value, currency: 'TRY' } },
      })
    const refused = await set(clerk, '74,9')
    expect(codeOf(refused)).toBe('price_below_floor')
    expect(sentenceOf(refused)).toContain('₺75,00')
    expect((await set(clerk, '75')).status).toBe(200)
    const [entry] = await auditOf(() => set(keeper, '74,9', '75'))
    expect(entry).toMatchObject({ noun: 'price_list', after: { prices: { 'MATKAP · ADET': { floor: '₺75,00' } } } })
    await expect.poll(price).toBe(74.9)
  })

  test('a list that is lowered', async () => {
    const raise = { percent: '-30', step: '0.01', brand: null, category: null }
    const lower = async (by: TestVisitor) => {
      const preview = await by.send('POST', `/yonetim/price-lists/${list}/raise/preview`, { body: raise })
      const { stamp } = preview.body as { stamp: string }
      return by.send('POST', `/yonetim/price-lists/${list}/raise`, { body: { ...raise, stamp } })
    }
    expect(codeOf(await lower(clerk))).toBe('price_below_floor')
    expect(await auditOf(() => lower(keeper))).toHaveLength(1)
    await expect.poll(price).toBe(70)
  })

  test('the prices of a product’s form', async () => {
    const { body } = await keeper.send('GET', `/yonetim/products/${drill.id}`)
    const { values: before } = body as { values: { units: { prices: { sale: { value: string } }[] }[] } }
    const values = structuredClone(before)
    values.units[0]!.prices[0]!.sale.value = '70'
    const save = (by: TestVisitor) => by.send('PATCH', `/yonetim/products/${drill.id}`, { body: { before, values } })
    expect(codeOf(await save(clerk))).toBe('price_below_floor')
    expect(await auditOf(() => save(keeper))).toMatchObject([{ noun: 'product' }])
  })

  test('a price change that is published', async () => {
    const draft = async (): Promise<{ id: number; revision: number }> => {
      const made = await clerk.send('POST', '/yonetim/price-changes', { body: { list, name: 'Kasım' } })
      const { id } = made.body as { id: number }
      const shown = async () =>
        ((await clerk.send('GET', `/yonetim/price-changes/${id}`)).body as { change: { revision: number } }).change
          .revision
      const typed = { code: 'MATKAP', unit: '', value: '70', currency: 'TRY', revision: await shown() }
      expect((await clerk.send('POST', `/yonetim/price-changes/${id}/prices`, { body: typed })).status).toBe(200)
      return { id, revision: await shown() }
    }
    const { id, revision } = await draft()
    const publish = (by: TestVisitor) =>
      by.send('POST', `/yonetim/price-changes/${id}/publish`, { body: { revision, at: null, conflicts: 'ask' } })
    expect(codeOf(await publish(clerk))).toBe('price_below_floor')
    expect(await auditOf(() => publish(keeper))).toMatchObject([{ noun: 'price_change' }])
    await expect.poll(price).toBe(70)
  })

  test('the discount of a representative, and its approval', async () => {
    const act = (who: TestVisitor) => who.send('POST', `/yonetim/own-dealers/${actor.dealer?.id}/act`)
    const stop = (who: TestVisitor) => who.send('DELETE', '/api/account/view')
    const discount = (who: TestVisitor, percent: string) =>
      who.send('PATCH', '/api/catalog/cart/discount', { body: { totalPercent: percent, lines: [] } })
    const fill = (who: TestVisitor) =>
      who.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 2, productValue: drill.unitId } })
    expect((await act(seller)).status).toBe(200)
    expect((await fill(seller)).status).toBe(200)
    const refused = await discount(seller, '26')
    expect(codeOf(refused)).toBe('price_below_floor_hidden')
    expect(sentenceOf(refused)).not.toContain('75')
    expect((await discount(seller, '25')).status).toBe(200)
    // The cost rises after the discount was given: the order is refused.
    await cost(70)
    await expect.poll(async () => codeOf(await discount(seller, '25'))).toBe('price_below_floor_hidden')
    expect(codeOf(await seller.send('POST', '/api/catalog/cart', { body: {} }))).toBe('price_below_floor_hidden')
    await stop(seller)

    const { pool } = shop.database
    await pool.execute('DELETE FROM representative_dealers')
    await pool.execute('INSERT INTO representative_dealers (user_id, dealer_id) VALUES ($1, $2)', [
      chiefId,
      actor.dealer?.id,
    ])
    await shop.setSetting('approveAllOrders', '1')
    expect((await act(chief)).status).toBe(200)
    await fill(chief)
    expect((await discount(chief, '40')).status).toBe(200)
    const entries = await auditOf(() => chief.send('POST', '/api/catalog/cart', { body: {} }))
    expect(entries).toMatchObject([
      {
        user_id: chiefId,
        noun: 'order',
        after: { prices: { 'MATKAP · ADET': { price: '₺60,00', floor: '₺87,50', belowFloor: '₺27,50' } } },
      },
    ])
    await stop(chief)
    const order = await pool.one<{ id: number }>('SELECT id FROM orders ORDER BY id DESC LIMIT 1')
    const approve = (by: TestVisitor) =>
      by.send('POST', '/yonetim/orders/state', {
        body: { orders: [{ id: order?.id, from: 'awaiting_approval' }], to: 'confirmed' },
      })
    expect(codeOf(await approve(clerk))).toBe('order_below_floor')
    expect(await auditOf(() => approve(keeper))).toMatchObject([{ user_id: keeperId, noun: 'order' }])
    await shop.setSetting('approveAllOrders', '0')
  })

  test('a line of an order that staff makes cheaper', async () => {
    await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 3, productValue: drill.unitId } })
    const placed = await dealer.send('POST', '/api/catalog/cart', { body: {} })
    const { id } = placed.body as { id: number }
    const change = (by: TestVisitor, line: object) =>
      by.send('POST', `/yonetim/orders/${id}/lines`, {
        body: { state: 'received', reason: 'Pazarlık', lines: [{ lineNo: 1, ...line }] },
      })
    const refused = await change(clerk, { price: '74' })
    expect(codeOf(refused)).toBe('price_below_floor')
    expect(sentenceOf(refused)).toContain('₺75,00')
    expect(codeOf(await change(clerk, { discount: '26' }))).toBe('price_below_floor')
    expect((await change(clerk, { price: '75' })).status).toBe(200)
    expect(await auditOf(() => change(keeper, { price: '70' }))).toMatchObject([
      { user_id: keeperId, noun: 'order', after: { prices: { 'MATKAP · ADET': { price: '₺70,00' } } } },
    ])
  })
})
