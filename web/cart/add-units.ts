import { addCartUnits, type UnitRefusal } from '#contract/shop/variants.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { withLine } from './cart-lines.ts'
import { cartKey, changeCart } from './cart-query.ts'

const keys = createAttemptKeys()

type UnitLine = { productId: number; unitId: number; quantity: number }

/**
 * Puts lines into the cart, all or none; the same lines sent again after a lost response are added once. Returns why not, by
 * line; null for lines without a problem. Throws `CallError`.
 */
export async function addUnits(cache: QueryCache, lines: readonly UnitLine[]): Promise<(UnitRefusal | null)[]> {
  const body = { lines: [...lines] }
  try {
    const headers = { 'idempotency-key': keys.keyFor(JSON.stringify(body)) }
    const { refusals, addedCount, items, cart } = await call(addCartUnits, { body, headers })
    keys.end()
    if (addedCount === 0) return refusals
    endAttempt()
    if (items.length === 0) cache.refresh(cartKey)
    else changeCart(cache, (current) => items.reduce((all, item) => withLine(all, item), current), cart)
    return refusals
  } catch (error) {
    if (error instanceof CallError) keys.answered(error.status)
    throw error
  }
}
