import {
  addDealerLines,
  emptyDealerCart,
  getDealerCart,
  listDealerOffers,
  makeDealerOffer,
} from '#contract/integration/dealer-cart.ts'
import { refuse } from '#contract/core/errors.ts'
import { clearCart } from '#contract/shop/cart.ts'
import { listOffers } from '#contract/shop/offers.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import { addLinesOnce, cartSumsOf, presentCart } from '#server/cart/cart.ts'
import { offerLines } from '#server/offers/offers.ts'
import { viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerKeyContext, handle } from '#server/visitor/visitor.ts'
import { answerOf, type DealerApiDeps } from './dealer-calls.ts'

/** Registers the calls by which a dealer's program fills the cart of its user, and makes offers. */
export function registerDealerCart(calls: Calls, deps: DealerApiDeps): void {
  const { pool, store } = deps

  const cartOf = async (context: DealerKeyContext) => {
    const { userId } = context.actor
    const view = viewOf(context, store.facts())
    const [items, cart] = await Promise.all([
      // Prices that changed are still new to the person who opens the cart.
      presentCart(pool, userId, view, { isImpersonated: true }),
      cartSumsOf(pool, userId, view, view.cartPlan),
    ])
    const lines = items.map(({ product, productUnit, quantity, isOffSale }) => ({
      code: product.code,
      name: product.name,
      unit: productUnit.value,
      quantity,
      price: productUnit.cartPrice ?? productUnit.defaultPrice,
      isOffSale,
    }))
    return { lines, cart }
  }

  handle(calls, getDealerCart, (_, context) => cartOf(context))

  handle(calls, addDealerLines, async ({ body: { lines } }, context) => {
    const { idempotencyKey, actor } = context
    if (idempotencyKey === undefined) return refuse('idempotency_key_missing')
    if (!isIdempotencyKey(idempotencyKey)) return refuse('bad_request')
    const view = viewOf(context, store.facts())
    const added = await addLinesOnce(pool, { userId: actor.userId, lines, view, idempotencyKey })
    return added.ok ? cartOf(context) : added
  })

  handle(calls, emptyDealerCart, async (_, context) => {
    const emptied = await answerOf(calls, clearCart, { query: {} }, context)
    return 'ok' in emptied ? emptied : cartOf(context)
  })

  handle(calls, makeDealerOffer, async ({ body }, context) => {
    const made = await offerLines(deps, body, context)
    return made.ok ? { offerNo: made.orderNo } : made
  })

  handle(calls, listDealerOffers, ({ query }, context) => answerOf(calls, listOffers, { query }, context))
}
