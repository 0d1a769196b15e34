import { randomBytes } from 'node:crypto'
import type { PlanKey } from '#contract/core/money.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import type { Discounts } from '#domain/orders/representative-discount.ts'
import { addLinesToCart, cartSumsOf, type CartOwner, lockCart } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { draftOrder, type OrderDraft } from '#server/checkout/order-draft.ts'

/** What is compared: a cart with its lines. */
export type ComparedCart = {
  cartId: number
  owner: CartOwner
  view: View
  /** Who would order it; null: a visitor without a dealer, who only sees totals. */
  buyer: { userId: number; dealerId: number; discounts?: Discounts | undefined } | null
}

/** In two decimals; `total` in the currency of the visitor. `draft`: the order, where there is a buyer. */
export type PricedPlan = {
  ok: true
  total: string
  totalTry: string
  draft: Pick<OrderDraft, 'head' | 'lines'> | null
}

/** What the cart costs under a plan: the totals of the order that it makes, or why it makes none. */
export async function priceUnder(db: Db, cart: ComparedCart, planKey: PlanKey | null): Promise<PricedPlan | Refusal> {
  const { cartId, owner, view, buyer } = cart
  if (buyer === null) {
    const { totals, lineCount } = await cartSumsOf(db, owner, view, planKey)
    if (lineCount === 0) return refuse('cart_empty')
    if (totals === undefined) return refuse('payment_comparison_hidden')
    return {
      ok: true,
      total: decimal(totals.total).toFixed(2),
      totalTry: decimal(totals.totalTry).toFixed(2),
      draft: null,
    }
  }
  const draft = await draftOrder(db, cartId, { ...buyer, view, planKey, description: undefined })
  if (!draft.ok) return draft
  const { total, totalTry } = draft.head
  return { ok: true, total, totalTry, draft }
}

/**
 * A cart of its own with one line, by the rules of adding to carts. Belongs into a transaction that is rolled back.
 * Returns its id and owner.
 */
export async function cartOfLine(
  db: Db,
  line: { productId: number; unitId: number; quantity: number },
  view: View,
): Promise<{ ok: true; cartId: number; owner: CartOwner } | Refusal> {
  const owner = randomBytes(32)
  const [refusal] = await addLinesToCart(db, owner, [line], view, { isLimited: false })
  return refusal ?? { ok: true, cartId: await lockCart(db, owner), owner }
}
