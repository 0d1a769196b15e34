import { expect, test } from 'vitest'
import { stockOf } from '#testing/store-rows.ts'
import { callFromSecondProcess, openTransactions } from '#testing/second-process.ts'
import { orderFailpoints } from './place-order.ts'
import {
  actor,
  database,
  fill,
  linesLeft,
  order,
  ordersOf,
  pool,
  product,
  summary,
  useTestCheckout,
} from './test-checkout.ts'

useTestCheckout()

const key = 'the-key-of-the-page'
const committed = new Set<string>(['order.after_commit', 'order.before_reply'])

const orderElsewhere = (failpoint: string) =>
  callFromSecondProcess({ url: database.url, actor, key, path: '/api/catalog/cart', failpoint })

test('without a failpoint the second process places the order', async () => {
  const { unitId } = await product()
  await fill({ [unitId]: 2 })
  expect(await orderElsewhere('none')).toMatchObject({ ok: true })
})

test.each(orderFailpoints)(
  'a kill -9 at %s leaves the order complete or absent; sending it again results in one order',
  async (point) => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 2 })
    expect(await orderElsewhere(point)).toBeNull()
    await expect.poll(() => openTransactions(pool)).toBe(0)
    const done = committed.has(point)
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual(done ? [1, 0, 8] : [0, 1, 10])
    expect(await emailsToSend()).toBe(done ? 2 : 0)
    const before = done ? (await summary()).orderNo : null
    const again = await order(actor, { key })
    expect(again).toMatchObject({ ok: true })
    const { orderNo } = await summary()
    expect(again.ok && again.body).toMatchObject({ orderNo: before ?? orderNo })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([1, 0, 8])
    expect(await emailsToSend()).toBe(2)
  },
)

/** Queued emails about this buyer's orders, to the dealer and to the store. */
async function emailsToSend(): Promise<number> {
  const rows = await pool.query(
    `SELECT FROM outbox b JOIN orders o ON o.id = (b.data->>'orderId')::bigint
      WHERE b.name = 'order-mail' AND o.user_id = $1`,
    [actor.userId],
  )
  return rows.length
}
