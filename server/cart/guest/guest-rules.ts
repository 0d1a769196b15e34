import { guestLinesMax } from '#contract/shop/cart.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { CartOwner } from '#server/cart/cart-owner.ts'

/** How many more lines a locked cart can hold. A user's cart is unlimited. */
export async function countRemainingLines(db: Db, owner: CartOwner, cartId: number): Promise<number> {
  if (typeof owner === 'number') return Number.POSITIVE_INFINITY
  const row = await db.one<{ held: number }>(
    'SELECT count(*)::integer AS held FROM cart_lines WHERE cart_id = $1',
    [cartId],
    'cart_guest_room',
  )
  return guestLinesMax - (row?.held ?? 0)
}

export function cartFull(): Refusal {
  return refuse('guest_cart_full', { max: guestLinesMax })
}

/** Removes stock figures from a refusal for visitors who do not see stock. */
export function withoutHiddenStock(refusal: Refusal, { seesStock }: Pick<View, 'seesStock'>): Refusal {
  const { facts } = refusal
  if (seesStock || facts === undefined) return refusal
  const { available: _available, fits: _fits, left: _left, ...visibleFacts } = facts
  return { ...refusal, facts: visibleFacts }
}
