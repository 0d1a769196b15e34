import { addToCart, type CartItem, changeCartLine, clearCart, getCart, removeFromCart } from '#contract/cart.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Refusal, refuse } from '#contract/errors.ts'
import * as rules from '#domain/cart-changes.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { DealerContext } from '#server/platform/http/context.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { type Store, type View, viewOf } from '#server/settings/settings.ts'
import { changeCart } from './change-cart.ts'
import { presentCart, presentLine } from './present-cart.ts'
import { deleteAllLines, deleteProductLines, type LineRow, lockCart } from './queries.ts'

type CartDeps = { pool: Pool; store: Store }

export function registerCart(calls: Calls, { pool, store }: CartDeps): void {
  const viewFor = (context: DealerContext) => viewOf(context, store.facts())

  handle(calls, getCart, async (_input, context) => presentCart(pool, context.actor.userId, viewFor(context)))

  handle(calls, addToCart, async ({ params, body }, context) => {
    const view = viewFor(context)
    const target = { userId: context.actor.userId, productId: params.productId, isAdding: true }
    const wanted = { unitId: body.productValue, quantity: body.quantity }
    const line = await changeCart(pool, target, view, (product, rule) => rules.addToCart(product, wanted, rule))
    return 'ok' in line ? line : presentChanged(pool, line, view)
  })

  handle(calls, changeCartLine, async ({ params, query, body }, context) => {
    const view = viewFor(context)
    const target = { userId: context.actor.userId, productId: params.productId, isAdding: false }
    const line = await changeCart(pool, target, view, (product, rule) =>
      rules.changeLine(product, query.unit, editOf(body), rule),
    )
    return 'ok' in line ? line : presentChanged(pool, line, view)
  })

  handle(calls, removeFromCart, async ({ params, query }, context) => {
    const { userId } = context.actor
    const removed = await transaction(pool, async (db) =>
      deleteProductLines(db, await lockCart(db, userId), params.productId, query.unit),
    )
    return removed === 0 ? refuse('line_not_found') : presentCart(pool, userId, viewFor(context))
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

async function presentChanged(pool: Pool, line: LineRow, view: View): Promise<CartItem | Refusal> {
  const products = await loadProducts(pool, [line.product_id], view, { alsoInactive: true })
  return presentLine(line, products.get(line.product_id))[0]?.item ?? refuse('product_not_found')
}
