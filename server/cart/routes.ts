import {
  addCartLines,
  addToCart,
  type ChangedItem,
  changeCartLine,
  chooseCartPlan,
  clearCart,
  getCart,
  checkCartRevision as lookAtCartCall,
  fingerprintLines,
  openCart,
  openedLines,
  removeFromCart,
} from '#contract/shop/cart.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import * as rules from '#domain/cart/cart-changes.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  type BuyerContext,
  type Calls,
  clearGuestCartCookie,
  handle,
  setGuestCartCookie,
  parseChoices,
} from '#server/visitor/visitor.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import { cartPlanOf, offeredPlans, type Store, viewOf } from '#server/settings/settings.ts'
import { addRows } from './add-rows.ts'
import { ownerOf } from './cart-owner.ts'
import { cartSumsOf } from './cart-sums.ts'
import { changeCart } from './change-cart.ts'
import { removeGuestCart } from '#server/cart/guest/guest-carts.ts'
import { takeUnmergedLines } from '#server/cart/guest/unmerged-lines.ts'
import { checkCartRevision } from './check-revision.ts'
import { createNewCartLimit } from '#server/cart/guest/new-cart-limit.ts'
import { presentCart, presentLine } from './present-cart.ts'
import {
  deleteAllLines,
  deleteProductLines,
  type LineChoice,
  type LineRow,
  loadMarked,
  lockCart,
  saveCartPlan,
} from './queries.ts'

type CartDeps = { pool: Pool; store: Store }

export function registerCart(calls: Calls, { pool, store }: CartDeps): void {
  const viewFor = (context: BuyerContext) => viewOf(context, store.facts())
  const limitNewCarts = createNewCartLimit()

  const linesFor = (context: BuyerContext, choice?: LineChoice) =>
    hasNoCart(context)
      ? []
      : presentCart(pool, ownerOf(context), viewFor(context), { ...choice, isPeek: isImpersonated(context) })
  const sumsFor = (context: BuyerContext) =>
    cartSumsOf(pool, ownerOf(context), viewFor(context), cartPlanOf(context, store.facts())?.key ?? null)
  const presentChanged = async (line: LineRow, context: BuyerContext): Promise<ChangedItem | Refusal> => {
    const products = loadProducts(pool, [line.product_id], viewFor(context), { alsoInactive: true })
    const [known, cart] = await Promise.all([products, sumsFor(context)])
    const item = presentLine(line, known.get(line.product_id))[0]?.item
    return item === undefined ? refuse('product_not_found') : { ...item, cart }
  }
  /** A guest's cart is as old as its last change, and so is its cookie. */
  const keepCookie = (context: BuyerContext) => {
    if (context.actor === null) setGuestCartCookie(context, context.guestCart, store.facts().settings.guestCartDays)
  }

  handle(calls, getCart, async (_input, context) => linesFor(context))

  handle(calls, lookAtCartCall, async ({ query }, context) =>
    checkCartRevision(pool, ownerOf(context), viewFor(context), query),
  )

  handle(calls, openCart, async ({ query }, context) => {
    const { actor } = context
    const [items, cart, left] = await Promise.all([
      linesFor(context, { most: openedLines }),
      sumsFor(withPlan(context, query.advencePrice)),
      // Who looks as somebody else leaves the telling to the person itself.
      actor === null || isImpersonated(context) ? [] : takeUnmergedLines(pool, actor.userId, context.locale),
    ])
    // A long cart comes with its first lines only.
    const lines = cart.lineCount > items.length ? await loadMarked(pool, ownerOf(context)) : fingerprintLines(items)
    return { items, cart, left, mark: cartFingerprint(lines), orderKey: actor === null ? '' : randomToken(16) }
  })

  handle(calls, chooseCartPlan, async ({ body }, context) => {
    const facts = store.facts()
    const chosen = offeredPlans(viewFor(context), facts).find(({ key }) => key === body.advencePrice)
    if (body.advencePrice !== '' && chosen === undefined) return refuse('plan_unknown')
    await saveCartPlan(pool, context.actor.userId, chosen?.key ?? null)
    return sumsFor(withPlan(context, body.advencePrice))
  })

  handle(calls, addCartLines, async ({ body }, context) => {
    const tooMany = hasNoCart(context) && !body.isTrial ? limitNewCarts(context.address) : null
    if (tooMany !== null) return tooMany
    const rows = await addRows(pool, ownerOf(context), body, viewFor(context))
    const added = rows.filter(({ error }) => error === undefined)
    const productIds = added.flatMap(({ productId }) => productId ?? [])
    if (!body.isTrial && added.length > 0) keepCookie(context)
    const isShort = !body.isTrial && rows.length <= openedLines && added.length > 0
    const [items, cart] = await Promise.all([
      isShort ? presentCart(pool, ownerOf(context), viewFor(context), { productIds }) : [],
      sumsFor(context),
    ])
    return { rows, addedCount: added.length, items, cart }
  })

  handle(calls, addToCart, async ({ params, body }, context) => {
    const tooMany = hasNoCart(context) ? limitNewCarts(context.address) : null
    if (tooMany !== null) return tooMany
    const view = viewFor(context)
    const target = { owner: ownerOf(context), productId: params.productId, isAdding: true }
    const wanted = { unitId: body.productValue, quantity: body.quantity }
    const line = await changeCart(pool, target, view, (product, rule) => rules.addToCart(product, wanted, rule))
    if (isRefusal(line)) return line
    keepCookie(context)
    return presentChanged(line, context)
  })

  handle(calls, changeCartLine, async ({ params, query, body }, context) => {
    if (hasNoCart(context)) return refuse('line_not_found')
    const view = viewFor(context)
    const target = { owner: ownerOf(context), productId: params.productId, isAdding: false }
    const line = await changeCart(pool, target, view, (product, rule) =>
      rules.changeLine(product, query.unit, editOf(body), rule),
    )
    if (isRefusal(line)) return line
    keepCookie(context)
    return presentChanged(line, context)
  })

  handle(calls, removeFromCart, async ({ params, query }, context) => {
    if (hasNoCart(context)) return refuse('line_not_found')
    const left = await transactionOrRefusal(pool, async (db) => {
      const cartId = await lockCart(db, ownerOf(context))
      const removed = await deleteProductLines(db, cartId, params.productId, query.unit)
      return removed === 0 ? abortTransaction('line_not_found') : removed
    })
    if (isRefusal(left)) return left
    keepCookie(context)
    return sumsFor(context)
  })

  handle(calls, clearCart, async (_input, context) => {
    const owner = ownerOf(context)
    if (typeof owner === 'number') {
      await transaction(pool, async (db) => deleteAllLines(db, await lockCart(db, owner)))
    } else {
      await removeGuestCart(pool, owner)
      clearGuestCartCookie(context)
    }
    return []
  })
}

/** An administrator looks as the cart's user. */
const isImpersonated = ({ actor }: BuyerContext) => actor !== null && actor.viewer !== null

/** A guest who has added nothing yet. */
function hasNoCart(context: BuyerContext): boolean {
  return context.actor === null && !context.guestCart.isKept
}

/** The contract holds that exactly one of the three is there. */
function editOf({ quantity, addQuantity, unit = 0 }: Input<typeof changeCartLine>['body']): rules.LineEdit {
  if (quantity !== undefined) return { quantity }
  return addQuantity === undefined ? { unit } : { addQuantity }
}

/** The visitor with another plan chosen, for one answer. */
function withPlan(context: BuyerContext, plan: string | undefined): BuyerContext {
  if (plan === undefined) return context
  return { ...context, choices: parseChoices({ ...context.choices, cartPlan: plan }) }
}
