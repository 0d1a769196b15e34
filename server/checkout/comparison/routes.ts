import { comparePayments } from '#contract/shop/payment-comparison.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { guestHash } from '#server/cart/cart.ts'
import { createLookupLimit } from '#server/payments/payments.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { trial } from '#server/platform/db/transaction-or-refusal.ts'
import { earlyPaymentSteps } from '#server/pricing/pricing.ts'
import { loadDiscounts } from '#server/representatives/representatives.ts'
import { type Store, type StoreFacts, type View, viewOf } from '#server/settings/settings.ts'
import { type CallContext, type Calls, checkAccess, handle } from '#server/visitor/visitor.ts'
import { findCart } from '#server/checkout/queries.ts'
import { compareCart, type ComparisonTerms } from './compare.ts'
import { cartOfLine, type ComparedCart } from './priced-source.ts'

export type ComparisonDeps = {
  pool: Pool
  store: Store
  now: () => Date
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
}

type Body = Input<typeof comparePayments>['body']

/** Registers the comparison of ways to pay. It changes nothing and stores nothing. */
export function registerPaymentComparison(calls: Calls, deps: ComparisonDeps): void {
  const limit = createLookupLimit(deps.now)

  handle(calls, comparePayments, async ({ body }, context) => {
    const facts = deps.store.facts()
    const view = viewOf(context, facts)
    const refusal = checkAsked(body, context) ?? (view.seesPrices ? null : refuse('payment_comparison_hidden'))
    if (refusal !== null) return refusal
    const tooMuch = body.card === undefined ? null : limit.check(`user ${context.actor?.userId}`, context.network)
    if (tooMuch !== null) return tooMuch
    return trial(deps.pool, async (db) => {
      const cart = await comparedCart(db, body, context, view)
      if ('code' in cart) return cart
      return compareCart(db, cart, await termsOf(db, cart, { body, context, facts, deps }))
    })
  })
}

/** Carts belong to their owners, and installments of a card are for users who may pay with it. */
function checkAsked({ product, card }: Body, context: CallContext): Refusal | null {
  if (card !== undefined) return checkAccess({ access: 'dealer', needs: ['order', 'pay'] }, context)
  return product === undefined ? checkAccess({ access: 'buyer', needs: [] }, context) : null
}

async function comparedCart(db: Db, body: Body, context: CallContext, view: View): Promise<ComparedCart | Refusal> {
  const { actor } = context
  const dealer = actor?.dealer ?? null
  const buyer = actor === null || dealer === null ? null : { userId: actor.userId, dealerId: dealer.id }
  if (body.product !== undefined) {
    const { id, unit, quantity } = body.product
    const made = await cartOfLine(db, { productId: id, unitId: unit, quantity }, view)
    return made.ok ? { cartId: made.cartId, owner: made.owner, view, buyer } : made
  }
  if (buyer === null) {
    if (context.guestCart === null) return refuse('not_signed_in')
    return { cartId: 0, owner: guestHash(context.guestCart.token), view, buyer }
  }
  const cartId = await findCart(db, buyer.userId)
  if (cartId === null) return refuse('cart_empty')
  const discounts = actor?.representative ? await loadDiscounts(db, cartId) : undefined
  return { cartId, owner: buyer.userId, view, buyer: { ...buyer, discounts } }
}

type Asked = { body: Body; context: CallContext; facts: StoreFacts; deps: ComparisonDeps }

async function termsOf(db: Db, { view, buyer }: ComparedCart, asked: Asked): Promise<ComparisonTerms> {
  const { body, context, facts, deps } = asked
  // Where the store hides the prices of plans, only the plan of the cart and the cash price are compared.
  const showsPlans = view.settings.showPaymentPlanPrice === '1'
  // A representative orders on account.
  const isOwn = context.actor?.representative == null
  const mayPay = isOwn && checkAccess({ access: 'dealer', needs: ['order', 'pay'] }, context) === null
  const today = dayInTurkey(deps.now())
  const { installmentLimit } = view.settings
  return {
    plans: facts.plans.filter(({ key }) => showsPlans || key === view.cashPlan || key === view.cartPlan),
    allowsNone: !facts.plans.some(({ isDefault }) => isDefault),
    steps: buyer === null ? [] : await earlyPaymentSteps(db, buyer.dealerId),
    card: mayPay ? { digits: body.card ?? null, today, installmentLimit, hasSandbox: deps.hasSandbox } : null,
  }
}
