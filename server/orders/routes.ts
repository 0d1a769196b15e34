import { refuse } from '#contract/errors.ts'
import { getOrderSummary } from '#contract/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { presentOrder } from './present-order.ts'
import { findOrder } from './queries.ts'

export function registerOrders(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, getOrderSummary, async ({ query }, { actor }) => {
    // The database takes no NUL in texts; no order number has one.
    const orderNo = query.order?.replaceAll('\0', '') ?? null
    const row = await findOrder(pool, { dealerId: actor.dealer.id, userId: actor.userId }, orderNo)
    return row === undefined ? refuse('order_not_found') : presentOrder(row)
  })
}
