import {
  addCartLines,
  addCoupon as addCouponCall,
  addToCart,
  type CartItem,
  type CartSums,
  type ChangedItem,
  changeCartLine,
  chooseCartPlan,
  clearCart,
  getCart,
  getCartSums,
  checkCartRevision as checkCartRevisionCall,
  fingerprintLines,
  openCart,
  openedLines,
  removeCoupon as removeCouponCall,
  removeFromCart,
  restoreCartLines,
} from '#contract/shop/cart.ts'
import { addCartUnits } from '#contract/shop/variants.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import * as rules from '#domain/cart/cart-changes.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import type { StockRule } from '#domain/stock/stock.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  type BuyerContext,
  type Calls,
  clearGuestCartCookie,
  handle,
  parseChoices,
  setGuestCartCookie,
} from '#server/visitor/visitor.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import { addCoupon, limitCouponTries, removeCoupon } from '#server/promotions/promotions.ts'
import { cartPlanOf, requestedPlan, type Store, type View, viewOf } from '#server/settings/settings.ts'
import { isIdempotencyKey, saveUserChoice } from '#server/account/account.ts'
import { addRows } from './add-rows.ts'
import { addUnits } from './add-units.ts'
import { ownerOf } from './cart-owner.ts'
import { cartSumsOf } from './cart-sums.ts'
import { addProduct, changeCart } from './change-cart.ts'
import { registerOrderPad } from '#server/cart/order-pad/routes.ts'
import { removeGuestCart } from '#server/cart/guest/guest-carts.ts'
import { takeUnmergedLines } from '#server/cart/guest/unmerged-lines.ts'
import { cartFull, countRemainingLines } from '#server/cart/guest/guest-rules.ts'
import { checkCartRevision } from './check-revision.ts'
import { createNewCartLimit } from '#server/cart/guest/new-cart-limit.ts'
import { cartPrices, presentCart, presentLine } from './present-cart.ts'
import { orderMinimumOf } from './order-minimum.ts'
import { withOrdered } from './ordered-quantities.ts'
import { emptyCart, lockCart } from './saved-lines.ts'
import { removeLines, restoreLines } from './removed-lines.ts'
import { type LineChoice, type LineRow, loadFingerprintLines } from './shown-lines.ts'

type CartDeps = { pool: Pool; store: Store }
type CartReader = ReturnType<typeof createCartReader>

export function registerCart(calls: Calls, deps: CartDeps): void {
  const reader = createCartReader(deps)
  registerCartPage(calls, deps, reader)
  registerAdding(calls, deps, reader)
  registerChanging(calls, deps, reader)
  registerRemoving(calls, deps, reader)
  registerCoupons(calls, deps, reader)
  registerOrderPad(calls, deps)
}

/** What the responses have in common: the visitor's view, its lines and its totals. */
function createCartReader({ pool, store }: CartDeps) {
  const viewFor = (context: BuyerContext) => viewOf(context, store.facts())

  async function linesFor(context: BuyerContext, choice?: LineChoice): Promise<CartItem[]> {
    if (hasNoCart(context)) return []
    const options = { ...choice, isImpersonated: isImpersonated(context) }
    return presentCart(pool, ownerOf(context), viewFor(context), options)
  }

  const planOf = (context: BuyerContext) => cartPlanOf(context, store.facts())?.key ?? null

  function sumsFor(context: BuyerContext): Promise<CartSums> {
    return cartSumsOf(pool, ownerOf(context), viewFor(context), planOf(context))
  }

  async function presentChanged(line: LineRow, context: BuyerContext): Promise<ChangedItem | Refusal> {
    const loading = loadProducts(pool, [line.product_id], viewFor(context), {
      ...cartPrices([line]),
      alsoInactive: true,
    })
    const owner = ownerOf(context)
    const counted = typeof owner === 'number' ? loading.then((loaded) => withOrdered(pool, owner, loaded)) : loading
    const [products, cart] = await Promise.all([counted, sumsFor(context)])
    const item = presentLine(line, products.get(line.product_id))[0]?.item
    return item === undefined ? refuse('product_not_found') : { ...item, cart }
  }

  /** Renews a guest's cart cookie, which expires as long after the last change as the cart itself. */
  function renewCookie(context: BuyerContext): void {
    if (context.actor === null) setGuestCartCookie(context, context.guestCart, store.facts().settings.guestCartDays)
  }

  return { viewFor, planOf, linesFor, sumsFor, presentChanged, renewCookie }
}

function registerCartPage(calls: Calls, { pool, store }: CartDeps, { viewFor, linesFor, sumsFor }: CartReader): void {
  handle(calls, getCart, async (_input, context) => linesFor(context))

  handle(calls, getCartSums, async (_input, context) => sumsFor(context))

  handle(calls, checkCartRevisionCall, async ({ query }, context) =>
    checkCartRevision(pool, ownerOf(context), viewFor(context), query),
  )

  handle(calls, openCart, async ({ query }, context) => {
    const { actor } = context
    const [items, cart, unmerged] = await Promise.all([
      linesFor(context, { maxLines: openedLines }),
      sumsFor(withPlan(context, query.advencePrice)),
      // These messages are shown once, to the user: an impersonating administrator must not use them up.
      actor === null || isImpersonated(context) ? [] : takeUnmergedLines(pool, actor.userId, context.locale),
    ])
    // A long cart is returned with its first lines only.
    const lines =
      cart.lineCount > items.length ? await loadFingerprintLines(pool, ownerOf(context)) : fingerprintLines(items)
    const orderKey = actor === null ? '' : randomToken(16)
    const view = viewFor(context)
    const orderMinimum = orderMinimumOf(view)
    const approvalOver = actor === null ? undefined : approvalOverOf(view)
    const saysPayer = view.seesPrices || view.carrier.senderFrom === null
    return {
      items,
      cart,
      left: unmerged,
      mark: cartFingerprint(lines),
      orderKey,
      ...(orderMinimum && { orderMinimum }),
      ...(saysPayer && { carrier: view.carrier }),
      ...(approvalOver !== undefined && { approvalOver }),
    }
  })

  handle(calls, chooseCartPlan, async ({ body }, context) => {
    if (requestedPlan(body.advencePrice, store.facts()) === undefined) return refuse('plan_unknown')
    await saveUserChoice(pool, context.actor.userId, 'cartPlan', body.advencePrice || null)
    return sumsFor(withPlan(context, body.advencePrice))
  })
}

/** From which amount on orders wait for the store. Not stated where the visitor sees no prices. */
function approvalOverOf({ settings, seesPrices }: View): number | undefined {
  if (settings.approveAllOrders === '1') return 0
  return seesPrices && settings.approveOrdersOver > 0 ? settings.approveOrdersOver : undefined
}

function registerAdding(calls: Calls, { pool }: CartDeps, reader: CartReader): void {
  const { viewFor, planOf, sumsFor, presentChanged, renewCookie } = reader
  const limitNewCarts = createNewCartLimit(pool)

  /** The lines of products that a request of this many lines has added, and the totals. */
  async function presentAdded(context: BuyerContext, productIds: number[], requested: number) {
    if (productIds.length > 0) renewCookie(context)
    const [items, cart] = await Promise.all([
      productIds.length > 0 && requested <= openedLines
        ? presentCart(pool, ownerOf(context), viewFor(context), { productIds })
        : [],
      sumsFor(context),
    ])
    return { items, cart }
  }

  handle(calls, addCartLines, async ({ body }, context) => {
    const tooMany = hasNoCart(context) && !body.isTrial ? limitNewCarts(context.network) : null
    if (tooMany !== null) return tooMany
    const rows = await addRows(pool, ownerOf(context), body, {
      ...viewFor(context),
      plan: planOf(context),
      dealerId: context.actor?.dealer?.id ?? null,
    })
    const added = rows.filter(({ error }) => error === undefined)
    const productIds = body.isTrial ? [] : added.flatMap(({ productId }) => productId ?? [])
    return { rows, addedCount: added.length, ...(await presentAdded(context, productIds, rows.length)) }
  })

  handle(calls, addCartUnits, async ({ body: { lines } }, context) => {
    const { idempotencyKey: key } = context
    if (key !== undefined && !isIdempotencyKey(key)) return refuse('bad_request')
    const tooMany = hasNoCart(context) ? limitNewCarts(context.network) : null
    if (tooMany !== null) return tooMany
    const refusals = await addUnits(pool, ownerOf(context), { lines, key }, viewFor(context))
    if (isRefusal(refusals)) return refusals
    const isAdded = refusals.every((refusal) => refusal === null)
    const productIds = isAdded ? lines.map(({ productId }) => productId) : []
    const addedCount = isAdded ? lines.length : 0
    return { refusals, addedCount, ...(await presentAdded(context, productIds, lines.length)) }
  })

  handle(calls, addToCart, async ({ params, body }, context) => {
    const tooMany = hasNoCart(context) ? limitNewCarts(context.network) : null
    if (tooMany !== null) return tooMany
    const owner = ownerOf(context)
    const { productId } = params
    const requested = { unitId: body.productValue, quantity: body.quantity }
    const decide = (product: rules.CartProduct, rule: StockRule) => rules.addToCart(product, requested, rule)
    const view = viewFor(context)
    const line =
      typeof owner === 'number'
        ? await addProduct(pool, { userId: owner, productId }, view, decide)
        : await changeCart(pool, { owner, productId, isAdding: true }, view, decide)
    if (isRefusal(line)) return line
    renewCookie(context)
    return presentChanged(line, context)
  })
}

function registerChanging(calls: Calls, { pool }: CartDeps, reader: CartReader): void {
  const { viewFor, presentChanged, renewCookie } = reader

  handle(calls, changeCartLine, async ({ params, query, body }, context) => {
    if (hasNoCart(context)) return refuse('line_not_found')
    const target = { owner: ownerOf(context), productId: params.productId, isAdding: false }
    const line = await changeCart(pool, target, viewFor(context), (product, rule) =>
      rules.changeLine(product, query.unit, editOf(body), rule),
    )
    if (isRefusal(line)) return line
    renewCookie(context)
    return presentChanged(line, context)
  })
}

function registerRemoving(calls: Calls, { pool }: CartDeps, reader: CartReader): void {
  const { sumsFor, linesFor, renewCookie } = reader

  handle(calls, removeFromCart, async ({ params, query }, context) => {
    if (hasNoCart(context)) return refuse('line_not_found')
    const removed = await transactionOrRefusal(pool, async (db) => {
      const cartId = await lockCart(db, ownerOf(context))
      const count = await removeLines(db, cartId, { productId: params.productId, unitId: query.unit }, query.undo)
      return count === 0 ? abortTransaction('line_not_found') : count
    })
    if (isRefusal(removed)) return removed
    renewCookie(context)
    return sumsFor(context)
  })

  handle(calls, clearCart, async ({ query: { undo } }, context) => {
    const owner = ownerOf(context)
    // A guest's cart that may come back stays, empty, until it expires.
    if (typeof owner === 'number' || (undo !== undefined && !hasNoCart(context))) {
      await transaction(pool, async (db) => {
        const cartId = await lockCart(db, owner)
        await removeLines(db, cartId, {}, undo)
        await emptyCart(db, cartId)
      })
    } else {
      await removeGuestCart(pool, owner)
      clearGuestCartCookie(context)
    }
    return []
  })

  handle(calls, restoreCartLines, async ({ body }, context) => {
    if (hasNoCart(context)) return refuse('removal_not_found')
    const owner = ownerOf(context)
    const productIds = await transactionOrRefusal(pool, async (db) => {
      const cartId = await lockCart(db, owner)
      const restored = await restoreLines(db, cartId, body.undo)
      if (restored.length === 0) return abortTransaction('removal_not_found')
      return (await countRemainingLines(db, owner, cartId)) < 0 ? abortTransaction(cartFull()) : restored
    })
    if (isRefusal(productIds)) return productIds
    renewCookie(context)
    const items = productIds.length > openedLines ? [] : await linesFor(context, { productIds })
    return { items, cart: await sumsFor(context) }
  })
}

function registerCoupons(calls: Calls, { pool }: CartDeps, { viewFor, sumsFor }: CartReader): void {
  handle(calls, addCouponCall, async ({ body }, context) => {
    const tooMany = limitCouponTries(pool, context.actor.dealer.id)
    if (tooMany !== null) return tooMany
    const added = await transactionOrRefusal(pool, async (db) => {
      const cartId = await lockCart(db, context.actor.userId)
      const problem = await addCoupon(db, cartId, body.code, viewFor(context).promotions)
      return problem === null ? { ok: true as const } : abortTransaction(problem)
    })
    return isRefusal(added) ? added : sumsFor(context)
  })

  handle(calls, removeCouponCall, async ({ params }, context) => {
    await transaction(pool, async (db) => {
      const cartId = await lockCart(db, context.actor.userId)
      await removeCoupon(db, cartId, params.code)
    })
    return sumsFor(context)
  })
}

/** Whether an administrator views the cart as its user. */
const isImpersonated = ({ actor }: BuyerContext) => actor !== null && actor.impersonator !== null

/** Whether the visitor is a guest who has added nothing yet. */
function hasNoCart(context: BuyerContext): boolean {
  return context.actor === null && !context.guestCart.isStored
}

/** The contract guarantees that exactly one of the three is present. */
function editOf({ quantity, addQuantity, unit = 0 }: Input<typeof changeCartLine>['body']): rules.LineEdit {
  if (quantity !== undefined) return { quantity }
  return addQuantity === undefined ? { unit } : { addQuantity }
}

/** The context with another plan chosen, for one response. */
function withPlan(context: BuyerContext, plan: string | undefined): BuyerContext {
  if (plan === undefined) return context
  return { ...context, choices: parseChoices({ ...context.choices, cartPlan: plan }) }
}
