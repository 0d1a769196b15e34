import { type CartItem, getCart } from '#contract/cart.ts'
import type { AnswerStore } from '#web/app/answer-store.ts'
import { call } from '#web/app/call.ts'
import { changeActivity } from './cart-activity.ts'

export const cartKey = 'cart'

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

export function cartItems(answers: AnswerStore): CartItem[] | undefined {
  return answers.read(cartKey) as CartItem[] | undefined
}

/** Changes the cart that is shown. What was being fetched meanwhile is out of date. */
export function changeCart(answers: AnswerStore, change: (items: CartItem[]) => CartItem[]): void {
  const items = cartItems(answers)
  if (items === undefined) answers.refresh(cartKey)
  else answers.write(cartKey, change(items))
}
