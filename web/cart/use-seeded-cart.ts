import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import type { OpenedCart } from '#contract/shop/cart.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { getActivity } from './cart-activity.ts'
import { cartKey, cachedCart, toCachedCart, cacheCart, rememberPriceChanges } from './cart-query.ts'

/** Carts that are cached already: caching them again would fetch their remaining lines a second time. */
const seeded = new WeakSet<OpenedCart>()

function seed(cache: QueryCache, opened: OpenedCart): void {
  seeded.add(opened)
  cacheCart(cache, toCachedCart(opened))
}

const hasOpenedCart = (data: unknown): data is { opened: OpenedCart } =>
  typeof data === 'object' && data !== null && 'opened' in data

/**
 * A query cache that holds the cart of the first page before anything renders. The header is rendered outside the page and
 * would otherwise differ from the server's HTML on hydration.
 */
export function useSeededCache(): QueryCache {
  const cart = useMatches()
    .map(({ loaderData }) => loaderData)
    .find(hasOpenedCart)
  const [cache] = useState(() => {
    const store = new QueryCache()
    if (cart !== undefined) seed(store, cart.opened)
    return store
  })
  return cache
}

/** Caches the cart that the page was loaded with, so that everything on the page shows it. */
export function useSeededCart(opened: OpenedCart): void {
  const cache = useQueryCache()
  useState(() => {
    if (cachedCart(cache) === undefined) seed(cache, opened)
  })
  useEffect(() => {
    rememberPriceChanges(opened.items)
    if (seeded.has(opened) || getActivity().sending > 0) return
    seeded.add(opened)
    const next = toCachedCart(opened)
    // All lines are loaded already: they stay until the new ones arrive.
    if (next.sums !== null && cachedCart(cache)?.sums === null) cache.refresh(cartKey)
    else cacheCart(cache, next)
  }, [cache, opened])
}
