import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stockOf } from '#db/test-store.ts'
import type { Answer } from '#server/platform/http/handle.ts'
import { orderFailpoints } from './failpoints.ts'
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

/** Orders in a process of its own; null where that was killed before it answered. */
function orderElsewhere(failpoint: string): Promise<Answer | null> {
  const program = join(import.meta.dirname, 'test-buyer.ts')
  const env = { ...process.env, NODE_ENV: 'test', FAILPOINT: failpoint }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, database.url, JSON.stringify(actor), key], { env }, (error, output) => {
      if (error !== null && error.signal !== 'SIGKILL') throw error
      resolve(error === null ? (JSON.parse(output) as Answer) : null)
    })
  })
}

test('without a failpoint the other process orders', async () => {
  const { unitId } = await product()
  await fill({ [unitId]: 2 })
  expect(await orderElsewhere('none')).toMatchObject({ ok: true })
})

test.each(orderFailpoints)(
  'a kill -9 at %s leaves the order whole or absent; sent again it is one order',
  async (point) => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 2 })
    expect(await orderElsewhere(point)).toBeNull()
    // The database notices the death of the process a moment later and lets go of its locks.
    await expect.poll(openTransactions).toBe(0)
    const done = committed.has(point)
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual(done ? [1, 0, 8] : [0, 1, 10])
    expect(await lettersToSend()).toBe(done ? 2 : 0)
    const before = done ? (await summary()).orderNo : null
    const again = await order(actor, { key })
    expect(again).toMatchObject({ ok: true })
    const { orderNo } = await summary()
    expect(again.ok && again.body).toMatchObject({ orderNo: before ?? orderNo })
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([1, 0, 8])
    expect(await lettersToSend()).toBe(2)
  },
)

/** Letters about this buyer's orders that wait to be sent: to the dealer and to the store. */
async function lettersToSend(): Promise<number> {
  const rows = await pool.query(
    `SELECT FROM outbox b JOIN orders o ON o.id = (b.data->>'orderId')::bigint
      WHERE b.name = 'order-mail' AND o.user_id = $1`,
    [actor.userId],
  )
  return rows.length
}

async function openTransactions(): Promise<number> {
  const rows = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  )
  return rows.length
}
