import { describe, expect, test } from 'vitest'
import { addWarehouse, setStock, stockOf } from '#testing/store-rows.ts'
import {
  actAs,
  fill,
  linesLeft,
  order,
  ordersOf,
  placed,
  pool,
  product,
  store,
  summary,
  useTestCheckout,
} from './test-checkout.ts'
import { cancel, driver, paid, started, usePaidCarts } from './test-paid-carts.ts'

useTestCheckout()
usePaidCarts()

describe('a cart with a card payment under way', () => {
  test('is not charged after a line, quantity or unit changed, or a line was removed and added again', async () => {
    const changes = [
      'UPDATE cart_lines SET quantity = quantity + 1 WHERE unit_id = $1',
      'DELETE FROM cart_lines WHERE unit_id = $1',
    ]
    for (const sql of changes) {
      await actAs()
      const { id, unitId } = await product({ stock: 10 })
      await fill({ [unitId]: 4 })
      const payment = await started()
      await pool.execute(sql, [unitId])
      expect(await driver.confirm(payment.id)).toMatchObject({ code: 'cart_changed_meanwhile' })
      expect(await stockOf(pool, id)).toBe(10)
      expect(await ordersOf()).toBe(0)
    }
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    const payment = await started()
    await pool.execute('DELETE FROM cart_lines WHERE unit_id = $1', [unitId])
    await fill({ [unitId]: 1 })
    expect(await driver.confirm(payment.id)).toMatchObject({ code: 'cart_changed_meanwhile' })
  })

  test('can be ordered on account while the bank’s page is open: the order uses the held stock and the card is not charged', async () => {
    const { id, unitId } = await product({ stock: 1 })
    await fill({ [unitId]: 1 })
    const payment = await started()
    expect((await placed()).payment).toBeNull()
    expect(await stockOf(pool, id)).toBe(0)
    expect(await driver.confirm(payment.id)).toMatchObject({ code: 'cart_changed_meanwhile' })
    expect([await ordersOf(), await linesLeft()]).toEqual([1, 0])
  })

  test('that was ordered on account: money that the bank captured is returned', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    const payment = await started()
    await placed()
    expect(await driver.capture(payment.id)).toEqual({ kind: 'return', attention: 'paid_twice' })
    expect(await ordersOf()).toBe(1)
  })

  test.each(['authenticated', 'capturing', 'unknown'] as const)(
    'cannot be ordered on account while %s',
    async (state) => {
      const { id, unitId } = await product({ stock: 5 })
      await fill({ [unitId]: 1 })
      const payment = await started()
      await driver.setState(payment.id, state)
      expect(await order()).toEqual({ ok: false, code: 'payment_pending' })
      expect([await ordersOf(), await stockOf(pool, id)]).toEqual([0, 4])
      await driver.setState(payment.id, 'capturing')
      await driver.capture(payment.id)
      expect(await ordersOf()).toBe(1)
    },
  )

  test('ordering on account and the bank’s confirmation at the same time result in one order', async () => {
    for (let round = 0; round < 5; round += 1) {
      await actAs()
      const { unitId } = await product({ stock: 1 })
      await fill({ [unitId]: 1 })
      const payment = await started()
      const [onAccount, refusal] = await Promise.all([order(), driver.confirm(payment.id)])
      if (refusal === null) await driver.capture(payment.id)
      expect({ isOne: onAccount.ok !== (refusal === null), orders: await ordersOf() }).toEqual({
        isOne: true,
        orders: 1,
      })
    }
  })
})

test('stock is taken from the chosen branch’s warehouse first, both when it is held and after a late payment', async () => {
  const warehouse = await addWarehouse(pool, 'SUBE')
  const branch = await pool.one<{ id: number }>("INSERT INTO branches (name) VALUES ('Kadıköy') RETURNING id")
  await pool.execute('INSERT INTO branch_warehouses (branch_id, warehouse_id) VALUES ($1, $2)', [branch?.id, warehouse])
  await store.refresh()
  const { id, unitId } = await product({ stock: 10 })
  await setStock(pool, id, 2, 'SUBE')
  const left = async () => {
    const sql = 'SELECT quantity::int FROM inventory WHERE product_id = $1 ORDER BY warehouse_id = $2'
    const rows = await pool.query<{ quantity: number }>(sql, [id, warehouse])
    return rows.map(({ quantity }) => quantity)
  }
  await fill({ [unitId]: 2 })
  const payment = await started({ choices: { branch: branch?.id ?? 0 } })
  expect(await left()).toEqual([10, 0])
  await driver.end(payment.id, 'expired')
  expect(await left()).toEqual([10, 2])
  expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order', attention: null })
  expect(await left()).toEqual([10, 0])
})

describe('an order that was paid by card', () => {
  test('cannot be cancelled by the dealer (409)', async () => {
    const { id, unitId } = await product({ stock: 5 })
    await fill({ [unitId]: 2 })
    const { payment, order: made } = await paid()
    expect(await cancel(made.id)).toEqual({ ok: false, code: 'order_paid_by_card' })
    await driver.refund(payment.id, '1.00')
    expect(await cancel(made.id)).toEqual({ ok: false, code: 'order_paid_by_card' })
    expect(await stockOf(pool, id)).toBe(3)
  })

  test('is cancelled when it is fully refunded, in any number of parts, and its stock is returned', async () => {
    const { id, unitId } = await product({ stock: 5, price: 100, taxRate: 20 })
    await fill({ [unitId]: 2 })
    const { payment } = await paid()
    await driver.refund(payment.id, '200.00')
    expect(await summary()).toMatchObject({ isCancel: false, payment: { refunded: 200, state: 'partially_refunded' } })
    expect(await stockOf(pool, id)).toBe(3)
    await driver.refund(payment.id, '40.00')
    expect(await summary()).toMatchObject({ isCancel: true, payment: { refunded: 240, state: 'refunded' } })
    expect(await stockOf(pool, id)).toBe(5)
  })

  test('is not cancelled once it was handed to the ERP', async () => {
    const { id, unitId } = await product({ stock: 5, price: 100, taxRate: 20 })
    await fill({ [unitId]: 1 })
    const { payment, order: made } = await paid()
    await pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE id = $1', [made.id])
    await driver.refund(payment.id, '120.00')
    expect((await summary()).isCancel).toBe(false)
    expect(await stockOf(pool, id)).toBe(4)
    expect(await cancel(made.id)).toEqual({ ok: false, code: 'order_already_sent' })
  })
})
