import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import type { OpenedCart } from '#contract/shop/cart.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { getActivity } from './cart-activity.ts'
import { cartKey, cachedCart, toCachedCart, cacheCart, rememberPriceChanges } from './cart-query.ts'

/** What is shown already: to hold it again would ask again for the lines that are on their way. */
const seeded = new WeakSet<OpenedCart>()

function seed(cache: QueryCache, opened: OpenedCart): void {
  seeded.add(opened)
  cacheCart(cache, toCachedCart(opened))
}

const bringsCart = (data: unknown): data is { opened: OpenedCart } =>
  typeof data === 'object' && data !== null && 'opened' in data

/**
 * Answers that hold the cart which came with the first page, before anything of it is drawn: its head stands above the page
 * and would else show another cart than the server's once drawing begins anew.
 */
export function useSeededCache(): QueryCache {
  const cart = useMatches()
    .map(({ loaderData }) => loaderData)
    .find(bringsCart)
  const [cache] = useState(() => {
    const store = new QueryCache()
    if (cart !== undefined) seed(store, cart.opened)
    return store
  })
  return cache
}

/** Makes the cart that came with the page the one that everything on it shows. */
export function useSeededCart(opened: OpenedCart): void {
  const cache = useQueryCache()
  useState(() => {
    if (cachedCart(cache) === undefined) seed(cache, opened)
  })
  useEffect(() => {
    rememberPriceChanges(opened.items)
    if (seeded.has(opened) || getActivity().sending > 0) return
    seeded.add(opened)
    const cached = toCachedCart(opened)
    // All lines are here already: they stay until they come again.
    if (cached.whole !== null && cachedCart(cache)?.whole === null) cache.refresh(cartKey)
    else cacheCart(cache, cached)
  }, [cache, opened])
}
