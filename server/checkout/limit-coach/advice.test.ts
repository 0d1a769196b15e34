import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { LimitAdvice, LimitApproval } from '#contract/shop/limit-coach.ts'
import { lira } from '#domain/money/money.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import { addColleague, setStock, type TestProduct } from '#testing/store-rows.ts'
import {
  actAs,
  actor,
  fill,
  order,
  placed,
  pool,
  product,
  set,
  store,
  useTestCheckout,
} from '#server/checkout/test-checkout.ts'
import { driver, usePaidCarts } from '#server/checkout/test-paid-carts.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { advice, ask, bodyOf, cartLines, decide, orderPart, setTerms } from './test-coach.ts'

useTestCheckout()
usePaidCarts()

/**
 * The goods of all carts: prices with four decimals, three currencies, several tax rates; one with a quantity tier, one that is
 * sold in threes, and one of which four have to be bought.
 */
const goods = [
  { price: 100, taxRate: 20 },
  { price: 33.3333, taxRate: 10 },
  { price: 0.07, taxRate: 1 },
  { price: 12.49, currency: 'USD', taxRate: 20 },
  { price: 3.1, currency: 'EUR', taxRate: 0 },
  { price: 80, taxRate: 20 },
  { price: 45.5, taxRate: 20 },
  { price: 61, taxRate: 10 },
]
const products: TestProduct[] = []

beforeAll(async () => {
  await pool.execute("UPDATE currencies SET exchange_rate = 44.9137 WHERE code = 'EUR'")
  for (const parts of goods) products.push(await product({ ...parts, units: { KOLİ: 6 }, stock: 1000 }))
  await pool.execute(
    `INSERT INTO price_rules (name, kind, product_id, chain, min_quantity) VALUES ('Kademe', 'tier', $1, '10', 5)`,
    [products[5]?.id],
  )
  await pool.execute(
    `INSERT INTO price_rules (name, kind, product_id, quantity)
     VALUES ('Üçlü paket', 'multiple', $1, 3), ('En az dört', 'minimum', $2, 4)`,
    [products[6]?.id, products[7]?.id],
  )
  await store.refresh()
})

type Line = { product: number; unit: 'ADET' | 'KOLİ'; quantity: number; stock: number }
type Case = {
  lines: Line[]
  limit: number
  mode: RiskMode
  debts: Record<string, { balance: number; overdue: number }>
  approvesOrders: boolean
  perOrder: number | null
}

const amount = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((kurus) => kurus / 100)
const debt = fc.record({ balance: amount(3000), overdue: amount(1500) })
const cases: fc.Arbitrary<Case> = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      product: fc.nat(goods.length - 1),
      unit: fc.constantFrom('ADET' as const, 'KOLİ' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      // Seldom too little.
      stock: fc.oneof(
        { weight: 6, arbitrary: fc.constant(1000) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 8 }) },
      ),
    }),
    { minLength: 1, maxLength: 5, selector: (line) => `${line.product} ${line.unit}` },
  ),
  limit: fc.oneof(
    { weight: 6, arbitrary: amount(4000).map((limit) => limit + 2) },
    { weight: 2, arbitrary: fc.constant(20_000) },
    { weight: 1, arbitrary: fc.constant(1) },
  ),
  mode: fc.constantFrom<RiskMode>('order', 'balance'),
  debts: fc.oneof(
    fc.constant({}),
    fc.record({ TRY: debt }),
    fc.record({ TRY: debt, USD: fc.record({ balance: amount(60), overdue: amount(30) }) }),
  ),
  approvesOrders: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  perOrder: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: amount(1500) }),
})

const usual: Case = {
  lines: [{ product: 0, unit: 'ADET', quantity: 5, stock: 1000 }],
  limit: 1000,
  mode: 'order',
  debts: { TRY: { balance: 700, overdue: 700 } },
  approvesOrders: false,
  perOrder: null,
}
/** Every way is followed at least once. */
const examples: [Case][] = [
  [usual],
  [{ ...usual, approvesOrders: true }],
  [{ ...usual, debts: {} }],
  [{ ...usual, debts: {}, perOrder: 300 }],
]

/** A new dealer with this cart, limit and debts. Another user of it can approve its orders. */
async function arrange({ lines, limit, mode, debts, approvesOrders, perOrder }: Case): Promise<void> {
  await actAs()
  await set('approveOverLimit', approvesOrders ? '1' : '0')
  await setTerms({ limit, mode, debts })
  for (const { product: at, stock } of lines) await setStock(pool, products[at]?.id ?? 0, stock)
  await fill(
    Object.fromEntries(lines.map(({ product: at, unit, quantity }) => [products[at]?.units[unit] ?? 0, quantity])),
  )
  const owner = await addColleague(pool, actor.dealer ?? expect.fail('a dealer'))
  await pool.execute("UPDATE users SET user_role = 'owner' WHERE id = $1", [owner.userId])
  await pool.execute('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, $2)', [actor.userId, perOrder])
}

/** Pays as advised: lira by card, other currencies by transfers that the ERP reports. */
async function pay(sums: LimitAdvice['sums']): Promise<void> {
  for (const { value, currency } of sums) {
    if (currency === lira) {
      const started = await driver.start('account', testContext({ actor }), { amount: value.toFixed(2) })
      if (!started.ok) throw new Error(started.code)
      expect(await driver.confirm(started.id)).toBeNull()
      await driver.capture(started.id)
    } else {
      await pool.execute(
        `UPDATE dealer_balances SET balance = balance - $3::numeric, overdue_balance = overdue_balance - $3::numeric
          WHERE dealer_id = $1 AND currency = $2`,
        [actor.dealer?.id, currency, value],
      )
    }
  }
}

const stateOfOrder = async () =>
  (
    await pool.one<{ state: string }>('SELECT state FROM orders WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
      actor.userId,
    ])
  )?.state

/** How often each way was followed: a test that never follows one proves nothing. */
const followed = { fits: 0, pay: 0, part: 0, store: 0, order: 0, colleague: 0 }

/** The whole cart is ordered. An order over the own limit of its user goes to a colleague first. */
async function expectThrough(perOrder: number | null): Promise<void> {
  const answer = await order()
  expect(answer).toMatchObject({ ok: true })
  if (perOrder === null) expect(answer).toMatchObject({ body: { orderNo: expect.any(String) } })
}

async function follow(drawn: Case): Promise<void> {
  await arrange(drawn)
  const first = await advice()
  const before = await cartLines()
  if (first.limit === null && first.ask === null && first.part === null) {
    // No advice: the order is placed, or it is refused for something else than a limit.
    const answer = await order()
    if (answer.ok) followed.fits += 1
    else expect(['insufficient_stock', 'quantity_minimum', 'quantity_multiple']).toContain(answer.code)
    return
  }
  // Advice changes nothing.
  expect(await cartLines()).toEqual(before)
  if (first.sums.length > 0) {
    followed.pay += 1
    await pay(first.sums)
    expect((await advice()).limit).toBeNull()
    await expectThrough(drawn.perOrder)
  }
  if (first.part !== null) {
    followed.part += 1
    await arrange(drawn)
    const { part } = await advice()
    expect(part?.lines.map(({ quantity }) => quantity)).toEqual(first.part.lines.map(({ quantity }) => quantity))
    const { id } = bodyOf(await orderPart(part)) as { id: number }
    const ordered = await pool.one<{ total: string }>('SELECT total_try AS total FROM orders WHERE id = $1', [id])
    expect(Number(ordered?.total)).toBe(part?.totalTry)
    const rest = (part?.lines ?? []).flatMap((line) =>
      line.rest > 0 ? [{ unitId: line.unitId, quantity: line.rest }] : [],
    )
    expect(await cartLines()).toEqual(rest)
  }
  if (first.ask !== null) {
    followed[first.ask] += 1
    await arrange(drawn)
    if (first.ask === 'store') {
      const { id } = bodyOf(await ask()) as LimitApproval
      bodyOf(await decide(id, { approve: true }))
      await expectThrough(drawn.perOrder)
    } else if (first.ask === 'order') {
      await expectThrough(drawn.perOrder)
      if (drawn.perOrder === null) expect(await stateOfOrder()).toBe('awaiting_approval')
    } else {
      expect(await order()).toMatchObject({ ok: true, body: { requestId: expect.any(Number) } })
    }
  }
}

test('following the advice always lets the order through', { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(cases, follow), { numRuns: 150, endOnFailure: true, examples })
  expect(Object.entries(followed).filter(([, times]) => times === 0)).toEqual([])
})

const indebted: Case = { ...usual, debts: { TRY: { balance: 900, overdue: 700 } } }

test('the sum can be paid by card only by users who may pay', async () => {
  await arrange(indebted)
  expect(await advice()).toMatchObject({ sums: [{ value: 300 }], canPay: true })
  const permissions = new Set(actor.permissions)
  permissions.delete('pay')
  expect(await advice({ ...actor, permissions })).toMatchObject({ sums: [{ value: 300 }], canPay: false })
})

test('a refusal of the order names the sum to pay', async () => {
  await arrange(indebted)
  expect(await order()).toMatchObject({ ok: false, code: 'risk_limit_exceeded', facts: { toPay: 300 } })
  await pay([{ value: 300, currency: lira }])
  await placed()
})
