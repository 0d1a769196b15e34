import { type CartItem, checkCartRevision, fingerprintLines, getCart } from '#contract/shop/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { call } from '#web/app/data/call.ts'

/** The revision returned by the last check; unknown until the first one. */
let revision: string | undefined

/** Fetches the cart again if it has changed; null when the lines on screen are current. */
export async function changedItems(items: readonly CartItem[], signal: AbortSignal): Promise<CartItem[] | null> {
  const fingerprint = cartFingerprint(fingerprintLines(items))
  const check = await call(checkCartRevision, { query: { fingerprint, revision } }, { signal })
  const changed = check.isCurrent ? null : await call(getCart, {}, { signal })
  revision = check.revision
  return changed
}
