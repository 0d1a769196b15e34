import { expect, test } from 'vitest'
import { checkPurchase } from '#server/purchasing/purchasing.ts'
import { actor, fill, ordersOf, pool, product, useTestCheckout } from '#server/checkout/test-checkout.ts'
import { driver, start, started, usePaidCarts } from '#server/checkout/test-paid-carts.ts'

useTestCheckout()
usePaidCarts()

const limit = (column: 'per_order' | 'per_month', amount: number) =>
  pool.execute(`INSERT INTO purchase_limits (user_id, ${column}) VALUES ($1, $2)`, [actor.userId, amount])

test('a card does not go around the limit of an order', async () => {
  await limit('per_order', 100)
  const { unitId } = await product({ price: 100, taxRate: 0 })
  await fill({ [unitId]: 2 })
  expect(await start()).toMatchObject({ ok: false, code: 'purchase_needs_approval' })
  await pool.execute('DELETE FROM cart_lines')
  await fill({ [unitId]: 1 })
  expect(await start()).toMatchObject({ ok: true })
})

test('a payment that started within the month’s limit is not captured once other orders have used it', async () => {
  await limit('per_month', 300)
  const { unitId } = await product({ price: 100, taxRate: 0 })
  await fill({ [unitId]: 2 })
  const payment = await started()
  await pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     VALUES ('S2020777777', $1, $2, '', 'TRY', '{"TRY": "1"}', 200, 0, 200, 200)`,
    [actor.dealer?.id, actor.userId],
  )
  expect(await driver.confirm(payment.id)).toMatchObject({ code: 'purchase_needs_approval' })
  await pool.execute("DELETE FROM orders WHERE order_no = 'S2020777777'")
  expect(await ordersOf()).toBe(0)
})

test('a payment that is being captured counts to the month', async () => {
  await limit('per_month', 300)
  const { unitId } = await product({ price: 100, taxRate: 0 })
  await fill({ [unitId]: 2 })
  const payment = await started()
  expect(await driver.confirm(payment.id)).toBeNull()
  await pool.execute("UPDATE payments SET state = 'capturing' WHERE id = $1", [payment.id])
  const reasons = async (totalTry: string) =>
    (await checkPurchase(pool, { userId: actor.userId, totalTry, productIds: [], now: new Date(), isLocking: false }))
      .reasons
  expect(await reasons('200.00')).toEqual(['month'])
  expect(await reasons('100.00')).toEqual([])
  await pool.execute("UPDATE payments SET state = 'authenticated' WHERE id = $1", [payment.id])
})
