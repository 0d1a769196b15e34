import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#server/visitor/visitor.ts'
import { addPromotion } from '#testing/promotions.ts'
import { addColleague, addDealer } from '#testing/store-rows.ts'
import {
  actor,
  fill,
  linesLeft,
  order,
  ordersOf,
  placed,
  pool,
  product,
  set,
  store,
  useTestCheckout,
} from './test-checkout.ts'
import { cancel, driver, paid, start, started, usePaidCarts } from './test-paid-carts.ts'

useTestCheckout()
usePaidCarts()
beforeEach(async () => {
  await pool.execute('DELETE FROM price_rules')
  await store.refresh()
})

type Rule = { productId?: number; groupId?: number; unit?: string; days?: number; amount?: [string, string] }

async function addRule(kind: string, quantity: number | null, rule: Rule = {}): Promise<void> {
  const { productId = null, groupId = null, unit = null, days = null, amount = [null, null] } = rule
  await pool.execute(
    `INSERT INTO price_rules (name, kind, quantity, product_id, group_id, unit, period_days, fixed_value, fixed_currency)
     VALUES ('Kural', $1, $2, $3, $4, $5, $6, $7, $8)`,
    [kind, quantity, productId, groupId, unit, days, ...amount],
  )
  await store.refresh()
}

const codeOfOrder = async (who?: Actor) => {
  const answer = await order(who)
  return answer.ok ? 'ok' : answer.code
}
const refill = async (lines: Record<number, number>, who: Actor = actor) => {
  await pool.execute('DELETE FROM cart_lines WHERE cart_id = (SELECT id FROM carts WHERE user_id = $1)', [who.userId])
  await fill(lines, who)
}

describe('an order', () => {
  test.each([
    ['minimum', 12, 5, 'quantity_minimum', { fitsAbove: 12 }],
    ['multiple', 6, 8, 'quantity_multiple', { fitsBelow: 6, fitsAbove: 12 }],
    ['multiple', 0.3, 4, 'quantity_multiple', { fitsBelow: 3, fitsAbove: 6 }],
    ['maximum', 100, 120, 'quantity_maximum', { fitsBelow: 100 }],
  ] as const)('is refused by a %s of %s for %s pieces, with the facts', async (kind, quantity, ordered, code, fits) => {
    const { id, unitId, code: productCode } = await product({ stock: 1000 })
    await addRule(kind, quantity, { productId: id })
    await fill({ [unitId]: ordered })
    expect(await order()).toEqual({
      ok: false,
      code,
      facts: {
        productId: id,
        code: productCode,
        name: productCode,
        lineUnit: 'ADET',
        lineQuantity: ordered,
        quantity,
        quantityText: String(quantity).replace('.', ','),
        unit: 'ADET',
        ...fits,
      },
    })
    expect([await ordersOf(), await linesLeft()]).toEqual([0, 1])
    const right = 'fitsAbove' in fits ? fits.fitsAbove : fits.fitsBelow
    await refill({ [unitId]: right })
    expect(await codeOfOrder()).toBe('ok')
  })

  test('counts a product’s lines in all units for a rule without a unit, and those in its unit for one with a unit', async () => {
    const { id, unitId, units } = await product({ stock: 1000, units: { KOLİ: 12 } })
    await addRule('minimum', 15, { productId: id })
    await fill({ [unitId]: 2, [units['KOLİ'] ?? 0]: 1 })
    expect(await codeOfOrder()).toBe('quantity_minimum')
    await refill({ [unitId]: 3, [units['KOLİ'] ?? 0]: 1 })
    expect(await codeOfOrder()).toBe('ok')
    await addRule('maximum', 2, { productId: id, unit: 'KOLİ' })
    await refill({ [unitId]: 30, [units['KOLİ'] ?? 0]: 2 })
    expect(await codeOfOrder()).toBe('ok')
    await refill({ [unitId]: 30, [units['KOLİ'] ?? 0]: 3 })
    expect(await codeOfOrder()).toBe('quantity_maximum')
  })

  test('is bound by the rules of its dealer’s group only', async () => {
    const group = await pool.one<{ id: number }>(
      "INSERT INTO dealer_groups (code, name) VALUES ('G' || $1, 'Grup') RETURNING id",
      [actor.userId],
    )
    const { id, unitId } = await product()
    await addRule('minimum', 5, { productId: id, groupId: group?.id ?? 0 })
    await fill({ [unitId]: 1 })
    expect(await codeOfOrder()).toBe('ok')
    await pool.execute('UPDATE dealers SET group_id = $2 WHERE id = $1', [actor.dealer?.id, group?.id])
    await store.refresh()
    await fill({ [unitId]: 1 })
    expect(await codeOfOrder()).toBe('quantity_minimum')
  })

  test('is refused below the minimum amount before tax, with what is missing', async () => {
    await addRule('order_minimum', null, { amount: ['500', 'TRY'] })
    const { unitId } = await product({ price: 99.99, taxRate: 20 })
    await fill({ [unitId]: 5 })
    expect(await order()).toEqual({
      ok: false,
      code: 'order_minimum',
      facts: { minimum: 500, missing: 0.05, currency: 'TRY', minimumText: '₺500,00', missingText: '₺0,05' },
    })
    await set('showPriceStatus', '0')
    expect(await order()).toEqual({ ok: false, code: 'order_minimum_missed' })
    await refill({ [unitId]: 6 })
    expect(await codeOfOrder()).toBe('ok')
  })

  test('compares the minimum amount in its own currency', async () => {
    await addRule('order_minimum', null, { amount: ['10', 'USD'] })
    const { unitId } = await product({ price: 412, taxRate: 0 })
    await fill({ [unitId]: 1 })
    expect(await codeOfOrder()).toBe('order_minimum')
    const exact = await product({ price: 412.5, taxRate: 0 })
    await refill({ [exact.unitId]: 1 })
    expect(await codeOfOrder()).toBe('ok')
  })
})

describe('a maximum per period', () => {
  const days = 30

  test('counts the dealer’s orders of the period, also those of colleagues, and gives back what is cancelled', async () => {
    const { id, unitId, units } = await product({ stock: 1000, units: { KOLİ: 6 } })
    await addRule('period_maximum', 10, { productId: id, days })
    await fill({ [unitId]: 4 })
    const first = await placed()
    const colleague = await addColleague(pool, actor.dealer ?? expect.fail())
    await fill({ [units['KOLİ'] ?? 0]: 1 }, colleague)
    expect(await codeOfOrder(colleague)).toBe('ok')
    await fill({ [unitId]: 1 })
    expect(await order()).toMatchObject({ code: 'quantity_period_maximum', facts: { quantity: 10, days: 30 } })
    await cancel(first.id)
    await refill({ [unitId]: 5 })
    expect(await order()).toMatchObject({ code: 'quantity_period_maximum', facts: { fitsBelow: 4 } })
    await refill({ [unitId]: 4 })
    expect(await codeOfOrder()).toBe('ok')
    const other = await addDealer(pool)
    await fill({ [unitId]: 10 }, other)
    expect(await codeOfOrder(other)).toBe('ok')
  })

  test('counts what is bought, not free goods', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    await addRule('period_maximum', 20, { productId: id, days })
    await addPromotion(pool, { kind: 'free_goods', product: id, buy: 10, free: 1 })
    await store.refresh()
    await fill({ [unitId]: 10 })
    expect((await placed()).orderItems).toHaveLength(2)
    const colleague = await addColleague(pool, actor.dealer ?? expect.fail())
    await fill({ [unitId]: 10 }, colleague)
    await started({ who: colleague })
    await fill({ [unitId]: 1 })
    expect(await order()).toMatchObject({ code: 'quantity_period_maximum' })
    await addRule('period_maximum', 21, { productId: id, days })
    expect(await codeOfOrder()).toBe('ok')
    await pool.execute('DELETE FROM promotions')
  })

  test('counts whole days in Turkey: today and those before it', async () => {
    const { id, unitId } = await product()
    await addRule('period_maximum', 1, { productId: id, days: 2 })
    await fill({ [unitId]: 1 })
    const { id: first } = await placed()
    const moveTo = (sql: string) =>
      pool.execute(
        `UPDATE orders SET created_at = ((now() AT TIME ZONE 'Europe/Istanbul')::date ${sql}) AT TIME ZONE 'Europe/Istanbul' WHERE id = $1`,
        [first],
      )
    await moveTo('- 1')
    await fill({ [unitId]: 1 })
    expect(await codeOfOrder()).toBe('quantity_period_maximum')
    await moveTo("- 1 - interval '1 second'")
    expect(await codeOfOrder()).toBe('ok')
  })

  test('parallel orders never pass it', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    await addRule('period_maximum', 10, { productId: id, days })
    const colleagues: Actor[] = []
    for (let i = 0; i < 12; i += 1) {
      const colleague = await addColleague(pool, actor.dealer ?? expect.fail())
      await fill({ [unitId]: 3 }, colleague)
      colleagues.push(colleague)
    }
    const answers = await Promise.all(colleagues.map((who) => codeOfOrder(who)))
    expect(answers.filter((code) => code === 'ok')).toHaveLength(3)
    expect(answers.filter((code) => code === 'quantity_period_maximum')).toHaveLength(9)
  })

  test('counts card payments in progress like held stock, but not the earlier attempts of the same cart', async () => {
    const { id, unitId } = await product({ stock: 1000 })
    await addRule('period_maximum', 10, { productId: id, days })
    await fill({ [unitId]: 6 })
    const payment = await started()
    const colleague = await addColleague(pool, actor.dealer ?? expect.fail())
    await fill({ [unitId]: 5 }, colleague)
    expect(await codeOfOrder(colleague)).toBe('quantity_period_maximum')
    expect(await start({ who: colleague })).toMatchObject({ ok: false, code: 'quantity_period_maximum' })
    // A second attempt replaces the first one.
    const again = await started()
    expect(again.id).not.toBe(payment.id)
    await driver.end(again.id, 'expired')
    expect(await codeOfOrder(colleague)).toBe('ok')
    expect(await start()).toMatchObject({ ok: false, code: 'quantity_period_maximum' })
    await refill({ [unitId]: 5 })
    await paid()
    await fill({ [unitId]: 1 })
    expect(await codeOfOrder()).toBe('quantity_period_maximum')
  })
})

test('a card payment is refused before it starts', async () => {
  const { id, unitId } = await product()
  await addRule('multiple', 6, { productId: id })
  await fill({ [unitId]: 4 })
  expect(await start()).toMatchObject({ ok: false, code: 'quantity_multiple', facts: { fitsAbove: 6 } })
})
