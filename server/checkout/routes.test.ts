import { describe, expect, test } from 'vitest'
import { addWarehouse, setStock, stockOf } from '#testing/store-rows.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { returnStock } from '#server/stock/stock.ts'
import {
  actAs,
  actor,
  fill,
  linesLeft,
  order,
  placed,
  pool,
  product,
  set,
  store,
  useTestCheckout,
} from './test-checkout.ts'

useTestCheckout()

describe('a placed order', () => {
  test('copies the cart’s lines, takes the stock and empties the cart', async () => {
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

  test('lists its lines in the order of the cart', async () => {
    const [first, second] = [await product({ price: 1 }), await product({ price: 1 })]
    await fill({ [second.unitId]: 1 })
    await fill({ [first.unitId]: 1 })
    expect((await placed()).orderItems.map(({ productId }) => productId)).toEqual([second.id, first.id])
  })

  test('is in the visitor’s currency and stores every rate used', async () => {
    const { unitId } = await product({ price: 82.5, taxRate: 20 })
    await fill({ [unitId]: 2 })
    const usd = store.facts().currencies.find(({ code }) => code === 'USD')?.id
    const made = await placed({ choices: { defaultCurrency: usd } })
    expect(made).toMatchObject({ currency: 'USD', subtotal: 4, tax: 0.8, total: 4.8, totalTry: 198 })
    const row = await pool.one<{ rates: object }>('SELECT rates FROM orders WHERE id = $1', [made.id])
    expect(row?.rates).toEqual({ USD: '41.25', TRY: '1' })
  })

  test('applies the dealer’s discount, the default tax rate and the text for an empty note', async () => {
    await actAs({ discount: 12.5 })
    const { unitId } = await product({ price: 9.99 })
    await fill({ [unitId]: 3 })
    // 9.99 × 0.875 = 8.74125 → 8.7413 as stored; × 3 = 26.2239; tax 20 % = 5.24478
    expect(await placed({ body: { description: ' ' } })).toMatchObject({
      subtotal: 26.22,
      tax: 5.24,
      total: 31.46,
      description: 'Sipariş notu yok',
    })
  })

  test('gets ascending numbers', async () => {
    const { unitId } = await product()
    const numbers = []
    for (let i = 0; i < 3; i += 1) {
      await fill({ [unitId]: 1 })
      numbers.push((await placed()).orderNo)
    }
    expect(numbers.toSorted()).toEqual(numbers)
    expect(new Set(numbers).size).toBe(3)
  })

  test('uses the plan’s price where the product has one', async () => {
    const [withPlan, without] = [await product({ price: 100 }), await product({ price: 50 })]
    await pool.execute("UPDATE unit_prices SET plan1_value = 110, plan1_currency = 'TRY' WHERE unit_id = $1", [
      withPlan.unitId,
    ])
    await fill({ [withPlan.unitId]: 1, [without.unitId]: 1 })
    expect(await placed({ body: { advencePrice: 'advencePrice1' } })).toMatchObject({ subtotal: 160, plan: '30 gün' })
    await set('showPaymentPlanPrice', '0')
    await fill({ [withPlan.unitId]: 1, [without.unitId]: 1 })
    expect(await placed({ body: { advencePrice: 'advencePrice1' } })).toMatchObject({ subtotal: 160, plan: '30 gün' })
  })

  test.each(['1', '0'])('uses the default plan if it names none (showPaymentPlanPrice = %s)', async (shown) => {
    await set('showPaymentPlanPrice', shown)
    const { unitId } = await product({ price: 100 })
    await pool.execute("UPDATE unit_prices SET plan1_value = 110, plan1_currency = 'TRY' WHERE unit_id = $1", [unitId])
    await pool.execute("UPDATE payment_plans SET is_default = true WHERE key = 'advencePrice1'")
    try {
      await store.refresh()
      for (const body of [{}, { advencePrice: '' }]) {
        await fill({ [unitId]: 1 })
        expect(await placed({ body })).toMatchObject({ subtotal: 110, plan: '30 gün' })
      }
      await pool.execute("UPDATE payment_plans SET is_virtual = true WHERE key = 'advencePrice1'")
      await store.refresh()
      await fill({ [unitId]: 1 })
      expect(await order()).toMatchObject({ code: 'plan_needs_card' })
    } finally {
      await pool.execute('UPDATE payment_plans SET is_default = false, is_virtual = false')
    }
  })

  test('takes stock from the chosen branch’s warehouses first, then from the fullest', async () => {
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

  test('has back-order where a positive offset or a skipped rule allows more than the stock', async () => {
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

  test('returns its stock once when it is cancelled', async () => {
    const { id, unitId } = await product({ stock: 5 })
    await setStock(pool, id, 4, 'A')
    await fill({ [unitId]: 7 })
    const made = await placed()
    expect(await stockOf(pool, id)).toBe(2)
    await Promise.all([1, 2, 3].map(() => transaction(pool, (db) => returnStock(db, { orderId: made.id }))))
    expect(await stockOf(pool, id)).toBe(9)
  })
})
