import { describe, expect, test } from 'vitest'
import { addAdmin, addDealer, addWarehouse, setPrice, setStock, stockOf } from '#db/test-store.ts'
import { cartMark } from '#domain/cart-mark.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnStock } from '#server/stock/stock.ts'
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
  set,
  store,
  useTestCheckout,
} from './test-checkout.ts'

useTestCheckout()

describe('an order', () => {
  test('copies its lines, takes the stock and empties the cart', async () => {
    const first = await product({ price: 100, taxRate: 20, units: { KOLİ: 4 } })
    const second = await product({ price: 2.5, currency: 'USD', taxRate: 1 })
    await fill({ [first.unitId]: 3, [first.units['KOLİ'] ?? 0]: 1, [second.unitId]: 2 })
    const made = await placed({ body: { description: '  Öğleden sonra  ' } })
    expect(made).toMatchObject({
      creator: actor.name,
      dealer: actor.dealer?.name,
      isCancel: false,
      description: 'Öğleden sonra',
      branch: null,
      plan: null,
      currency: 'TRY',
      // 3 × 100 + 4 × 100 + 2 × 2.5 × 41.25 = 906.25; tax 140 + 2.0625
      subtotal: 906.25,
      tax: 142.06,
      total: 1048.31,
      totalTry: 1048.31,
    })
    expect(made.orderNo).toMatch(/^S20\d\d\d{6}$/)
    expect(made.orderItems).toMatchObject([
      {
        productId: first.id,
        code: first.code,
        unit: 'ADET',
        quantity: 3,
        price: { value: 100 },
        amount: 300,
        backOrder: 0,
      },
      { productId: first.id, unit: 'KOLİ', multiplier: 4, quantity: 1, price: { value: 400 }, amount: 400 },
      { productId: second.id, quantity: 2, price: { value: 2.5, currency: 'USD' }, taxRate: 1, amount: 206.25 },
    ])
    expect(await stockOf(pool, first.id)).toBe(3)
    expect(await stockOf(pool, second.id)).toBe(8)
    expect(await linesLeft()).toBe(0)
  })

  test('has its lines in the order of the cart', async () => {
    const [first, second] = [await product({ price: 1 }), await product({ price: 1 })]
    await fill({ [second.unitId]: 1 })
    await fill({ [first.unitId]: 1 })
    expect((await placed()).orderItems.map(({ productId }) => productId)).toEqual([second.id, first.id])
  })

  test('is in the visitor’s currency, with every rate it used', async () => {
    const { unitId } = await product({ price: 82.5, taxRate: 20 })
    await fill({ [unitId]: 2 })
    const usd = store.facts().currencies.find(({ code }) => code === 'USD')?.id
    const made = await placed({ choices: { defaultCurrency: usd } })
    expect(made).toMatchObject({ currency: 'USD', subtotal: 4, tax: 0.8, total: 4.8, totalTry: 198 })
    const row = await pool.one<{ rates: object }>('SELECT rates FROM orders WHERE id = $1', [made.id])
    expect(row?.rates).toEqual({ USD: '41.25', TRY: '1' })
  })

  test('has the dealer’s discount, the store’s tax where the product has none, and a note when none was written', async () => {
    await actAs({ discount: 12.5 })
    const { unitId } = await product({ price: 9.99 })
    await fill({ [unitId]: 3 })
    // 9.99 × 0.875 = 8.74125 → 8.7413 as amounts are stored; × 3 = 26.2239; tax 20 % = 5.24478
    expect(await placed({ body: { description: ' ' } })).toMatchObject({
      subtotal: 26.22,
      tax: 5.24,
      total: 31.46,
      description: 'Sipariş notu yok',
    })
  })

  test('numbers rise', async () => {
    const { unitId } = await product()
    const numbers = []
    for (let i = 0; i < 3; i += 1) {
      await fill({ [unitId]: 1 })
      numbers.push((await placed()).orderNo)
    }
    expect(numbers.toSorted()).toEqual(numbers)
    expect(new Set(numbers).size).toBe(3)
  })

  test('uses the plan’s price where the product has it', async () => {
    const [withPlan, without] = [await product({ price: 100 }), await product({ price: 50 })]
    await pool.execute("UPDATE unit_prices SET plan1_value = 110, plan1_currency = 'TRY' WHERE unit_id = $1", [
      withPlan.unitId,
    ])
    await fill({ [withPlan.unitId]: 1, [without.unitId]: 1 })
    expect(await placed({ body: { advencePrice: 'advencePrice1' } })).toMatchObject({ subtotal: 160, plan: '30 gün' })
  })

  test('takes from the chosen branch’s warehouses first, then from the fullest', async () => {
    const warehouses = [await addWarehouse(pool, 'A'), await addWarehouse(pool, 'B')]
    const branch = await pool.one<{ id: number }>(
      "INSERT INTO branches (dealer_id, name) VALUES ($1, 'Kadıköy') RETURNING id",
      [actor.dealer?.id],
    )
    await pool.execute('INSERT INTO branch_warehouses (branch_id, warehouse_id) VALUES ($1, $2)', [
      branch?.id,
      warehouses[0],
    ])
    await store.refresh()
    const { id, unitId } = await product({ stock: 3 })
    await setStock(pool, id, 2, 'A')
    await setStock(pool, id, 5, 'B')
    await fill({ [unitId]: 8 })
    expect(await placed({ choices: { branch: branch?.id } })).toMatchObject({ branch: 'Kadıköy' })
    const rows = await pool.query(
      'SELECT w.code, i.quantity::int AS left FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE product_id = $1 ORDER BY 1',
      [id],
    )
    expect(rows).toEqual([
      { code: 'A', left: 0 },
      { code: 'B', left: 0 },
      { code: 'MERKEZ', left: 2 },
    ])
  })

  test('becomes back-order where a positive offset or a skipped rule lets more be ordered than there is', async () => {
    await set('stockInfoStatus', 3)
    const { id, unitId, units } = await product({ stock: 2, units: { ÇİFT: 2 } })
    await fill({ [unitId]: 3, [units['ÇİFT'] ?? 0]: 2 })
    expect((await placed()).orderItems.map(({ unit, backOrder }) => [unit, backOrder])).toEqual([
      ['ADET', 1],
      ['ÇİFT', 4],
    ])
    expect(await stockOf(pool, id)).toBe(0)
    await set('cartStockControl', '1')
    await setStock(pool, id, 0)
    await fill({ [unitId]: 1000 })
    expect((await placed()).orderItems[0]?.backOrder).toBe(1000)
    expect(await stockOf(pool, id)).toBe(0)
  })

  test('gives its stock back once', async () => {
    const { id, unitId } = await product({ stock: 5 })
    await setStock(pool, id, 4, 'A')
    await fill({ [unitId]: 7 })
    const made = await placed()
    expect(await stockOf(pool, id)).toBe(2)
    await Promise.all([1, 2, 3].map(() => transaction(pool, (db) => returnStock(db, { orderId: made.id }))))
    expect(await stockOf(pool, id)).toBe(9)
  })
})

describe('an order is refused', () => {
  test('whole, and the cart stays, when stock went away meanwhile', async () => {
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

  test('when it comes to another total than the buyer was shown: a price, or another tab, came between', async () => {
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
    // The same order stands, whatever the cart comes to by now.
    expect(await order(actor, { body: { total: '0' }, key })).toEqual(made)
  })

  test('with a plan that is not offered, a note too long, or a key too short', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    expect(await order(actor, { body: { advencePrice: 'advencePrice2' } })).toMatchObject({ code: 'plan_unknown' })
    expect(await order(actor, { body: { advencePrice: 'sale' } })).toMatchObject({ code: 'validation_failed' })
    expect(await order(actor, { body: { description: 'x'.repeat(501) } })).toMatchObject({ code: 'validation_failed' })
    expect(await order(actor, { key: 'short' })).toMatchObject({ code: 'bad_request' })
    await set('showPaymentPlanPrice', '0')
    expect(await order(actor, { body: { advencePrice: 'advencePrice1' } })).toMatchObject({ code: 'plan_unknown' })
    expect(await ordersOf()).toBe(0)
  })

  test('when another window changed the cart: what was on screen is ordered, or nothing', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 1 })
    const body = { cart: cartMark([{ unitId, quantity: 1 }]) }
    await pool.execute('UPDATE cart_lines SET quantity = 9 WHERE unit_id = $1', [unitId])
    expect(await order(actor, { body })).toEqual({ ok: false, code: 'cart_not_as_shown' })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([0, 1, 10])
    await pool.execute('UPDATE cart_lines SET quantity = 1 WHERE unit_id = $1', [unitId])
    expect((await placed({ body })).orderItems).toMatchObject([{ quantity: 1 }])
  })

  test('when the cart is empty', async () => {
    expect(await order()).toEqual({ ok: false, code: 'cart_empty' })
  })

  test('to guests, administrators and users without the right', async () => {
    const limited = await addDealer(pool, { canOrder: false })
    expect(await order(null)).toEqual({ ok: false, code: 'not_signed_in' })
    expect(await order(await addAdmin(pool))).toEqual({ ok: false, code: 'admin_not_allowed' })
    expect(await order(limited)).toEqual({ ok: false, code: 'no_order_right' })
  })

  test('beyond what money columns hold', async () => {
    await set('cartStockControl', '1')
    const { unitId } = await product({ price: 99_999_999_999_999 })
    await fill({ [unitId]: 1_000_000 })
    expect(await order()).toMatchObject({ ok: false, code: 'quantity_invalid' })
  })
})
