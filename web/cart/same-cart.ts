import { type CartItem, getCart, lookAtCart, markedLines } from '#contract/shop/cart.ts'
import { cartMark } from '#domain/cart/cart-fingerprint.ts'
import { call } from '#web/app/data/call.ts'

/** Of the look before the lines on screen were read; a document's first look does not know. */
let seen: string | undefined

/** The lines, read again; null where those on screen are still the same. */
export async function changedItems(items: readonly CartItem[], signal: AbortSignal): Promise<CartItem[] | null> {
  const look = await call(lookAtCart, { query: { cart: cartMark(markedLines(items)), seen } }, { signal })
  const changed = look.isSame ? null : await call(getCart, {}, { signal })
  seen = look.seen
  return changed
}
