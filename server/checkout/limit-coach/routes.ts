import { askLimitApproval, getLimitAdvice, orderPart, withdrawLimitApproval } from '#contract/shop/limit-coach.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { PartLine } from '#server/cart/cart.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import type { Placed } from '#server/checkout/place-order.ts'
import { adviseLimit } from './advise.ts'
import { askStore, withdrawFromStore } from './ask-store.ts'

type OrderForm = Omit<Input<typeof orderPart>['body'], 'lines'>

type CoachDeps = {
  pool: Pool
  store: Store
  now: () => Date
  /** Orders a part of the visitor's cart on account. */
  order(form: OrderForm, context: DealerContext, part: readonly PartLine[]): Promise<Placed | Refusal>
}

/** The calls about a cart that exceeds the limit. */
export function registerLimitCoach(calls: Calls, { pool, store, now, order }: CoachDeps): void {
  const deps = () => ({ pool, store, now: now() })
  handle(calls, getLimitAdvice, ({ query }, context) => adviseLimit(deps(), query.advencePrice, context))

  handle(calls, orderPart, async ({ body: { lines, ...form } }, context) => {
    const placed = await order(form, context, lines)
    if (!placed.ok) return placed
    if ('requestId' in placed) return { success: true as const, requestId: placed.requestId }
    return { success: true as const, id: placed.id, orderNo: placed.orderNo }
  })

  handle(calls, askLimitApproval, ({ body }, context) => askStore(deps(), body, context))
  handle(calls, withdrawLimitApproval, ({ params }, context) => withdrawFromStore(deps(), params.id, context))
}
