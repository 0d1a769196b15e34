import { describe, expect, test } from 'vitest'
import { addAdmin, addDealer, setPrice, setStock, stockOf } from '#testing/store-rows.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { viewOf } from '#server/settings/settings.ts'
import { placeOrder } from './place-order.ts'
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

useTestCheckout()

describe('an order is refused', () => {
  test('as a whole, keeping the cart, when stock was sold since adding', async () => {
    const [plenty, short] = [await product(), await product({ units: { PAKET: 3 } })]
    await fill({ [plenty.unitId]: 1, [short.unitId]: 2, [short.units['PAKET'] ?? 0]: 1 })
    await setStock(pool, short.id, 4)
    expect(await order()).toEqual({
      ok: false,
      code: 'insufficient_stock',
      facts: { productId: short.id, code: short.code, name: short.code, amount: 5, available: 4 },
    })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, plenty.id)]).toEqual([0, 3, 10])
  })

  test('when a product lost its price, is off sale, or got variants', async () => {
    const facts = ({ id, code }: { id: number; code: string }) => ({ productId: id, code, name: code })
    const unpriced = await product()
    await fill({ [unpriced.unitId]: 1 })
    await setPrice(pool, unpriced.unitId, 0)
    expect(await order()).toEqual({ ok: false, code: 'price_unknown', facts: facts(unpriced) })
    await setPrice(pool, unpriced.unitId, 5, 'EUR')
    expect(await order()).toMatchObject({ code: 'price_unknown' })
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [unpriced.id])
    expect(await order()).toEqual({ ok: false, code: 'cart_changed', facts: facts(unpriced) })
    await pool.execute("UPDATE products SET is_active = true, variant_names = '{Renk}' WHERE id = $1", [unpriced.id])
    expect(await order()).toEqual({ ok: false, code: 'variant_not_chosen', facts: facts(unpriced) })
    expect(await linesLeft()).toBe(1)
  })

  test('when a variant’s parent is off sale', async () => {
    const parent = await product({ variantNames: ['Renk'] })
    const child = await product({ parentId: parent.id, variantValues: ['Mavi'] })
    await fill({ [child.unitId]: 1 })
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [parent.id])
    expect(await order()).toMatchObject({ code: 'cart_changed', facts: { productId: child.id } })
  })

  test('when its total differs from the one shown, because a price or another tab changed it', async () => {
    const [pen, ink] = [await product({ price: 100, taxRate: 20 }), await product({ price: 5, taxRate: 20 })]
    await fill({ [pen.unitId]: 2 })
    await setPrice(pool, pen.unitId, 110)
    const refused = { ok: false, code: 'total_changed' }
    expect(await order(actor, { body: { total: '240.00' } })).toMatchObject({ ...refused, facts: { now: '₺264,00' } })
    await fill({ [ink.unitId]: 1 })
    expect(await order(actor, { body: { total: 264 } })).toMatchObject({ ...refused, facts: { now: '₺270,00' } })
    expect(await order(actor, { body: { total: '2e2' } })).toMatchObject({ code: 'validation_failed' })
    expect([await ordersOf(), await linesLeft()]).toEqual([0, 2])
    const key = 'key-of-this-order'
    const made = await order(actor, { body: { total: '270.00' }, key })
    expect(made).toMatchObject({ ok: true })
    // The order is returned for its key, whatever the cart's total is now; a request for another total is another one.
    expect(await order(actor, { body: { total: '270.00' }, key })).toEqual(made)
    expect(await order(actor, { body: { total: '0' }, key })).toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('with a plan that is not offered, a note that is too long, or a key that is too short', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    expect(await order(actor, { body: { advencePrice: 'advencePrice2' } })).toMatchObject({ code: 'plan_unknown' })
    expect(await order(actor, { body: { advencePrice: 'sale' } })).toMatchObject({ code: 'validation_failed' })
    expect(await order(actor, { body: { description: 'x'.repeat(501) } })).toMatchObject({ code: 'validation_failed' })
    expect(await order(actor, { key: 'short' })).toMatchObject({ code: 'bad_request' })
    expect(await ordersOf()).toBe(0)
  })

  test('when the cart changed in another window: only the cart on screen is ordered', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 1 })
    const body = { cart: cartFingerprint([{ unitId, quantity: 1 }]) }
    await pool.execute('UPDATE cart_lines SET quantity = 9 WHERE unit_id = $1', [unitId])
    expect(await order(actor, { body })).toEqual({ ok: false, code: 'cart_not_as_shown' })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([0, 1, 10])
    await pool.execute('UPDATE cart_lines SET quantity = 1 WHERE unit_id = $1', [unitId])
    expect((await placed({ body })).orderItems).toMatchObject([{ quantity: 1 }])
  })

  test('for a branch or plan removed after this process loaded the settings', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 1 })
    const view = viewOf(testContext({ actor }), store.facts())
    const request = {
      userId: actor.userId,
      dealerId: actor.dealer?.id ?? 0,
      view,
      description: undefined,
      planKey: null,
      shownTotal: undefined,
      idempotencyKey: undefined,
    }
    const gone = { ...view, branch: 999_999 }
    expect(await placeOrder(pool, { ...request, view: gone })).toEqual({ ok: false, code: 'branch_unknown' })
    expect(await placeOrder(pool, { ...request, planKey: 'advencePrice5' })).toEqual({
      ok: false,
      code: 'plan_unknown',
    })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([0, 1, 10])
  })

  test('when the cart is empty', async () => {
    expect(await order()).toEqual({ ok: false, code: 'cart_empty' })
  })

  test('for guests, administrators and users without the right to order', async () => {
    const limited = await addDealer(pool, { canOrder: false })
    expect(await order(null)).toEqual({ ok: false, code: 'not_signed_in' })
    expect(await order(await addAdmin(pool))).toEqual({ ok: false, code: 'admin_not_allowed' })
    expect(await order(limited)).toEqual({ ok: false, code: 'no_order_right' })
  })

  test('when its total exceeds what the money columns hold', async () => {
    await set('cartStockControl', '1')
    const { unitId } = await product({ price: 99_999_999_999_999 })
    await fill({ [unitId]: 1_000_000 })
    expect(await order()).toMatchObject({ ok: false, code: 'quantity_invalid' })
  })
})
