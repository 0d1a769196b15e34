import type { Secret } from '#server/platform/http/secrets.ts'
import { orderForm, placeOrder as placeOrderCall } from '#contract/shop/place-order.ts'
import { checkoutCart, getRefusal } from '#contract/shop/checkout.ts'
import { deliveryFieldNames, type DeliveryFields, getDeliveryChoices } from '#contract/shop/delivery.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { purchasePath } from '#contract/core/record-paths.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import { mayUseBranch, requestedPlan, type Store, viewOf } from '#server/settings/settings.ts'
import { deliveryRequest, presentChoices } from './delivery.ts'
import { type OrderRequest, type Placed, placeOrder } from './place-order.ts'
import { registerLimitCoach } from './limit-coach/routes.ts'
import { registerPurchases } from './purchases/routes.ts'
import { openRefused, refusedPath } from './refused-form.ts'

export type CheckoutDeps = {
  pool: Pool
  store: Store
  /** Seals refused order forms. */
  secret: Secret
  now?: () => Date
}

type OrderForm = Input<typeof placeOrderCall>['body']

export function registerCheckout(calls: Calls, { pool, store, secret, now = () => new Date() }: CheckoutDeps): void {
  registerPurchases(calls, { pool, store, now })
  registerLimitCoach(calls, {
    pool,
    store,
    now,
    order: (form, context, part) => orderOnAccount(pool, store, form, context, { part }),
  })
  const order = (form: OrderForm, context: DealerContext) => orderOnAccount(pool, store, form, context)

  handle(calls, placeOrderCall, async ({ body }, context) => {
    const placed = await order(body, context)
    if (!placed.ok) return placed
    failpoint('order.before_reply')
    if ('requestId' in placed) return { success: true as const, requestId: placed.requestId }
    return { success: true as const, id: placed.id, orderNo: placed.orderNo }
  })

  handle(calls, checkoutCart, async ({ body }, context) => {
    const placed = await orderByForm(body, context, store, order)
    if (placed.ok && 'requestId' in placed) return { location: purchasePath(placed.requestId) }
    if (placed.ok) return { location: `${pages.checkoutSummary}?order=${encodeURIComponent(placed.orderNo)}` }
    return context.wantsHtml ? { location: refusedPath(secret, placed, body, Date.now()) } : placed
  })

  handle(calls, getDeliveryChoices, (_input, context) => presentChoices(pool, context, store))

  handle(calls, getRefusal, ({ query }, { locale }) => {
    const refused = openRefused(secret, query.refused, Date.now())
    if (refused === null) return refuse('not_found')
    const { refusal, description, advencePrice, delivery = {} } = refused
    const { messages, fields = {} } = errorBody(refusal, locale).error
    return { code: refusal.code, message: messages.type, fields, description, advencePrice, delivery }
  })
}

/** Orders the visitor's cart, or the lines in `own` with prices as in its view, on account. Refuses plans that need a card. */
export async function orderOnAccount(
  pool: Pool,
  store: Store,
  form: OrderForm,
  context: DealerContext,
  own: Partial<
    Pick<
      OrderRequest,
      'view' | 'lines' | 'part' | 'mayWait' | 'dealerOrderNo' | 'delivery' | 'onPlaced' | 'couponIds' | 'agreed'
    >
  > = {},
): Promise<Placed | Refusal> {
  const { actor, idempotencyKey } = context
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return refuse('bad_request')
  const facts = store.facts()
  const view = viewOf(context, facts)
  const plan = requestedPlan(form.advencePrice, facts)
  if (plan === undefined) return refuse('plan_unknown')
  if (!paymentMethods(plan).order) return refuse('plan_needs_card')
  return placeOrder(pool, {
    userId: actor.userId,
    dealerId: actor.dealer.id,
    view,
    // The database accepts no NUL in texts.
    description: form.description?.replaceAll('\0', ''),
    planKey: plan?.key ?? null,
    shownTotal: form.total,
    shownCart: form.cart || undefined,
    shownPromotions: form.promotions,
    idempotencyKey,
    representativeId: actor.representative?.userId,
    address: context.address,
    delivery: deliveryRequest(form, context, store),
    ...own,
  })
}

type CheckoutForm = Input<typeof checkoutCart>['body']

/** The form contains its own idempotency key, and may name a branch for this order only. */
async function orderByForm(
  form: CheckoutForm,
  context: DealerContext,
  store: Store,
  order: (form: OrderForm, context: DealerContext) => Promise<Placed | Refusal>,
): Promise<Placed | Refusal> {
  const { description, advencePrice, total } = form
  const parsed = orderForm.safeParse({ description, advencePrice, total, ...deliveryOf(form) })
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => path[0])
    if (wrong.includes('advencePrice')) return refuse('plan_unknown')
    return refuse(wrong.includes('description') ? 'note_too_long' : 'bad_request')
  }
  const named = form.branch === undefined ? context : withBranch(context, form.branch, store)
  if ('ok' in named) return named
  return order(
    { ...parsed.data, cart: form._cart, promotions: form._promotions },
    { ...named, idempotencyKey: form._key || undefined },
  )
}

/** The fields of the form that are about its delivery. */
export const deliveryOf = (form: DeliveryFields): DeliveryFields =>
  Object.fromEntries(deliveryFieldNames.map((name) => [name, form[name]]))

function withBranch(context: DealerContext, value: string | number, store: Store): DealerContext | Refusal {
  const { branch: _own, ...choices } = context.choices
  if (value === '') return { ...context, choices }
  const branch = /^\d{1,9}$/.test(String(value)) ? Number(value) : 0
  if (!mayUseBranch(branch, context, store.facts())) return refuse('branch_unknown')
  return { ...context, choices: { ...choices, branch } }
}
