import { expect, test } from 'vitest'
import { addCrashPoints } from '#testing/crash-at-writes.ts'
import { stockOf } from '#testing/store-rows.ts'
import {
  buyer,
  cart,
  drill,
  fill,
  order,
  orders,
  path,
  pool,
  requestCount,
  sent,
  show,
  owner,
  shop,
  useTestPurchasing,
  withdraw,
} from './test-purchasing.ts'

useTestPurchasing()

test('a crash at any write leaves the cart or the request, the request or the order, never both or neither', async () => {
  const crashes = await addCrashPoints(shop.database.pool)
  await fill(11)
  expect(await crashes.crashAtEach(() => order(buyer, 'crash-key-1'))).toBeGreaterThan(4)
  expect([await requestCount(), (await cart()).length]).toEqual([1, 0])
  const [request] = await pool().query<{ id: number }>('SELECT id FROM purchase_requests WHERE user_id = $1', [
    buyer.actor.userId,
  ])
  const id = request?.id ?? 0
  const { shown } = await show(id)
  const approve = () => owner.send('POST', path(id, 'approve'), { body: { shown } })
  expect(await crashes.crashAtEach(approve)).toBeGreaterThan(6)
  expect(await orders()).toHaveLength(1)
  expect(await stockOf(pool(), drill.id)).toBe(89)

  const second = await sent(12)
  expect(await crashes.crashAtEach(() => withdraw(second))).toBeGreaterThan(2)
  expect(await cart()).toEqual([{ unit_id: drill.unitId, quantity: 12 }])
})
