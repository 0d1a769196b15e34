import { pages } from '#contract/core/pages.ts'
import { purchasePath } from '#contract/core/record-paths.ts'
import { placeOrder } from '#contract/shop/place-order.ts'
import type { DeliveryFields } from '#contract/shop/delivery.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { Decimal } from '#domain/money/money.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { changeActivity } from '#web/cart/cart-activity.ts'
import { type CachedCart, cachedCart, cartKey, emptyCachedCart } from '#web/cart/cart-query.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { attemptKey, endAttempt } from './order-attempt.ts'

/** `cart`: fingerprint of the cart on screen. `total` returns the order total shown at the time of the call; undefined when prices are hidden. */
export type OrderForm = {
  description: string
  advencePrice: PlanKey | null
  cart: string
  /** Where it goes; what is left out is proposed by the server. */
  delivery: DeliveryFields
  total(cart?: CachedCart): Decimal | undefined
}

/** Orders the cart and empties the cached one. Resolves with the page of the order, or of the request that waits for approval; throws CallError. */
export function orderCart(cache: QueryCache, form: OrderForm): Promise<string> {
  return sendOrder(form, async ({ body, key }) => {
    const cached = cachedCart(cache)
    const total = form.total(cached)?.toFixed(2)
    const promotions = cached?.promoted?.promotions?.mark
    const shown = { ...(total !== undefined && { total }), ...(promotions !== undefined && { promotions }) }
    const placed = await call(placeOrder, {
      body: { ...body, ...shown },
      headers: { 'idempotency-key': key },
    })
    cache.write(cartKey, emptyCachedCart)
    changeActivity(() => ({ plan: undefined }))
    return placed
  })
}

type Sent = {
  body: Omit<OrderForm, 'total' | 'delivery' | 'advencePrice'> & { advencePrice: PlanKey | '' }
  key: string
}
type Placed = { orderNo: string } | { requestId: number }

/** Sends an order, or a part of it. Resolves with the page that follows; throws CallError. */
export async function sendOrder(
  form: OrderForm,
  place: (sent: Sent) => Promise<Placed>,
  lines: object | null = null,
): Promise<string> {
  await allJobsDone()
  changeActivity(() => ({ fetching: { id: null, operation: 'saveOrder' } }))
  const { description, cart, delivery } = form
  const body = { description, cart, advencePrice: form.advencePrice ?? ('' as const), ...delivery }
  try {
    const placed = await place({ body, key: attemptKey(JSON.stringify(lines === null ? body : { ...body, lines })) })
    endAttempt()
    return 'requestId' in placed
      ? purchasePath(placed.requestId)
      : `${pages.checkoutSummary}?order=${encodeURIComponent(placed.orderNo)}`
  } catch (error) {
    const isRefused =
      error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'in_progress'
    if (isRefused) endAttempt()
    throw error
  } finally {
    changeActivity(() => ({ fetching: { id: null, operation: null } }))
  }
}
