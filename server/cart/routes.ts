import {
  addCartLines,
  addToCart,
  type ChangedItem,
  changeCartLine,
  chooseCartPlan,
  clearCart,
  getCart,
  openCart,
  openedLines,
  removeFromCart,
} from '#contract/cart.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Refusal, refuse } from '#contract/errors.ts'
import * as rules from '#domain/cart-changes.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { DealerContext } from '#server/platform/http/context.ts'
import { parseChoices } from '#server/platform/http/choices.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import { cartPlanOf, offeredPlans, type Store, viewOf } from '#server/settings/settings.ts'
import { addRows } from './add-rows.ts'
import { cartSumsOf } from './cart-sums.ts'
import { changeCart } from './change-cart.ts'
import { presentCart, presentLine } from './present-cart.ts'
import { deleteAllLines, deleteProductLines, type LineRow, lockCart, saveCartPlan } from './queries.ts'

type CartDeps = { pool: Pool; store: Store }

export function registerCart(calls: Calls, { pool, store }: CartDeps): void {
  const viewFor = (context: DealerContext) => viewOf(context, store.facts())

  const sumsFor = (context: DealerContext) =>
    cartSumsOf(pool, context.actor.userId, viewFor(context), cartPlanOf(context, store.facts())?.key ?? null)
  const presentChanged = async (line: LineRow, context: DealerContext): Promise<ChangedItem | Refusal> => {
    const products = loadProducts(pool, [line.product_id], viewFor(context), { alsoInactive: true })
    const [known, cart] = await Promise.all([products, sumsFor(context)])
    const item = presentLine(line, known.get(line.product_id))[0]?.item
    return item === undefined ? refuse('product_not_found') : { ...item, cart }
  }

  handle(calls, getCart, async (_input, context) => presentCart(pool, context.actor.userId, viewFor(context)))

  handle(calls, openCart, async ({ query }, context) => {
    const named = withPlan(context, query.advencePrice)
    const items = await presentCart(pool, context.actor.userId, viewFor(context), { most: openedLines })
    return { items, cart: await sumsFor(named), orderKey: randomToken(16) }
  })

  handle(calls, chooseCartPlan, async ({ body }, context) => {
    const facts = store.facts()
    const chosen = offeredPlans(viewFor(context), facts).find(({ key }) => key === body.advencePrice)
    if (body.advencePrice !== '' && chosen === undefined) return refuse('plan_unknown')
    await saveCartPlan(pool, context.actor.userId, chosen?.key ?? null)
    return sumsFor(withPlan(context, body.advencePrice))
  })

  handle(calls, addCartLines, async ({ body }, context) => {
    const rows = await addRows(pool, context.actor.userId, body, viewFor(context))
    const added = rows.filter(({ error }) => error === undefined)
    const productIds = added.flatMap(({ productId }) => productId ?? [])
    const isShort = !body.isTrial && rows.length <= openedLines && added.length > 0
    const [items, cart] = await Promise.all([
      isShort ? presentCart(pool, context.actor.userId, viewFor(context), { productIds }) : [],
      sumsFor(context),
    ])
    return { rows, addedCount: added.length, items, cart }
  })

  handle(calls, addToCart, async ({ params, body }, context) => {
    const view = viewFor(context)
    const target = { userId: context.actor.userId, productId: params.productId, isAdding: true }
    const wanted = { unitId: body.productValue, quantity: body.quantity }
    const line = await changeCart(pool, target, view, (product, rule) => rules.addToCart(product, wanted, rule))
    return 'ok' in line ? line : presentChanged(line, context)
  })

  handle(calls, changeCartLine, async ({ params, query, body }, context) => {
    const view = viewFor(context)
    const target = { userId: context.actor.userId, productId: params.productId, isAdding: false }
    const line = await changeCart(pool, target, view, (product, rule) =>
      rules.changeLine(product, query.unit, editOf(body), rule),
    )
    return 'ok' in line ? line : presentChanged(line, context)
  })

  handle(calls, removeFromCart, async ({ params, query }, context) => {
    const { userId } = context.actor
    const removed = await transaction(pool, async (db) =>
      deleteProductLines(db, await lockCart(db, userId), params.productId, query.unit),
    )
    return removed === 0 ? refuse('line_not_found') : sumsFor(context)
  })

  handle(calls, clearCart, async (_input, context) => {
    await transaction(pool, async (db) => deleteAllLines(db, await lockCart(db, context.actor.userId)))
    return []
  })
}

/** The contract holds that exactly one of the three is there. */
function editOf({ quantity, addQuantity, unit = 0 }: Input<typeof changeCartLine>['body']): rules.LineEdit {
  if (quantity !== undefined) return { quantity }
  return addQuantity === undefined ? { unit } : { addQuantity }
}

/** The visitor with another plan chosen, for one answer. */
function withPlan(context: DealerContext, plan: string | undefined): DealerContext {
  if (plan === undefined) return context
  return { ...context, choices: parseChoices({ ...context.choices, cartPlan: plan }) }
}
