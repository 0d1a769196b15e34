import { describe, expect, test } from 'vitest'
import {
  addAdmin,
  addColleague,
  addDealer,
  addWarehouse,
  fillCart,
  setPrice,
  setStock,
  stockOf,
} from '#testing/store-rows.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { saveSetting } from '#server/settings/settings.ts'
import {
  actor,
  fill,
  order,
  ordersOf,
  placed,
  pool,
  product,
  set,
  store,
  summary,
  useTestCheckout,
} from './test-checkout.ts'
import { driver, paid, reasons, start, started, usePaidCarts } from './test-paid-carts.ts'

useTestCheckout()
usePaidCarts()

async function emailOf(orderId: number, reader: 'dealer' | 'store' = 'dealer'): Promise<string> {
  const texts: string[] = []
  const mailer = { send: async ({ text }: { text: string }) => void texts.push(text), close: () => {} }
  await saveSetting(pool, 'orderMailTo', 'siparis@example.com')
  await sendOrderMail({ pool, mailer, publicUrl: 'https://toptan.example' }, { orderId, reader, locale: 'tr' }, 'k')
  return texts[0] ?? ''
}

describe('the amount to be paid for a cart', () => {
  test('is the total of the current cart with tax, in lira; the note becomes the order’s', async () => {
    const { unitId } = await product({ price: 10, currency: 'USD', taxRate: 20 })
    await fill({ [unitId]: 3 })
    // 3 × 10 USD × 41.25 × 1.20
    const { payment, order: made } = await paid({ description: ' Kapıya bırakın ' })
    expect(payment.amount).toBe('1485.00')
    expect(made).toMatchObject({ totalTry: 1485, description: 'Kapıya bırakın', rates: { USD: 41.25 } })
  })

  test('is charged in lira at the rate of the cart’s currency, and the order stores both', async () => {
    const dollar = store.facts().currencies.find(({ code }) => code === 'USD')?.id ?? 0
    const { unitId } = await product({ price: 10, currency: 'USD', taxRate: 20 })
    await fill({ [unitId]: 1 })
    const { payment, order: made } = await paid({ choices: { defaultCurrency: dollar } })
    expect(payment.amount).toBe('495.00')
    expect(made).toMatchObject({ currency: 'USD', total: 12, totalTry: 495, rates: { USD: 41.25 } })
  })

  test('needs a user who may order, a plan for cards and a valid note', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    const noRight = await addColleague(pool, actor.dealer as NonNullable<Actor['dealer']>, { canOrder: false })
    const refusals = [
      await start({ who: null }),
      await start({ who: noRight }),
      await start({ who: await addAdmin(pool) }),
      await start({ who: await addDealer(pool) }),
      await start({ planKey: 'advencePrice1' }),
      await start({ planKey: 'advencePrice2' }),
      await start({ planKey: 'x' }),
      await start({ description: 'x'.repeat(501) }),
    ]
    expect(refusals.map((answer) => !answer.ok && answer.code)).toEqual([
      'not_signed_in',
      'no_order_right',
      'admin_not_allowed',
      'cart_empty',
      'plan_needs_order',
      'plan_unknown',
      'plan_unknown',
      'note_too_long',
    ])
    expect(await start({ planKey: 'advencePrice3' })).toMatchObject({ ok: true })
  })

  test.each(['1', '0'])('is that of the default plan if none is named (showPaymentPlanPrice = %s)', async (shown) => {
    await set('showPaymentPlanPrice', shown)
    const { unitId } = await product({ price: 100, taxRate: 0 })
    await pool.execute(
      "UPDATE unit_prices SET plan1_value = 110, plan1_currency = 'TRY', plan3_value = 130, plan3_currency = 'TRY' WHERE unit_id = $1",
      [unitId],
    )
    await fill({ [unitId]: 1 })
    try {
      await pool.execute("UPDATE payment_plans SET is_default = true WHERE key = 'advencePrice1'")
      await store.refresh()
      expect(await start()).toMatchObject({ ok: false, code: 'plan_needs_order' })
      await pool.execute('UPDATE payment_plans SET is_default = false')
      await pool.execute("UPDATE payment_plans SET is_default = true WHERE key = 'advencePrice3'")
      await store.refresh()
      const { payment, order: made } = await paid()
      expect(payment.amount).toBe('130.00')
      expect(made).toMatchObject({ total: 130, plan: 'Kart' })
    } finally {
      await pool.execute('UPDATE payment_plans SET is_default = false')
      await store.refresh()
    }
  })

  test.each([
    ['no price', 0, 1, 'price_unknown'],
    ['less than a kuruş', 0.004, 1, 'amount_invalid'],
    ['more than the money columns hold', 99_999_999_999_999, 1_000_000, 'quantity_invalid'],
  ])('cannot be paid: %s', async (_, price, quantity, code) => {
    await set('cartStockControl', '1')
    const { unitId } = await product({ price })
    await fill({ [unitId]: quantity })
    expect(await start()).toMatchObject({ ok: false, code })
  })

  test('is not subject to the risk limit, and does not reduce it afterwards', async () => {
    await set('b2b_risk_limit_islem', '1')
    await pool.execute("UPDATE dealers SET risk_limit = 500, risk_mode = 'balance' WHERE id = $1", [actor.dealer?.id])
    const { unitId } = await product({ price: 1000 })
    await fill({ [unitId]: 1 })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
    await paid()
    const cheap = await product({ price: 100 })
    await fill({ [cheap.unitId]: 4 })
    expect(await order()).toMatchObject({ ok: true })
    await pool.execute('UPDATE dealers SET risk_limit = 1 WHERE id = $1', [actor.dealer?.id])
    await fill({ [cheap.unitId]: 1 })
    expect(await order()).toMatchObject({ code: 'risk_limit_blocked' })
    await paid()
  })
})

describe('stock of a card payment', () => {
  test('is held from the fullest warehouse first, and becomes the order’s per warehouse', async () => {
    const { id, unitId, units } = await product({ stock: 4, units: { KOLİ: 3 } })
    await addWarehouse(pool, 'KART')
    await setStock(pool, id, 7, 'KART')
    await fill({ [units['KOLİ'] ?? 0]: 3, [unitId]: 1 })
    const payment = await started()
    expect(await stockOf(pool, id)).toBe(1)
    expect(await reasons(payment.id)).toEqual([
      { reason: 'reserve', quantity: '-7.000' },
      { reason: 'reserve', quantity: '-3.000' },
    ])
    await driver.confirm(payment.id)
    await driver.capture(payment.id)
    const { id: orderId, orderItems } = await summary()
    expect(orderItems.map(({ backOrder }) => backOrder)).toEqual([0, 0])
    expect(await reasons(payment.id)).toMatchObject([{ reason: 'order' }, { reason: 'order' }])
    const own = await pool.query('SELECT FROM stock_movements WHERE order_id = $1', [orderId])
    expect(own).toHaveLength(2)
    expect(await stockOf(pool, id)).toBe(1)
  })

  test('goes to the first payment for the last unit; the other one is refused before any bank is called', async () => {
    const { id, unitId } = await product({ stock: 1 })
    const others = await Promise.all(Array.from({ length: 8 }, () => addDealer(pool)))
    await Promise.all(others.map((who) => fillCart(pool, who, [{ unitId, quantity: 1 }])))
    const answers = await Promise.all(others.map((who) => start({ who })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'insufficient_stock')).toHaveLength(7)
    expect(await stockOf(pool, id)).toBe(0)
  })

  test('is returned once when the payment fails, and is available to the next attempt', async () => {
    const { id, unitId } = await product({ stock: 3 })
    await fill({ [unitId]: 3 })
    const first = await started()
    // A second start for the same cart replaces the first.
    const second = await started()
    expect(await stockOf(pool, id)).toBe(0)
    await driver.end(first.id, 'cancelled')
    expect(await stockOf(pool, id)).toBe(0)
    await driver.end(second.id, 'expired')
    await driver.end(second.id, 'expired')
    expect(await stockOf(pool, id)).toBe(3)
  })

  test('that was sold before a late payment becomes back-order, and the order needs attention', async () => {
    const { id, unitId } = await product({ stock: 5 })
    await fill({ [unitId]: 5 })
    const payment = await started()
    await driver.end(payment.id, 'expired')
    await setStock(pool, id, 2)
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order', attention: 'stock_short' })
    expect((await summary()).orderItems[0]).toMatchObject({ quantity: 5, backOrder: 3 })
    expect(await stockOf(pool, id)).toBe(0)
  })

  test('that the rule does not require becomes back-order, as on account', async () => {
    await set('cartStockControl', '1')
    const { unitId } = await product({ stock: 2 })
    await fill({ [unitId]: 5 })
    const { order: made } = await paid()
    expect(made.orderItems[0]?.backOrder).toBe(3)
  })
})

describe('a captured payment', () => {
  test('becomes one order of what was charged, even if prices have changed', async () => {
    const { unitId } = await product({ price: 100, taxRate: 20 })
    await fill({ [unitId]: 2 })
    const payment = await started()
    await setPrice(pool, unitId, 999)
    expect(await driver.confirm(payment.id)).toBeNull()
    await driver.capture(payment.id)
    expect(await summary()).toMatchObject({ totalTry: 240, orderItems: [{ price: { value: 100 }, quantity: 2 }] })
    expect(await ordersOf()).toBe(1)
  })

  test('removes what was paid from the cart and keeps what was added since', async () => {
    const [drill, saw] = [await product(), await product()]
    await fill({ [drill.unitId]: 2 })
    const payment = await started()
    await driver.confirm(payment.id)
    await fill({ [saw.unitId]: 1 })
    await pool.execute('UPDATE cart_lines SET quantity = 5 WHERE unit_id = $1', [drill.unitId])
    await driver.capture(payment.id)
    const left = await pool.query(
      'SELECT unit_id, quantity FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1 ORDER BY l.id',
      [actor.userId],
    )
    expect(left).toEqual([
      { unit_id: drill.unitId, quantity: 3 },
      { unit_id: saw.unitId, quantity: 1 },
    ])
  })

  test('queues emails to dealer and store, and the order shows how it was paid', async () => {
    const { unitId } = await product({ price: 100, taxRate: 20 })
    await fill({ [unitId]: 1 })
    const { order: made } = await paid()
    expect(made.payment).toMatchObject({ amount: 120, fee: 0, installment: 1, refunded: 0, state: 'captured' })
    expect(made.payment?.cardNumber).toBe('4355 08** **** 4358')
    const emails = await pool.query("SELECT FROM outbox WHERE name = 'order-mail' AND data ->> 'orderId' = $1", [
      String(made.id),
    ])
    expect(emails).toHaveLength(2)
    expect(await emailOf(made.id)).toContain('Ödeme: Kartla ödendi: ₺120,00, tek çekim, 4355 08** **** 4358')
    await pool.execute('UPDATE payments SET installment = 6, fee = 12, amount = 132 WHERE order_id = $1', [made.id])
    expect(await emailOf(made.id, 'store')).toContain('Kartla ödendi: ₺132,00, 6 taksit, 4355 08** **** 4358')
    expect(await emailOf(made.id)).toContain('(sipariş ₺120,00, vade farkı ₺12,00)')
    await fill({ [unitId]: 1 })
    const onAccount = await placed()
    expect(onAccount.payment).toBeNull()
    expect(await emailOf(onAccount.id)).not.toContain('Ödeme:')
  })

  test('becomes an order even if product, branch and plan were removed', async () => {
    const branch = await pool.one<{ id: number }>("INSERT INTO branches (name) VALUES ('Depo') RETURNING id")
    await store.refresh()
    const [gone, stays] = [await product(), await product()]
    await fill({ [gone.unitId]: 1, [stays.unitId]: 1 })
    const payment = await started({ choices: { branch: branch?.id ?? 0 } })
    await driver.confirm(payment.id)
    await pool.execute('DELETE FROM products WHERE id = $1', [gone.id])
    await pool.execute('DELETE FROM branches WHERE id = $1', [branch?.id])
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order' })
    expect(await summary()).toMatchObject({ branch: null, orderItems: [{ code: gone.code, productId: null }, {}] })
  })

  test('of a second attempt for the same cart is returned', async () => {
    const { id, unitId } = await product({ stock: 2 })
    await fill({ [unitId]: 1 })
    const first = await started()
    await driver.end(first.id, 'expired')
    const { payment: second } = await paid()
    expect(await driver.capture(first.id)).toEqual({ kind: 'return', attention: 'paid_twice' })
    expect([await ordersOf(), await stockOf(pool, id)]).toEqual([1, 1])
    expect(second.id).not.toBe(first.id)
  })

  test('becomes one order when two attempts are captured at once', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    const first = await started()
    await driver.end(first.id, 'expired')
    const second = await started()
    const settled = await Promise.all([driver.capture(first.id), driver.capture(second.id)])
    expect(settled.map(({ kind }) => kind).toSorted()).toEqual(['order', 'return'])
    expect(await ordersOf()).toBe(1)
  })
})
