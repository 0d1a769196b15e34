import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoughtProduct, Reorder } from '#contract/shop/bought.ts'
import { addBuyer, type Buyer, placeOrder } from '#server/orders/test-orders.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addProduct, fillCart, setPrice, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let buyer: Buyer
const db = () => shop.database.pool
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  await shop.settle()
})
afterAll(() => shop.close())

async function orderDaysAgo(lines: Record<number, number>, days: number) {
  const order = await placeOrder(shop, buyer, lines)
  await db().execute("UPDATE orders SET created_at = now() - $2 * interval '1 day' WHERE id = $1", [order.id, days])
  return order
}
const bought = async (query = '', who = buyer) =>
  ((await who.send('GET', `/api/account/bought${query}`)).body as { items: BoughtProduct[]; total: number }).items
const reorders = async () => ((await buyer.send('GET', '/api/account/reorders')).body as { items: Reorder[] }).items
const goods = (parts = {}): Promise<TestProduct> => addProduct(db(), { stock: 10_000, price: 50, ...parts })

describe('what was bought before', () => {
  test('has the last order with its quantity and price, today’s price and the number of orders', async () => {
    const product = await goods({ units: { KOLİ: 6 } })
    await orderDaysAgo({ [product.unitId]: 3 }, 30)
    await setPrice(db(), product.unitId, 55)
    const last = await orderDaysAgo({ [product.units['KOLİ'] ?? 0]: 2 }, 10)
    await setPrice(db(), product.unitId, 60)
    const [item, ...others] = await bought(`?q=${product.code.toLowerCase()}`)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      code: product.code,
      orderNo: last.orderNo,
      unit: 'KOLİ',
      quantity: 2,
      priceThen: { value: 330, currency: 'TRY' },
      price: { value: 360, currency: 'TRY' },
      orderCount: 2,
    })
  })

  test('leaves out what was cancelled or returned, and belongs to the dealer', async () => {
    const [cancelled, returned, kept] = [await goods(), await goods(), await goods()]
    const order = await orderDaysAgo({ [cancelled.unitId]: 1 }, 5)
    await buyer.send('PATCH', `/api/catalog/order/${order.id}`, { body: { cancel: true } })
    const other = await orderDaysAgo({ [returned.unitId]: 2, [kept.unitId]: 5 }, 4)
    await db().execute(
      `UPDATE order_lines SET confirmed = quantity, shipped = quantity,
              returned = CASE WHEN product_id = $2 THEN quantity ELSE 2 END WHERE order_id = $1`,
      [other.id, returned.id],
    )
    const items = await bought()
    expect(items.map(({ code }) => code)).not.toContain(cancelled.code)
    expect(items.map(({ code }) => code)).not.toContain(returned.code)
    expect(items.find(({ code }) => code === kept.code)).toMatchObject({ quantity: 3 })
    expect(await bought('', await addBuyer(shop))).toEqual([])
  })

  test('shows what is no longer sold without a price of today', async () => {
    const product = await goods()
    await orderDaysAgo({ [product.unitId]: 1 }, 3)
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [product.id])
    const [item] = await bought(`?q=${product.code}`)
    expect(item).toMatchObject({ productId: null, url: null, priceThen: { value: 50 } })
    expect(item).not.toHaveProperty('price')
  })

  test('is sorted by date, number of orders and name', async () => {
    const sorted = await bought('?sort=-count')
    const counts = sorted.map(({ orderCount }) => orderCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const dates = (await bought('?sort=nonsense')).map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })
})

describe('suggestions to reorder', () => {
  test('are products with three or more days of orders that are due, in the median quantity of the last unit', async () => {
    const due = await goods({ units: { KOLİ: 10 } })
    // Distances 20 and 20; 16 days later it is due.
    await orderDaysAgo({ [due.unitId]: 20 }, 57)
    await orderDaysAgo({ [due.unitId]: 30 }, 37)
    await orderDaysAgo({ [due.units['KOLİ'] ?? 0]: 4 }, 17)
    const early = await goods()
    for (const days of [50, 30, 10]) await orderDaysAgo({ [early.unitId]: 1 }, days)
    const seldom = await goods()
    for (const days of [100, 60]) await orderDaysAgo({ [seldom.unitId]: 1 }, days)
    const items = await reorders()
    expect(items.find(({ code }) => code === due.code)).toMatchObject({ unit: 'KOLİ', quantity: 3, days: 20 })
    expect(items.map(({ code }) => code)).not.toContain(early.code)
    expect(items.map(({ code }) => code)).not.toContain(seldom.code)
  })

  test('do not count cancelled orders, and leave out what is in the cart', async () => {
    const product = await goods()
    const orders = []
    for (const days of [60, 40, 20]) orders.push(await orderDaysAgo({ [product.unitId]: 6 }, days))
    const isSuggested = async () => (await reorders()).some(({ code }) => code === product.code)
    expect(await isSuggested()).toBe(true)
    await fillCart(db(), buyer.actor, [{ unitId: product.unitId, quantity: 1 }])
    expect(await isSuggested()).toBe(false)
    await buyer.send('DELETE', '/api/catalog/cart')
    await buyer.send('PATCH', `/api/catalog/order/${orders[1]?.id}`, { body: { cancel: true } })
    expect(await isSuggested()).toBe(false)
  })
})
