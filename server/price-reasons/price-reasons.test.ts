import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { lookUpPrice } from '#contract/admin/price-reasons.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import type { Order } from '#contract/shop/orders.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let dealer: TestVisitor
let staff: TestVisitor
let dealerCode: string
let drill: TestProduct
let saw: TestProduct

type Rule = {
  kind: string
  chain?: string
  fixed?: string
  min?: number
  from?: string
  to?: string
  ofDealer?: boolean
}

async function addRule(name: string, rule: Rule): Promise<void> {
  await shop.database.pool.execute(
    `INSERT INTO price_rules (name, kind, chain, fixed_value, fixed_currency, min_quantity, starts_on, ends_on, product_id, dealer_id)
     VALUES ($1, $2, $3, $4, CASE WHEN $4::numeric IS NOT NULL THEN 'TRY' END, $5, $6, $7, $8,
       CASE WHEN $9 THEN (SELECT id FROM dealers WHERE code = $10) END)`,
    [
      name,
      rule.kind,
      rule.chain ?? null,
      rule.fixed ?? null,
      rule.min ?? null,
      rule.from ?? null,
      rule.to ?? null,
      drill.id,
      rule.ofDealer ?? false,
      dealerCode,
    ],
  )
}

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  const actor = await addDealer(pool, { discount: 10 })
  dealerCode = actor.dealer?.code ?? ''
  dealer = await shop.signedIn(actor)
  staff = await shop.signedIn(await addAdmin(pool))
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 1000, units: { KOLİ: 12 } })
  saw = await addProduct(pool, { code: 'TESTERE', price: 2, currency: 'USD', stock: 10 })
  await pool.execute("UPDATE currencies SET exchange_rate = 41.25 WHERE code = 'USD'")
  await pool.execute(
    `INSERT INTO exchange_rates (currency_id, rate, source, valid_from)
     SELECT id, r.rate, r.source, r.since::timestamptz FROM currencies,
            (VALUES (40, 'tcmb', '2026-01-02 15:30+03'), (41.25, 'manual', '2026-03-01 09:00+03')) r (rate, source, since)
      WHERE code = 'USD'`,
  )
  await addRule('Yılbaşı anlaşması', { kind: 'agreement', chain: '20', ofDealer: true })
  await addRule('Kış zinciri', { kind: 'chain', chain: '10+5+3' })
  await addRule('Koli fiyatı', { kind: 'tier', chain: '2', min: 12 })
  await addRule('2020 anlaşması', {
    kind: 'agreement',
    fixed: '55',
    ofDealer: true,
    from: '2020-01-01',
    to: '2020-12-31',
  })
  await shop.settle()
  // Waits until the shop has read what changed, rules too.
  await shop.setSetting('storeHours', '09:00–18:00')
})
afterAll(() => shop.close())

async function reasonsOf(product: number, query = ''): Promise<PriceReasons> {
  const { status, body } = await dealer.send('GET', `/api/catalog/price-reasons?product=${product}${query}`)
  expect(status).toBe(200)
  return body as PriceReasons
}

const stepsOf = ({ steps }: PriceReasons) => steps.map(({ kind, rule, chain, value }) => [kind, rule, chain, value])

describe('the reasons of a price', () => {
  test('name each step with its rule and its result', async () => {
    const reasons = await reasonsOf(drill.id)
    expect(stepsOf(reasons)).toEqual([
      ['list', null, null, 100],
      ['agreement', 'Yılbaşı anlaşması', '20', 80],
      ['chain', 'Kış zinciri', '10+5+3', 66.348],
    ])
    expect(reasons).toMatchObject({
      product: { code: 'MATKAP' },
      unit: 'ADET',
      quantity: 1,
      plan: null,
      taxRate: 20,
      line: { currency: 'TRY', amount: 66.35, withTax: 79.62 },
      rates: [],
    })
  })

  test('follow the unit and the quantity', async () => {
    const reasons = await reasonsOf(drill.id, `&unit=${drill.units['KOLİ']}&quantity=2`)
    expect(stepsOf(reasons)).toEqual([
      ['list', null, null, 100],
      ['unit', null, null, 1200],
      ['agreement', 'Yılbaşı anlaşması', '20', 960],
      ['chain', 'Kış zinciri', '10+5+3', 796.176],
      ['tier', 'Koli fiyatı', '2', 780.2525],
    ])
    expect(reasons.line).toEqual({ currency: 'TRY', amount: 1560.51, withTax: 1872.61 })
  })

  test('name the exchange rate with its source and its day', async () => {
    const { rates, steps } = await reasonsOf(saw.id)
    expect(steps.map(({ kind, value, currency }) => [kind, value, currency])).toEqual([
      ['list', 2, 'USD'],
      ['discount', 1.8, 'USD'],
    ])
    expect(rates).toEqual([{ currency: 'USD', rate: '41.25', source: 'manual', day: '2026-03-01' }])
  })

  test('are hidden where the store hides them or prices, and for unknown products', async () => {
    await shop.setSetting('showPriceReasons', '0')
    const hidden = await dealer.send('GET', `/api/catalog/price-reasons?product=${drill.id}`)
    expect([hidden.status, codeOf(hidden)]).toEqual([403, 'price_reasons_hidden'])
    await shop.setSetting('showPriceReasons', '1')
    const guest = await shop.guest()
    expect((await guest.send('GET', `/api/catalog/price-reasons?product=${drill.id}`)).status).toBe(403)
    const unknown = await dealer.send('GET', '/api/catalog/price-reasons?product=999999')
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'product_not_found'])
  })
})

type LookUp = Reply<typeof lookUpPrice>
const lookUp = async (query: Record<string, string>): Promise<LookUp> => {
  const { status, body } = await staff.send('GET', `/yonetim/price-reasons?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body as LookUp
}

describe('administrators look a price up', () => {
  test('of a dealer, a quantity and a unit', async () => {
    const { answer, problems } = await lookUp({ dealer: dealerCode, product: 'MATKAP', quantity: '12', unit: 'adet' })
    expect(problems).toEqual({})
    expect(answer?.dealer).toEqual({ code: dealerCode, name: dealerCode })
    expect(answer && stepsOf(answer).at(-1)).toEqual(['tier', 'Koli fiyatı', '2', 65.021])
  })

  test('of a guest, where the dealer’s rules do not apply', async () => {
    const { answer } = await lookUp({ product: 'MATKAP' })
    expect(answer && stepsOf(answer)).toEqual([
      ['list', null, null, 100],
      ['chain', 'Kış zinciri', '10+5+3', 82.935],
    ])
  })

  test('on a day in the past, with the rules and rates of that day', async () => {
    const { answer } = await lookUp({ dealer: dealerCode, product: 'MATKAP', day: '2020-06-01' })
    // The fixed agreement of 2020 comes before the other one: its first day is later than none.
    expect(answer && stepsOf(answer)[1]).toEqual(['agreement', '2020 anlaşması', null, 55])
    const rate = (await lookUp({ product: 'TESTERE', day: '2026-01-15' })).answer?.rates[0]
    expect(rate).toMatchObject({ rate: '40', source: 'tcmb' })
  })

  test.each([
    ['an unknown dealer', { dealer: 'YOK', product: 'MATKAP' }, 'dealer'],
    ['an unknown product', { product: 'YOK' }, 'product'],
    ['a unit that the product does not have', { product: 'MATKAP', unit: 'PALET' }, 'unit'],
    ['a quantity of 0', { product: 'MATKAP', quantity: '0' }, 'quantity'],
    ['a quantity with decimals', { product: 'MATKAP', quantity: '1,5' }, 'quantity'],
    ['a day that does not exist', { product: 'MATKAP', day: '2026-02-30' }, 'day'],
  ])('%s is reported at its field', async (_, query, field) => {
    const { answer, problems, question } = await lookUp(query)
    expect(answer).toBeNull()
    expect(Object.keys(problems)).toEqual([field])
    expect(question.product).toBe(query.product)
  })
})

test('an order keeps the reasons of its prices, whatever happens to the rules', async () => {
  await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 12, productValue: drill.unitId } })
  const placed = await dealer.send('POST', '/api/catalog/cart', {
    body: {},
    headers: { 'idempotency-key': 'reasons-1' },
  })
  expect(placed.status).toBe(200)
  await shop.database.pool.execute("DELETE FROM price_rules WHERE name = 'Koli fiyatı'")
  const { body } = await dealer.send('GET', '/api/catalog/orders/summary')
  const [line] = (body as Order).orderItems
  expect(line?.steps?.map(({ kind, rule, value }) => [kind, rule, value])).toEqual([
    ['list', null, 100],
    ['agreement', 'Yılbaşı anlaşması', 80],
    ['chain', 'Kış zinciri', 66.348],
    ['tier', 'Koli fiyatı', 65.021],
  ])
  expect(line?.price).toEqual({ value: 65.021, currency: 'TRY' })
  expect(line?.amount).toBe(780.25)
})
