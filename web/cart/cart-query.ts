import { type CartItem, type CartSums, getCart, getCartSums, type OpenedCart } from '#contract/shop/cart.ts'
import type { Fetcher, QueryCache } from '#web/app/data/query-cache.ts'
import { call } from '#web/app/data/call.ts'
import { changeActivity } from './cart-activity.ts'
import { allJobsDone } from './latest-job.ts'

export const cartKey = 'cart'

/** The loaded lines. `promoted`: the server's totals where promotions are in force. `sums`: totals of the whole cart while some of its lines are still loading; null when all lines are loaded. */
export type CachedCart = { items: CartItem[]; sums: CartSums | null; promoted?: CartSums | undefined }

export const emptyCachedCart: CachedCart = { items: [], sums: null }

/** The cart as its page opens: a long cart with its first lines only. */
export function toCachedCart({ items, cart }: Pick<OpenedCart, 'items' | 'cart'>): CachedCart {
  return { items, sums: cart.lineCount > items.length ? cart : null, ...promotedBy(cart) }
}

/** Totals with promotions, for the cached cart. */
export const promotedBy = (sums: CartSums) => ({ promoted: sums.promotions && sums })

/** Stores changed prices for display: the server reports each change once. */
export function rememberPriceChanges(items: readonly CartItem[]): void {
  const changed = items.flatMap(({ id, previousPrice }) =>
    previousPrice === undefined ? [] : [[id, previousPrice] as const],
  )
  if (changed.length > 0) {
    changeActivity(({ priceNotices }) => ({ priceNotices: { ...priceNotices, ...Object.fromEntries(changed) } }))
  }
}

/** Fetches all lines once pending changes are saved; keeps the lines on screen if they are current. */
export async function fetchCart({
  signal,
  cached: readCached,
}: Parameters<Fetcher<CachedCart>>[0]): Promise<CachedCart> {
  await allJobsDone()
  const cached = readCached() as CachedCart | undefined
  let items: CartItem[] | null
  if (cached?.sums === null && cached.items.length > 0) {
    const { changedItems } = await import('./cart-revision.ts')
    items = await changedItems(cached.items, signal)
    if (items === null) return cached
  } else items = await call(getCart, {}, { signal })
  rememberPriceChanges(items)
  return { items, sums: null }
}

/** Fetches the cart and its totals, for visitors with promotions. */
export async function fetchPromotedCart(context: Parameters<Fetcher<CachedCart>>[0]): Promise<CachedCart> {
  const cached = await fetchCart(context)
  return { ...cached, ...promotedBy(await call(getCartSums, {}, { signal: context.signal })) }
}

export function cachedCart(cache: QueryCache): CachedCart | undefined {
  return cache.read(cartKey) as CachedCart | undefined
}

export function cartItems(cache: QueryCache): CartItem[] | undefined {
  return cachedCart(cache)?.items
}

export function cacheCart(cache: QueryCache, cached: CachedCart): void {
  cache.write(cartKey, cached)
  // Fetches the remaining lines.
  if (cached.sums !== null) cache.refresh(cartKey)
}

/** Changes the cart on screen, with the server's totals of a change that it has saved. A fetch in flight is aborted, since its result would be out of date. */
export function changeCart(cache: QueryCache, change: (items: CartItem[]) => CartItem[], sums?: CartSums): void {
  const cached = cachedCart(cache)
  if (cached === undefined) cache.refresh(cartKey)
  else cacheCart(cache, { ...cached, items: change(cached.items), ...(sums && promotedBy(sums)) })
}
