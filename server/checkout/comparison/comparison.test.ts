import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComparedPayment, PaymentComparison } from '#contract/shop/payment-comparison.ts'
import { decimal } from '#domain/money/money.ts'
import { earlyDiscount } from '#domain/payments/compare-payments.ts'
import { type CardShop, newAddress, openCardShop, paymentOf, type StartParts, started } from '#testing/card-shop.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import { codeOf, type TestVisitor } from '#testing/shop.ts'
import { demoBins } from '#server/sandbox-bank/sandbox-bank.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let card: CardShop
/** Two in lira, one in dollars, one with a discount of its own plan prices. */
let products: TestProduct[]

beforeAll(async () => {
  card = await openCardShop()
  const { pool, shop } = card
  await pool.execute("UPDATE currencies SET exchange_rate = 41.2537 WHERE code = 'USD'")
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_virtual, due_days) VALUES
       ('advencePrice1', '30 gün', false, 30), ('advencePrice2', '60 gün', false, NULL), ('advencePrice5', 'Kart', true, NULL)`,
  )
  await pool.execute('INSERT INTO early_payment_steps (days, percent) VALUES (10, 3), (20, 1.5)')
  products = [
    await addProduct(pool, { price: 33.335, taxRate: 20, stock: 1e6, units: { KOLİ: 12 } }),
    await addProduct(pool, { price: 7.77, taxRate: 10, stock: 1e6 }),
    await addProduct(pool, { price: 3.1415, taxRate: 20, stock: 1e6, currency: 'USD' }),
  ]
  for (const [i, { unitId }] of products.entries()) {
    await pool.execute(
      `UPDATE unit_prices SET plan1_value = round(sale_value * 1.031, 4), plan1_currency = sale_currency,
              plan2_value = $2, plan2_currency = CASE WHEN $2::numeric IS NOT NULL THEN 'TRY' END WHERE unit_id = $1`,
      [unitId, i === 1 ? null : 99.99],
    )
  }
  // Visitors see prices and the plans from here on.
  await shop.setSetting('installmentLimit', 0)
  await shop.settle()
})
afterAll(() => card.close())

type Lines = { unitId: number; quantity: number }[]

async function buyerOf(lines: Lines, discount = 0): Promise<{ actor: Actor; visitor: TestVisitor; address: string }> {
  const actor = await addDealer(card.pool, { discount })
  if (lines.length > 0) await fillCart(card.pool, actor, lines)
  return { actor, visitor: await card.shop.signedIn(actor), address: newAddress() }
}

const ask = (visitor: TestVisitor, body: object = {}) =>
  visitor.send('POST', '/api/catalog/payment-comparison', { body })

async function compare(visitor: TestVisitor, body: object = {}): Promise<PaymentComparison> {
  const answer = await ask(visitor, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as PaymentComparison
}

const bin = `${demoBins.arti.bin}00`

/** Makes the order or the charge of a row, and returns its total. */
async function totalMadeBy(row: ComparedPayment, lines: Lines, discount: number, cardBin: string): Promise<string> {
  const buyer = await buyerOf(lines, discount)
  if (row.kind === 'card') {
    const body: Record<string, unknown> = { installment: row.installment, advencePrice: row.plan ?? '' }
    const { totalTry } = (await plainRow(buyer.visitor, row)) ?? row
    const start: StartParts = { bin: cardBin, body: { ...body, amount: decimal(totalTry).toFixed(2) } }
    const { reference } = await started(buyer, start)
    return (await paymentOf(card, reference)).amount
  }
  const body = { advencePrice: row.plan ?? '' }
  const placed = await buyer.visitor.send('POST', '/api/catalog/cart', { body })
  expect(placed).toMatchObject({ status: 200 })
  const { id } = placed.body as { id: number }
  const order = await card.pool.one<{ total: string; early_payment: { days: number; percent: string }[] | null }>(
    'SELECT total, early_payment FROM orders WHERE id = $1',
    [id],
  )
  if (order === undefined) throw new Error('The order is missing.')
  if (row.kind === 'account') return order.total
  const step = order.early_payment?.find(({ days }) => days === row.dueDays)
  if (step === undefined) throw new Error('The order has no such step.')
  return decimal(order.total).minus(earlyDiscount(order.total, step)).toFixed(2)
}

/** The single payment of a row's plan, whose total is the amount before commission. */
async function plainRow(visitor: TestVisitor, { plan }: ComparedPayment): Promise<ComparedPayment | undefined> {
  return (await compare(visitor, { card: bin })).rows.find((row) => row.installment === 1 && row.plan === plan)
}

describe('every row', () => {
  const quantities = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 4, maxLength: 4 })
  const carts = fc.sample(fc.record({ quantities, discount: fc.constantFrom(0, 7.5, 33) }), { numRuns: 4, seed: 17 })

  test.each(carts.map((cart, i) => [i, cart] as const))(
    'of generated cart %i equals the order or the charge that it makes, to the kuruş',
    async (_i, { quantities: [a = 1, b = 1, c = 1, d = 1], discount }) => {
      const [first, second, third] = products as [TestProduct, TestProduct, TestProduct]
      const lines = [
        { unitId: first.unitId, quantity: a },
        { unitId: first.units['KOLİ'] ?? 0, quantity: b },
        { unitId: second.unitId, quantity: c },
        { unitId: third.unitId, quantity: d },
      ]
      const { visitor } = await buyerOf(lines, discount)
      const { rows } = await compare(visitor, { card: bin })
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['account', 'early', 'card']))
      expect(rows.filter(({ kind }) => kind === 'card')).toHaveLength(12)
      for (const row of rows) {
        expect([
          row.kind,
          row.plan,
          row.installment,
          await totalMadeBy(row, lines, discount, demoBins.arti.bin),
        ]).toEqual([row.kind, row.plan, row.installment, row.total.value.toFixed(2)])
      }
    },
  )

  test('of a product equals the order of this line', async () => {
    const { id, unitId } = products[0] as TestProduct
    const { visitor } = await buyerOf([], 7.5)
    const { rows } = await compare(visitor, { product: { id, unit: unitId, quantity: 7 }, card: bin })
    expect(rows.length).toBeGreaterThan(12)
    for (const row of rows.filter(({ installment }) => installment === null || installment % 5 === 1)) {
      const made = await totalMadeBy(row, [{ unitId, quantity: 7 }], 7.5, demoBins.arti.bin)
      expect(made).toBe(row.total.value.toFixed(2))
    }
    // Nothing was stored.
    expect(await card.pool.query('SELECT FROM carts WHERE guest_hash IS NOT NULL')).toEqual([])
  })
})

describe('the comparison', () => {
  test('has the cheapest first, the cost against cash and the yearly rate', async () => {
    const { unitId } = await addProduct(card.pool, { price: 1000, taxRate: 0, stock: 10 })
    await card.pool.execute("UPDATE unit_prices SET plan1_value = 1030, plan1_currency = 'TRY' WHERE unit_id = $1", [
      unitId,
    ])
    const { visitor } = await buyerOf([{ unitId, quantity: 1 }])
    const { rows, card: typed } = await compare(visitor, { card: demoBins.arti.bin })
    expect(typed).toEqual({ bank: 'Demo Bankası', families: ['Artı'], isAmbiguous: false })
    expect(rows[0]).toMatchObject({
      ...{ kind: 'early', percent: 3, dueDays: 10, cost: -30, yearly: -66.6, isCheapest: true },
      total: { value: 970, currency: 'TRY' },
    })
    const at = (find: Partial<ComparedPayment>) =>
      rows.find((row) => Object.entries(find).every(([key, value]) => row[key as keyof ComparedPayment] === value))
    expect(at({ kind: 'account', plan: null })).toMatchObject({ cost: 0, yearly: 0, isCash: true, isChosen: true })
    expect(at({ plan: 'advencePrice1' })).toMatchObject({ cost: 30, yearly: 42.58, dueDays: 30 })
    // 60 gün has no price of its own here, and no day.
    expect(at({ plan: 'advencePrice2' })).toMatchObject({ cost: 0, yearly: 0, dueDays: null })
    expect(at({ installment: 1 })).toMatchObject({ cost: 0, yearly: 0, monthly: null })
    expect(at({ installment: 6 })).toMatchObject({ cost: 64, monthly: 177.33, families: ['Artı'], plan: null })
    expect(rows.map(({ cost }) => cost)).toEqual(rows.map(({ cost }) => cost).toSorted((a, b) => a - b))
  })

  test('follows the plan of the cart, and shows the rate of its currency', async () => {
    const { actor, visitor } = await buyerOf([{ unitId: products[2]?.unitId ?? 0, quantity: 10 }])
    const usd = await card.pool.one<{ id: number }>("SELECT id FROM currencies WHERE code = 'USD'")
    await card.pool.execute('UPDATE users SET choices = $2 WHERE id = $1', [
      actor.userId,
      JSON.stringify({ defaultCurrency: usd?.id, cartPlan: 'advencePrice1' }),
    ])
    const { rows, rate } = await compare(visitor)
    expect(rate).toEqual({ currency: 'USD', rate: 41.2537 })
    expect(rows.filter(({ isChosen }) => isChosen)).toMatchObject([{ kind: 'account', plan: 'advencePrice1' }])
    expect(rows.find(({ isCash }) => isCash)).toMatchObject({
      total: { value: 37.7, currency: 'USD' },
      totalTry: 1555.18,
    })
    expect(rows.find(({ kind }) => kind === 'card')).toMatchObject({ total: { currency: 'TRY' } })
  })

  test('has the installments of every card program before a card is typed', async () => {
    const { visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 100 }])
    const rows = (await compare(visitor)).rows.filter(({ kind }) => kind === 'card')
    expect(rows.filter(({ installment }) => installment === 2).map(({ families }) => families)).toEqual([
      ['Artı'],
      ['Kule'],
    ])
    expect(rows.filter(({ installment }) => installment === 1)).toMatchObject([{ families: [] }])
  })

  test('has the single payment for an unknown card, and all cards that begin with ambiguous digits', async () => {
    const { visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 100 }])
    const unknown = await compare(visitor, { card: '123456' })
    expect(unknown.card).toBeNull()
    expect(unknown.rows.filter(({ kind }) => kind === 'card')).toMatchObject([{ installment: 1 }])
    await card.pool.execute(
      `INSERT INTO card_bins (bin, bank, bank_code, scheme, type, family, is_commercial)
       VALUES ('${demoBins.arti.bin}77', 'Demo Bankası', '9901', 'VISA', 'credit', 'Kule', false)`,
    )
    const { card: typed, rows } = await compare(visitor, { card: demoBins.arti.bin })
    expect(typed).toEqual({ bank: 'Demo Bankası', families: ['Kule', 'Artı'], isAmbiguous: true })
    expect(rows.filter(({ installment }) => installment === 6)).toMatchObject([
      { families: ['Artı'] },
      { families: ['Kule'] },
    ])
    const exact = await compare(visitor, { card: `${demoBins.arti.bin}77` })
    expect(exact.card).toEqual({ bank: 'Demo Bankası', families: ['Kule'], isAmbiguous: false })
    expect(exact.rows.filter(({ installment }) => installment === 6)).toMatchObject([{ families: ['Kule'] }])
    await card.pool.execute(`DELETE FROM card_bins WHERE bin = '${demoBins.arti.bin}77'`)
  })

  test('has the steps of the dealer in place of those for everyone', async () => {
    const { actor, visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 10 }])
    await card.pool.execute('INSERT INTO early_payment_steps (dealer_id, days, percent) VALUES ($1, 5, 2)', [
      actor.dealer?.id,
    ])
    const early = (await compare(visitor)).rows.filter(({ kind }) => kind === 'early')
    expect(early).toMatchObject([{ dueDays: 5, percent: 2 }])
  })

  test.each(['4355084355084358', '435508435', '43550', '4355 0843', 'abcdef', '', 435508])(
    'refuses %j in place of the first digits of a card, and does not repeat it',
    async (digits) => {
      const { visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 1 }])
      const answer = await ask(visitor, { card: digits })
      expect(codeOf(answer)).toBe('validation_failed')
      expect(answer.text).not.toContain('43550')
    },
  )

  test('refuses an empty cart, and a line that cannot be ordered', async () => {
    const { visitor } = await buyerOf([])
    expect(codeOf(await ask(visitor))).toBe('cart_empty')
    const priceless = await addProduct(card.pool, { price: null, stock: 10 })
    const product = { id: priceless.id, unit: priceless.unitId, quantity: 1 }
    expect(codeOf(await ask(visitor, { product }))).toBe('price_unknown')
    expect(codeOf(await ask(visitor, { product: { ...product, id: 999_999 } }))).toBe('product_not_found')
    const other = await buyerOf([{ unitId: priceless.unitId, quantity: 1 }])
    expect(codeOf(await ask(other.visitor))).toBe('price_unknown')
  })

  test('shows cards only to users who may order and pay by card', async () => {
    const { actor } = await buyerOf([])
    const colleague = await addColleague(card.pool, actor.dealer as NonNullable<Actor['dealer']>, { canOrder: false })
    await fillCart(card.pool, colleague, [{ unitId: products[1]?.unitId ?? 0, quantity: 1 }])
    const visitor = await card.shop.signedIn(colleague)
    expect((await compare(visitor)).rows.map(({ kind }) => kind)).not.toContain('card')
    expect(codeOf(await ask(visitor, { card: bin }))).toBe('no_order_right')
  })

  test('shows guests what the store shows them', async () => {
    const guest = await card.shop.guest()
    const { id, unitId } = products[1] as TestProduct
    const product = { id, unit: unitId, quantity: 3 }
    expect(codeOf(await ask(guest))).toBe('not_signed_in')
    expect(codeOf(await ask(guest, { product }))).toBe('payment_comparison_hidden')
    await card.shop.setSetting('guestPrices', '1')
    const { rows } = await compare(guest, { product })
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['account']))
    expect(rows[0]).toMatchObject({ total: { value: 25.64, currency: 'TRY' }, isCash: true })
    expect(codeOf(await ask(guest, { product, card: bin }))).toBe('not_signed_in')
    await card.shop.setSetting('guestPrices', '0')
    expect(codeOf(await ask(await card.shop.signedIn(await addAdmin(card.pool))))).toBe('admin_not_allowed')
  })

  test('leaves out plans whose prices the store hides', async () => {
    const { visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 3 }])
    await card.shop.setSetting('showPaymentPlanPrice', '0')
    const plans = (await compare(visitor)).rows.map(({ plan }) => plan)
    expect(new Set(plans)).toEqual(new Set([null]))
    await card.shop.setSetting('showPaymentPlanPrice', '1')
  })

  test('counts lookups of cards', async () => {
    const { visitor } = await buyerOf([{ unitId: products[1]?.unitId ?? 0, quantity: 3 }])
    const codes = new Set<unknown>()
    for (let i = 0; i < 31; i += 1) codes.add(codeOf(await ask(visitor, { card: '123456' })))
    expect(codes).toContain('too_many_attempts')
  })
})
