import { type CartItem, type CartSums, getCart, type OpenedCart } from '#contract/shop/cart.ts'
import type { QueryCache, Load } from '#web/app/data/query-cache.ts'
import { call } from '#web/app/data/call.ts'
import { changeActivity } from './cart-activity.ts'
import { allJobsDone } from './latest-job.ts'

export const cartKey = 'cart'

/** The lines that are here. `whole`: the figures of all lines while the others are still to come; else null. */
export type CachedCart = { items: CartItem[]; whole: CartSums | null }

export const emptyCachedCart: CachedCart = { items: [], whole: null }

/** A long cart opens with its first lines. */
export function toCachedCart({ items, cart }: Pick<OpenedCart, 'items' | 'cart'>): CachedCart {
  return { items, whole: cart.lineCount > items.length ? cart : null }
}

/** Remembers changed prices: the server says each of them once. */
export function rememberPriceChanges(items: readonly CartItem[]): void {
  const changed = items.flatMap(({ id, previousPrice }) =>
    previousPrice === undefined ? [] : [[id, previousPrice] as const],
  )
  if (changed.length > 0) {
    changeActivity(({ priceNotices }) => ({ priceNotices: { ...priceNotices, ...Object.fromEntries(changed) } }))
  }
}

/** All lines, as they are after the changes under way; where those on screen are still the same they stay. */
export async function fetchCart({ signal, kept }: Parameters<Load<CachedCart>>[0]): Promise<CachedCart> {
  await allJobsDone()
  const cached = kept() as CachedCart | undefined
  let items: CartItem[] | null
  if (cached?.whole === null && cached.items.length > 0) {
    const { changedItems } = await import('./cart-revision.ts')
    items = await changedItems(cached.items, signal)
    if (items === null) return cached
  } else items = await call(getCart, {}, { signal })
  rememberPriceChanges(items)
  return { items, whole: null }
}

export function cachedCart(cache: QueryCache): CachedCart | undefined {
  return cache.read(cartKey) as CachedCart | undefined
}

export function cartItems(cache: QueryCache): CartItem[] | undefined {
  return cachedCart(cache)?.items
}

export function cacheCart(cache: QueryCache, cached: CachedCart): void {
  cache.write(cartKey, cached)
  // The other lines are asked for at once.
  if (cached.whole !== null) cache.refresh(cartKey)
}

/** Changes the cart that is shown. What was being fetched meanwhile is out of date. */
export function changeCart(cache: QueryCache, change: (items: CartItem[]) => CartItem[]): void {
  const cached = cachedCart(cache)
  if (cached === undefined) cache.refresh(cartKey)
  else cacheCart(cache, { ...cached, items: change(cached.items) })
}
