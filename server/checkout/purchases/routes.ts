import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  approvePurchase as approveCall,
  changePurchase as changeCall,
  checkPurchase as checkCall,
  getPurchase,
  refusePurchase as refuseCall,
  returnPurchaseLines as returnCall,
  withdrawPurchase as withdrawCall,
} from '#contract/shop/purchases.ts'
import {
  changePurchase,
  checkPurchase,
  findPurchase,
  maySee,
  presentReasons,
  refusePurchase,
  returnPurchaseLines,
  withdrawPurchase,
} from '#server/purchasing/purchasing.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { requestedPlan, type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { draftOrder } from '#server/checkout/order-draft.ts'
import { findCart } from '#server/checkout/queries.ts'
import { approvePurchase } from './approve.ts'
import { presentPurchase } from './present.ts'

type PurchasesDeps = { pool: Pool; store: Store; now: () => Date }

/** The calls about one order that waits for an approver of the dealer. */
export function registerPurchases(calls: Calls, { pool, store, now }: PurchasesDeps): void {
  handle(calls, checkCall, async ({ query }, context) => {
    const facts = store.facts()
    const view = viewOf(context, facts)
    const plan = query.advencePrice === undefined ? view.cartPlan : requestedPlan(query.advencePrice, facts)?.key
    const { userId, dealer } = context.actor
    const none = { reasons: [], categories: [] }
    const cartId = await findCart(pool, userId)
    if (cartId === null) return none
    const draft = await draftOrder(pool, cartId, {
      userId,
      dealerId: dealer.id,
      view,
      description: undefined,
      planKey: plan ?? null,
    })
    // What cannot be ordered is reported by the cart and by the order itself.
    if (!draft.ok) return none
    const check = await checkPurchase(pool, {
      userId,
      totalTry: draft.head.totalTry,
      productIds: draft.lines.map((line) => line.product_id),
      now: now(),
      isLocking: false,
    })
    return presentReasons(check, view.seesPrices)
  })

  const show = async (id: number, context: DealerContext) => {
    const row = await findPurchase(pool, id, context.actor.dealer.id)
    if (row === undefined || !(await maySee(pool, row, context, now()))) return refuse('purchase_not_found')
    return presentPurchase(pool, row, context, { store, now: now() })
  }
  const showAfter = async (id: number, context: DealerContext, done: Promise<{ ok: true } | Refusal>) => {
    const outcome = await done
    return outcome.ok ? show(id, context) : outcome
  }

  handle(calls, getPurchase, ({ params }, context) => show(params.id, context))
  handle(calls, approveCall, ({ params: { id }, body }, context) =>
    showAfter(id, context, approvePurchase({ pool, store, now: now() }, context, { id, shown: body.shown })),
  )
  handle(calls, changeCall, ({ params: { id }, body }, context) =>
    showAfter(id, context, changePurchase(pool, context, { id, ...body }, now())),
  )
  handle(calls, refuseCall, ({ params: { id }, body }, context) =>
    showAfter(id, context, refusePurchase(pool, context, { id, ...body }, now())),
  )
  handle(calls, withdrawCall, ({ params: { id } }, context) =>
    showAfter(id, context, withdrawPurchase(pool, context, id)),
  )
  handle(calls, returnCall, ({ params: { id } }, context) =>
    showAfter(id, context, returnPurchaseLines(pool, context, id)),
  )
}
