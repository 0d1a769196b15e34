import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cartSumsOf, lockCart } from '#server/cart/cart.ts'
import { addCoupon, limitCouponTries } from '#server/promotions/promotions.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { viewOf } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { addCouponCode, addPromotion, type PromotionParts, usesOf } from '#testing/promotions.ts'
import { addDealer, setStock, stockOf } from '#testing/store-rows.ts'
import {
  actAs,
  actor,
  fill,
  linesLeft,
  order,
  ordersOf,
  placed,
  pool,
  product,
  run,
  set,
  store,
  summary,
  useTestCheckout,
} from './test-checkout.ts'
import { cancel, driver, paid, start, started, usePaidCarts } from './test-paid-carts.ts'

useTestCheckout()
usePaidCarts()

beforeEach(async () => {
  await pool.execute('DELETE FROM price_rules')
})
afterEach(async () => {
  await pool.execute('DELETE FROM promotions')
  await store.refresh()
})

async function promotion(parts: PromotionParts): Promise<number> {
  const id = await addPromotion(pool, parts)
  await store.refresh()
  return id
}

const viewFor = (who: Actor = actor) => viewOf(testContext({ actor: who }), store.facts())
const sums = (who: Actor = actor) => cartSumsOf(pool, who.userId, viewFor(who), null)

async function shown(who: Actor = actor) {
  const { totals, promotions } = await sums(who)
  return { total: totals?.total, promotions: promotions?.mark }
}

function typeCoupon(code: string, who: Actor = actor) {
  return transaction(pool, async (db) => addCoupon(db, await lockCart(db, who.userId), code, viewFor(who).promotions))
}

const more = (unitId: number, quantity: number) =>
  pool.execute('UPDATE cart_lines SET quantity = quantity + $2 WHERE unit_id = $1', [unitId, quantity])

const linesOf = async () =>
  (await summary()).orderItems.map(({ code, quantity, price, isFree }) => [
    code,
    quantity,
    price?.value,
    isFree ?? false,
  ])

describe('free goods', () => {
  test('10 bought give 1 of the same product on a line of its own, and take its stock', async () => {
    const { id, unitId, code } = await product({ stock: 50, price: 12.5 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, name: '10 alana 1' })
    await pool.execute("UPDATE promotions SET name_en = '10 + 1 free' WHERE id = $1", [given])
    await store.refresh()
    await fill({ [unitId]: 25 })
    expect((await sums()).promotions).toMatchObject({
      applied: [{ name: '10 alana 1', uses: 2, amount: 0 }],
      free: [{ code, quantity: 2, missing: 0 }],
      hints: [{ kind: 'more_units', missing: 5, free: 1 }],
    })
    const placedOrder = await placed({ body: await shown() })
    expect(await linesOf()).toEqual([
      [code, 25, 12.5, false],
      [code, 2, 0, true],
    ])
    expect(placedOrder.orderItems[1]).toMatchObject({ promotions: ['10 alana 1'], amount: 0 })
    const stored =
      "SELECT price_steps->-1->'rule' AS rule FROM order_lines WHERE is_free ORDER BY order_id DESC LIMIT 1"
    expect(await pool.one(stored)).toEqual({ rule: { id: given, name: '10 alana 1', nameEn: '10 + 1 free' } })
    expect(placedOrder.subtotal).toBe(312.5)
    expect(await stockOf(pool, id)).toBe(23)
    expect(await usesOf(pool, given)).toEqual({ total: null, dealers: 2, kept: 2 })
  })

  test('A for B and B for A give each other once, not without end', async () => {
    const [a, b] = [await product({ stock: 100 }), await product({ stock: 100 })]
    await promotion({ kind: 'free_goods', product: a.id, buy: 2, free: 1, freeProduct: b.id })
    await promotion({ kind: 'free_goods', product: b.id, buy: 2, free: 1, freeProduct: a.id })
    await fill({ [a.unitId]: 4, [b.unitId]: 2 })
    await placed()
    expect((await linesOf()).filter(([, , , isFree]) => isFree)).toEqual([
      [a.code, 1, 0, true],
      [b.code, 2, 0, true],
    ])
  })

  test('are given as far as stock covers them; the rest of the order goes through, and no use is counted for the rest', async () => {
    const [a, gift] = [await product({ stock: 100 }), await product({ stock: 1 })]
    const given = await promotion({
      kind: 'free_goods',
      product: a.id,
      buy: 10,
      free: 1,
      freeProduct: gift.id,
      totalQuota: 5,
    })
    await fill({ [a.unitId]: 30 })
    expect((await sums()).promotions?.free).toMatchObject([{ code: gift.code, quantity: 1, missing: 2 }])
    await placed({ body: await shown() })
    expect(await stockOf(pool, gift.id)).toBe(0)
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
  })

  test('ordering again adds what was bought, without the free goods', async () => {
    const { id, unitId } = await product({ stock: 100 })
    await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1 })
    await fill({ [unitId]: 10 })
    const { id: orderId } = await placed()
    const again = await run('POST', '/api/catalog/order/:id/again', { params: { id: String(orderId) }, body: {} })
    expect(again).toMatchObject({ ok: true, body: { addedCount: 1, lines: [{ added: 10 }] } })
  })
})

describe('a bundle', () => {
  test('splits a line of which only a part is in a set, and costs its price to the kuruş', async () => {
    const [drill, bits] = [await product({ stock: 50, price: 100 }), await product({ stock: 50, price: 10.01 })]
    await promotion({ kind: 'bundle', price: '299.99', parts: { [drill.unitId]: 3, [bits.unitId]: 1 } })
    await fill({ [drill.unitId]: 7, [bits.unitId]: 5 })
    const { promotions, totals } = await sums()
    expect(promotions).toMatchObject({ before: 750.05, applied: [{ uses: 2, amount: 20.04 }] })
    expect(totals?.subtotal).toBe(730.01)
    await placed({ body: await shown() })
    // 299.99 × 100 ÷ 310.01 = 96.7678; the single piece takes the rest: 299.99 − 3 × 96.7678.
    expect(await linesOf()).toEqual([
      [drill.code, 6, 96.7678, false],
      [drill.code, 1, 100, false],
      [bits.code, 2, 9.6866, false],
      [bits.code, 3, 10.01, false],
    ])
  })

  test('that is dearer than its parts is not made', async () => {
    const { unitId } = await product({ price: 10 })
    await promotion({ kind: 'bundle', price: '20', parts: { [unitId]: 2 } })
    await fill({ [unitId]: 2 })
    expect((await sums()).promotions).toMatchObject({ applied: [] })
  })

  test('is not made if a part would fall below its floor', async () => {
    const [a, b] = [await product({ price: 100 }), await product({ price: 100 })]
    await pool.execute(
      "INSERT INTO price_rules (name, kind, product_id, fixed_value, fixed_currency) VALUES ('Taban', 'floor', $1, 95, 'TRY')",
      [a.id],
    )
    await promotion({ kind: 'bundle', price: '180', parts: { [a.unitId]: 1, [b.unitId]: 1 } })
    await fill({ [a.unitId]: 1, [b.unitId]: 1 })
    expect((await sums()).promotions?.applied).toEqual([])
  })
})

describe('a basket step', () => {
  const steps = [
    { amount: '1000', percent: '3' },
    { amount: '5000', percent: '5', freeDelivery: true },
  ]

  test('takes the percentage of the highest step reached off each line, but not below a floor', async () => {
    const [a, b] = [await product({ stock: 100, price: 100 }), await product({ stock: 100, price: 50 })]
    await pool.execute(
      "INSERT INTO price_rules (name, kind, product_id, fixed_value, fixed_currency) VALUES ('Taban', 'floor', $1, 49, 'TRY')",
      [b.id],
    )
    await promotion({ kind: 'basket_step', steps })
    await fill({ [a.unitId]: 8, [b.unitId]: 2 })
    expect((await sums()).promotions?.hints).toMatchObject([{ kind: 'more_amount', missing: 100, percent: 3 }])
    await more(a.unitId, 1)
    await placed({ body: await shown() })
    expect(await linesOf()).toEqual([
      [a.code, 9, 97, false],
      [b.code, 2, 49, false],
    ])
  })

  test('shows what is missing for the next step and free delivery', async () => {
    const { unitId } = await product({ stock: 100, price: 100 })
    await promotion({ kind: 'basket_step', steps })
    await fill({ [unitId]: 49 })
    expect((await sums()).promotions).toMatchObject({
      freeDelivery: false,
      hints: [{ kind: 'more_amount', missing: 100, percent: 5, freeDelivery: true }],
    })
    await more(unitId, 1)
    expect((await sums()).promotions).toMatchObject({ freeDelivery: true, hints: [], before: 5000 })
    expect(await placed({ body: await shown() })).toMatchObject({ carrierPayer: 'sender', delivery: null })
    await fill({ [unitId]: 1 })
    expect((await placed()).delivery).toBeNull()
  })
})

describe('the order', () => {
  test('is refused with the names of promotions that ended since they were shown; the cart stays', async () => {
    const { id, unitId } = await product({ stock: 100 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, name: 'Bahar' })
    await fill({ [unitId]: 10 })
    const body = await shown()
    await pool.execute("UPDATE promotions SET ends_on = '2020-01-01' WHERE id = $1", [given])
    await store.refresh()
    expect(await order(actor, { body })).toMatchObject({ code: 'promotions_lost', facts: { names: 'Bahar' } })
    expect([await ordersOf(), await linesLeft()]).toEqual([0, 1])
    expect(await order(actor, { body: await shown() })).toMatchObject({ ok: true })
    expect(await linesOf()).toHaveLength(1)
  })

  test('is refused if this process has not read a change of the terms yet', async () => {
    const { id, unitId } = await product({ stock: 100 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1 })
    await fill({ [unitId]: 10 })
    await pool.execute('UPDATE promotions SET revision = revision + 1, buy_quantity = 20 WHERE id = $1', [given])
    expect(await order()).toMatchObject({ code: 'promotions_changed' })
    expect(await ordersOf()).toBe(0)
  })

  test('of a product whose price rule stops has no promotion', async () => {
    const { id, unitId } = await product({ price: 100 })
    await pool.execute(
      "INSERT INTO price_rules (name, kind, product_id, fixed_value, fixed_currency, stops) VALUES ('Net', 'agreement', $1, 80, 'TRY', true)",
      [id],
    )
    await promotion({ kind: 'basket_step', steps: [{ amount: '1', percent: '10' }] })
    await fill({ [unitId]: 1 })
    expect(await placed()).toMatchObject({ subtotal: 80 })
  })

  test('cancelled gives its uses back once', async () => {
    const { id, unitId } = await product({ stock: 100 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, totalQuota: 3, dealerQuota: 2 })
    await fill({ [unitId]: 20 })
    const { id: orderId } = await placed()
    expect(await usesOf(pool, given)).toEqual({ total: 2, dealers: 2, kept: 2 })
    const answers = await Promise.all([cancel(orderId), cancel(orderId)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await usesOf(pool, given)).toEqual({ total: 0, dealers: 0, kept: 0 })
    expect(await stockOf(pool, id)).toBe(100)
  })
})

describe('quotas', () => {
  test('50 parallel orders never pass a quota in total; the others are refused and may order again', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, totalQuota: 20 })
    const people = await Promise.all(Array.from({ length: 50 }, () => addDealer(pool)))
    await Promise.all(people.map((who, i) => fill({ [unitId]: i % 2 === 0 ? 10 : 20 }, who)))
    const answers = await Promise.all(people.map(async (who) => order(who, { body: await shown(who) })))
    const uses = await usesOf(pool, given)
    expect(uses?.total).toBe(uses?.kept)
    expect(uses?.total).toBeLessThanOrEqual(20)
    const refused = people.filter((_who, i) => !answers[i]!.ok)
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(['promotion_used_up', 'promotions_lost']).toContain('code' in answer && answer.code)
    }
    // What is shown now is what is ordered.
    for (const who of refused) expect(await order(who, { body: await shown(who) })).toMatchObject({ ok: true })
    const free = await pool.one<{ sum: number }>(
      'SELECT sum(quantity)::integer AS sum FROM order_lines WHERE product_id = $1 AND is_free',
      [id],
    )
    expect([free?.sum, await usesOf(pool, given)]).toEqual([20, { total: 20, dealers: 20, kept: 20 }])
  })

  test('parallel orders of one dealer never pass its own quota', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, dealerQuota: 3 })
    const first = actor
    const others = await Promise.all(Array.from({ length: 9 }, () => addDealer(pool)))
    for (const { userId } of others) {
      await pool.execute('UPDATE users SET dealer_id = $2 WHERE id = $1', [userId, first.dealer!.id])
    }
    const people = [first, ...others.map((who) => ({ ...who, dealer: first.dealer }))]
    await Promise.all(people.map((who) => fill({ [unitId]: 10 }, who)))
    await Promise.all(people.map((who) => order(who)))
    expect((await usesOf(pool, given))?.dealers).toBe(3)
  })

  test('an order limit and what remains of a quota bound the uses of an order', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, orderLimit: 2 })
    await fill({ [unitId]: 100 })
    expect((await sums()).promotions).toMatchObject({ applied: [{ uses: 2 }], hints: [] })
  })
})

describe('coupons', () => {
  const percent: PromotionParts = { kind: 'basket_step', needsCoupon: true, steps: [{ amount: '1', percent: '10' }] }

  test('open their promotion for the cart that has them; case and spaces do not matter', async () => {
    const { unitId } = await product({ price: 100 })
    await addCouponCode(pool, await promotion(percent), { code: 'YAZ-2026' })
    await fill({ [unitId]: 1 })
    expect((await sums()).promotions).toMatchObject({ takesCoupons: true, applied: [] })
    expect(await typeCoupon(' yaz-2026 ')).toBeNull()
    expect((await sums()).promotions).toMatchObject({ coupons: [{ code: 'YAZ-2026', state: 'applied' }], before: 100 })
    expect(await placed({ body: await shown() })).toMatchObject({ subtotal: 90 })
    expect(await pool.query('SELECT FROM cart_coupons')).toEqual([])
  })

  test('that would change no price, because all lines are at their floor, are not used', async () => {
    const { id, unitId } = await product({ price: 100 })
    await pool.execute(
      "INSERT INTO price_rules (name, kind, product_id, fixed_value, fixed_currency) VALUES ('Taban', 'floor', $1, 100, 'TRY')",
      [id],
    )
    const given = await promotion(percent)
    await addCouponCode(pool, given, { code: 'YAZ-2026' })
    await fill({ [unitId]: 1 })
    expect(await typeCoupon('YAZ-2026')).toBeNull()
    expect((await sums()).promotions).toMatchObject({ coupons: [{ state: 'no_effect' }], applied: [], before: 100 })
    expect(await placed({ body: await shown() })).toMatchObject({ subtotal: 100 })
    expect((await summary()).orderItems[0]?.promotions ?? []).toEqual([])
    expect(await usesOf(pool, given)).toEqual({ total: null, dealers: 0, kept: 0 })
    expect(await pool.one('SELECT used FROM promotion_coupons WHERE promotion_id = $1', [given])).toEqual({ used: 0 })
  })

  test('that are unknown, of another dealer, ended or used up are refused', async () => {
    const id = await promotion(percent)
    const stranger = await addDealer(pool)
    await addCouponCode(pool, id, { code: 'BASKASI', dealer: stranger.dealer!.id })
    await addCouponCode(pool, id, { code: 'ESKI', endsOn: '2020-01-01' })
    const used = await addCouponCode(pool, id, { code: 'BITTI', maxOrders: 1 })
    await pool.execute('UPDATE promotion_coupons SET used = 1 WHERE id = $1', [used])
    for (const [code, problem] of [
      ['YOK', 'coupon_unknown'],
      ['BASKASI', 'coupon_unknown'],
      ['ESKI', 'coupon_ended'],
      ['BITTI', 'coupon_used_up'],
      ['??', 'coupon_unknown'],
    ] as const) {
      expect([code, await typeCoupon(code)]).toEqual([code, problem])
    }
  })

  test('can be tried 10 times in 10 minutes by each dealer, in the cart and by its programs together', async () => {
    const [dealer, other] = [1_000_001, 1_000_002]
    const tries = Array.from({ length: 1000 }, () => limitCouponTries(pool, dealer))
    expect(tries.filter((refusal) => refusal === null)).toHaveLength(10)
    expect(tries.at(-1)).toMatchObject({ code: 'coupon_tries' })
    expect(limitCouponTries(pool, other)).toBeNull()
  })

  test('that have ended leave room for others in the cart', async () => {
    const given = await promotion({ kind: 'basket_step', steps: [{ amount: '1', percent: '10' }], needsCoupon: true })
    await fill({ [(await product({ stock: 5 })).unitId]: 1 })
    for (let i = 0; i < 10; i += 1) {
      await addCouponCode(pool, given, { code: `ESKI${i}` })
      expect(await typeCoupon(`ESKI${i}`)).toBeNull()
    }
    await pool.execute("UPDATE promotion_coupons SET ends_on = '2020-01-01' WHERE promotion_id = $1", [given])
    await addCouponCode(pool, given, { code: 'YENI' })
    expect(await typeCoupon('YENI')).toBeNull()
    expect((await sums()).promotions?.coupons).toMatchObject([{ code: 'YENI', state: 'applied' }])
  })

  test('for one order are used by one of many parallel orders', async () => {
    const { unitId } = await product({ stock: 1000, price: 100 })
    await addCouponCode(pool, await promotion(percent), { code: 'TEK', maxOrders: 1 })
    const people = await Promise.all(Array.from({ length: 10 }, () => addDealer(pool)))
    for (const who of people) {
      await fill({ [unitId]: 1 }, who)
      expect(await typeCoupon('TEK', who)).toBeNull()
    }
    const answers = await Promise.all(people.map(async (who) => order(who, { body: await shown(who) })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await pool.one('SELECT used FROM promotion_coupons')).toEqual({ used: 1 })
  })
})

describe('a card payment', () => {
  async function setUp() {
    const { id, unitId } = await product({ stock: 100, price: 10 })
    const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, totalQuota: 1 })
    await fill({ [unitId]: 10 })
    return { id, unitId, given }
  }

  test('holds its uses: another order does not get them, and its order keeps them', async () => {
    const { unitId, given } = await setUp()
    const buyer = actor
    const payment = await started()
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
    await actAs()
    await fill({ [unitId]: 10 })
    expect((await sums()).promotions?.applied).toEqual([])
    expect(await driver.confirm(payment.id)).toBeNull()
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order' })
    expect((await summary(buyer)).orderItems).toHaveLength(2)
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
  })

  test('that fails releases its uses', async () => {
    const { id, given } = await setUp()
    const payment = await started()
    await driver.end(payment.id, 'expired')
    expect(await usesOf(pool, given)).toEqual({ total: 0, dealers: 0, kept: 0 })
    expect(await stockOf(pool, id)).toBe(100)
  })

  test('that is captured after its release is never refused, even if the quota is used up', async () => {
    const { unitId, given } = await setUp()
    const buyer = actor
    const payment = await started()
    await driver.end(payment.id, 'expired')
    await actAs()
    await fill({ [unitId]: 10 })
    await placed()
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order' })
    expect((await summary(buyer)).orderItems).toHaveLength(2)
    expect(await usesOf(pool, given)).toEqual({ total: 2, dealers: 2, kept: 2 })
  })

  test('is replaced by an order on account, which takes the uses that it held', async () => {
    const { given } = await setUp()
    await started()
    expect((await placed()).orderItems).toHaveLength(2)
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
  })

  test('leaves its uses and its coupon to its own cart, which may be ordered on account or paid again', async () => {
    const { given } = await setUp()
    const coupon = await promotion({
      kind: 'basket_step',
      steps: [{ amount: '50', percent: '10' }],
      needsCoupon: true,
      combines: true,
    })
    await pool.execute('UPDATE promotions SET combines = true WHERE id = $1', [given])
    await addCouponCode(pool, coupon, { code: 'TEK', maxOrders: 1 })
    await store.refresh()
    await typeCoupon('TEK')
    const before = await shown()
    await started(before)
    expect(await shown()).toEqual(before)
    await started(before)
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
    expect(await typeCoupon('TEK')).toBeNull()
    expect((await placed({ body: before })).subtotal).toBe(90)
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
    expect(await usesOf(pool, coupon)).toEqual({ total: null, dealers: 1, kept: 1 })
  })

  test('is refused if the promotions on screen no longer apply', async () => {
    const { given } = await setUp()
    const { promotions } = await shown()
    await pool.execute("UPDATE promotions SET ends_on = '2020-01-01' WHERE id = $1", [given])
    await store.refresh()
    expect(await start({ promotions })).toMatchObject({ code: 'promotions_lost' })
  })

  test('pays an order whose refund gives the uses back', async () => {
    const { given } = await setUp()
    const { payment } = await paid()
    expect(await usesOf(pool, given)).toEqual({ total: 1, dealers: 1, kept: 1 })
    await driver.refund(payment.id, payment.amount)
    expect(await usesOf(pool, given)).toEqual({ total: 0, dealers: 0, kept: 0 })
  })
})

test('an order that waits for a colleague has the promotions and the coupons of its cart, at the day of the approval', async () => {
  await pool.execute('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 10)', [actor.userId])
  const approver = await addDealer(pool)
  await pool.execute("UPDATE users SET dealer_id = $2, user_role = 'owner' WHERE id = $1", [
    approver.userId,
    actor.dealer?.id,
  ])
  const { id, unitId } = await product({ stock: 100, price: 10, taxRate: 0 })
  const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, combines: true })
  const percent: PromotionParts = {
    ...{ kind: 'basket_step', needsCoupon: true, combines: true },
    steps: [{ amount: '1', percent: '10' }],
  }
  await addCouponCode(pool, await promotion(percent), { code: 'ONAY' })
  await fill({ [unitId]: 10 })
  expect(await typeCoupon('ONAY')).toBeNull()
  const sent = await order(actor, { body: await shown() })
  const requestId = sent.ok ? (sent.body as { requestId: number }).requestId : 0
  expect(await usesOf(pool, given)).toMatchObject({ kept: 0 })
  const approverContext = testContext({ actor: { ...approver, dealer: actor.dealer } })
  const params = { id: String(requestId) }
  const page = await run('GET', '/api/account/approvals/:id', { params }, approverContext)
  if (!page.ok) throw new Error(JSON.stringify(page))
  const { shown: mark, total } = page.body as { shown: string; total: { value: number } }
  expect(total.value).toBe(90)
  const approved = await run(
    'POST',
    '/api/account/approvals/:id/approve',
    { params, body: { shown: mark } },
    approverContext,
  )
  expect(approved).toMatchObject({ ok: true })
  expect(await usesOf(pool, given)).toMatchObject({ kept: 1 })
  expect(await linesOf()).toHaveLength(2)
})

test('a cancelled order gives its uses back to a quota that is being counted again', async () => {
  const { id, unitId } = await product({ stock: 100 })
  const given = await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1, totalQuota: 5 })
  await fill({ [unitId]: 10 })
  const { id: orderId } = await placed()
  let cancelling: Promise<unknown> | undefined
  await transaction(pool, async (db) => {
    await db.execute('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [given])
    const counted = await db.one<{ used: number }>(
      'SELECT sum(used)::integer AS used FROM promotion_dealers WHERE promotion_id = $1',
      [given],
    )
    await db.execute('DELETE FROM promotion_totals WHERE promotion_id = $1', [given])
    cancelling = cancel(orderId)
    await vi.waitFor(async () => {
      const waits = await pool.one(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
      expect(waits).toBeDefined()
    }, 10_000)
    await db.execute('INSERT INTO promotion_totals (promotion_id, used) VALUES ($1, $2)', [given, counted?.used])
  })
  await cancelling
  expect(await usesOf(pool, given)).toEqual({ total: 0, dealers: 0, kept: 0 })
})

test('a shop whose stock is not checked gives free goods as back-orders', async () => {
  const { id, unitId } = await product({ stock: 0 })
  await setStock(pool, id, 0)
  await set('cartStockControl', '1')
  await promotion({ kind: 'free_goods', product: id, buy: 10, free: 1 })
  await fill({ [unitId]: 10 })
  const { orderItems } = await placed()
  expect(orderItems.map(({ quantity, backOrder }) => [quantity, backOrder])).toEqual([
    [10, 10],
    [1, 1],
  ])
})
