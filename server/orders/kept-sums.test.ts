import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { createOrderSums } from './kept-sums.ts'
import { addBuyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('sums of many orders are kept for ten seconds, by filter; those of few are counted each time', async () => {
  const buyer = await addBuyer(shop)
  const place = async () => {
    const { unitId } = await product(shop)
    return placeOrder(shop, buyer, { [unitId]: 4 })
  }
  const all = { q: '', dealer: '', product: '', state: null, from: null, to: null, dealerIds: null, numbers: null }
  const clock = { time: 0 }
  const sumsOf = createOrderSums(shop.database.pool, { many: 2, now: () => clock.time })
  await place()
  expect(await sumsOf(all)).toMatchObject({ total: 1 })
  const { orderNo } = await place()
  // Four pieces each at 100 lira with 20 percent tax.
  expect(await sumsOf(all)).toMatchObject({ total: 2, total_try: '960.00' })
  await place()
  expect(await sumsOf(all)).toMatchObject({ total: 2 })
  expect(await sumsOf({ ...all, state: 'active' })).toMatchObject({ total: 3 })
  expect(await sumsOf({ ...all, q: orderNo })).toMatchObject({ total: 1 })
  clock.time = 9_999
  expect(await sumsOf(all)).toMatchObject({ total: 2 })
  clock.time = 10_000
  expect(await sumsOf(all)).toMatchObject({ total: 3, total_try: '1440.00' })
})
