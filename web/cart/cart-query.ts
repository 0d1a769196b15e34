import type { QueryClient } from '@tanstack/react-query'
import { type CartItem, getCart } from '#contract/cart.ts'
import { call } from '#web/app/call.ts'
import { changeActivity } from './cart-activity.ts'

export const cartKey = ['cart'] as const

/** Remembers changed prices: the server says each of them once. */
export function notePrices(items: readonly CartItem[]): void {
  const changed = items.flatMap(({ id, previousPrice }) =>
    previousPrice === undefined ? [] : [[id, previousPrice] as const],
  )
  if (changed.length > 0) {
    changeActivity(({ priceNotices }) => ({ priceNotices: { ...priceNotices, ...Object.fromEntries(changed) } }))
  }
}

export async function fetchCart({ signal }: { signal: AbortSignal }): Promise<CartItem[]> {
  const items = await call(getCart, {}, { signal })
  notePrices(items)
  return items
}

export function cartItems(queries: QueryClient): CartItem[] | undefined {
  return queries.getQueryData<CartItem[]>(cartKey)
}

/** Changes the cart that is shown. What was being fetched meanwhile is out of date. */
export function changeCart(queries: QueryClient, change: (items: CartItem[]) => CartItem[]): void {
  void queries.cancelQueries({ queryKey: cartKey })
  const items = cartItems(queries)
  if (items === undefined) void queries.invalidateQueries({ queryKey: cartKey })
  else queries.setQueryData<CartItem[]>(cartKey, change(items))
}
