import { placeOrder as placeOrderCall } from '#contract/cart.ts'
import { refuse } from '#contract/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { offeredPlans, type Store, viewOf } from '#server/settings/settings.ts'
import { placeOrder } from './place-order.ts'

export function registerCheckout(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, placeOrderCall, async ({ body }, context) => {
    const { actor, idempotencyKey } = context
    if (idempotencyKey !== undefined && !/^[\x21-\x7e]{8,100}$/.test(idempotencyKey)) return refuse('bad_request')
    const facts = store.facts()
    const view = viewOf(context, facts)
    const planKey = body.advencePrice || null
    if (planKey !== null && !offeredPlans(view, facts).some(({ key }) => key === planKey)) return refuse('plan_unknown')
    const placed = await placeOrder(pool, {
      userId: actor.userId,
      dealerId: actor.dealer.id,
      view,
      // The database takes no NUL in texts.
      description: body.description?.replaceAll('\0', ''),
      planKey,
      idempotencyKey,
    })
    if (!placed.ok) return placed
    failpoint('order.before_reply')
    return { success: true as const, id: placed.id, orderNo: placed.orderNo }
  })
}
