import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Permission, staffPermissions } from '#domain/people/permissions.ts'
import type { getBoard } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { loadBoard } from './load-board.ts'

const today = '2031-05-30'
const settings = { lateAfterDays: 3 }
let shop: TestShop
let pool: Pool
let staff: TestVisitor
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
  buyer = await addBuyer(shop)
})
afterAll(() => shop.close())

/** An order that was placed at this moment in Turkey, for this much in lira. */
async function orderAt(moment: string, total: number, state = 'received'): Promise<number> {
  const goods = await product(shop)
  const { id } = await placeOrder(shop, buyer, { [goods.unitId]: 1 })
  await pool.execute(
    `UPDATE orders SET created_at = $2::timestamptz, total_try = $3, state = $4, is_cancel = $4 = 'cancelled',
            cancelled_at = CASE WHEN $4 = 'cancelled' THEN now() END WHERE id = $1`,
    [id, `${moment}+03`, total, state],
  )
  return id
}

type List = { total: number; totalTry: number }
const listOf = async (query: string) => (await staff.send('GET', `/yonetim/orders?${query}`)).body as List

const all = new Set<Permission>(staffPermissions)

describe("today's board", () => {
  test('adds up sales by day in Turkey, without cancelled orders, and compares the same days', async () => {
    await orderAt('2031-05-30 00:00:00', 100.1)
    await orderAt('2031-05-29 23:59:59', 20.2)
    await orderAt('2031-05-26 12:00:00', 3)
    await orderAt('2031-05-19 12:00:00', 400)
    await orderAt('2031-04-30 12:00:00', 5000)
    await orderAt('2031-05-30 10:00:00', 9999, 'cancelled')
    const { sales, days, bestDealers } = await loadBoard(pool, today, settings, all)
    expect(sales).toEqual({
      today: {
        now: { from: today, to: today, orders: 1, total: 100.1 },
        before: { from: '2031-05-29', to: '2031-05-29', orders: 1, total: 20.2 },
      },
      week: {
        now: { from: '2031-05-26', to: today, orders: 3, total: 123.3 },
        before: { from: '2031-05-19', to: '2031-05-23', orders: 1, total: 400 },
      },
      month: {
        now: { from: '2031-05-01', to: today, orders: 4, total: 523.3 },
        before: { from: '2031-04-01', to: '2031-04-30', orders: 1, total: 5000 },
      },
    })
    expect(days).toHaveLength(30)
    expect([days[0]?.day, days.at(-1)]).toEqual(['2031-05-01', { day: today, orders: 1, total: 100.1 }])
    expect(bestDealers).toMatchObject([{ orders: 4, total: 523.3 }])
    expect(await listOf('state=active&from=2031-05-01&to=2031-05-30')).toMatchObject({ total: 4, totalTry: 523.3 })
  })

  test('names the products with the highest sales of seven days, by their lines at the rate of the order', async () => {
    const week = 'from=2033-06-09&to=2033-06-15'
    const [much, little] = [await product(shop, { price: 300 }), await product(shop, { price: 1 })]
    const place = async (state: string, lines: Record<number, number>, at = '2033-06-09 00:00') => {
      const { id } = await placeOrder(shop, buyer, lines)
      await pool.execute(
        `UPDATE orders SET created_at = $3::timestamptz, total_try = total * 2, state = $2,
                is_cancel = $2 = 'cancelled', cancelled_at = CASE WHEN $2 = 'cancelled' THEN now() END WHERE id = $1`,
        [id, state, `${at}+03`],
      )
    }
    await place('received', { [much.unitId]: 1, [little.unitId]: 2 })
    await place('received', { [little.unitId]: 1 })
    await place('cancelled', { [little.unitId]: 1 })
    await place('received', { [little.unitId]: 5 }, '2033-06-08 23:59')
    const { bestProducts, bestProductsFrom } = await loadBoard(pool, '2033-06-15', settings, all)
    expect(bestProductsFrom).toBe('2033-06-09')
    // With 20 percent tax, at twice the total.
    expect(bestProducts).toMatchObject([
      { id: much.id, code: much.code, orders: 1, total: 720 },
      { id: little.id, code: little.code, orders: 2, total: 7.2 },
    ])
    expect(await listOf(`state=active&product=${little.code}&${week}`)).toMatchObject({ total: 2 })
    expect(await listOf(`product=${little.code.slice(1)}&${week}`)).toMatchObject({ total: 0 })
  })

  test('counts as many orders to approve, to pick and late as the lists that the figures lead to', async () => {
    await orderAt('2031-05-26 23:59:59', 1, 'confirmed')
    await orderAt('2031-05-27 00:00:00', 1, 'confirmed')
    await orderAt('2031-05-30 09:00:00', 1, 'awaiting_approval')
    const { tasks, lateUntil } = await loadBoard(pool, today, settings, all)
    expect(tasks).toMatchObject({ toApprove: 1, toPick: 2, late: 1 })
    expect(lateUntil).toBe('2031-05-26')
    expect(await listOf('state=awaiting_approval')).toMatchObject({ total: tasks.toApprove })
    expect(await listOf('state=received')).toMatchObject({ total: tasks.received })
    expect(await listOf('state=confirmed')).toMatchObject({ total: tasks.toPick })
    expect(await listOf(`state=confirmed&to=${lateUntil}`)).toMatchObject({ total: tasks.late })
  })

  test('counts orders as late after as many days as the setting has', async () => {
    await orderAt('2032-03-10 12:00:00', 1, 'confirmed')
    const lateOn = async (day: string, lateAfterDays: number) =>
      (await loadBoard(pool, day, { lateAfterDays }, all)).tasks.late ?? -1
    const [before, after] = [await lateOn('2032-03-12', 2), await lateOn('2032-03-13', 2)]
    expect(after - before).toBe(1)
    expect(await lateOn('2032-03-13', 3)).toBe(before)
  })

  test('answers administrators', async () => {
    const { status, body } = await staff.send('GET', '/yonetim/board')
    expect(status).toBe(200)
    expect((body as Reply<typeof getBoard>).days).toHaveLength(30)
  })
})
