import { type CartItem, type CartSums, getCart, type OpenedCart } from '#contract/shop/cart.ts'
import type { AnswerStore, Load } from '#web/app/data/answer-store.ts'
import { call } from '#web/app/data/call.ts'
import { changeActivity } from './cart-activity.ts'
import { allJobsDone } from './latest-job.ts'

export const cartKey = 'cart'

/** The lines that are here. `whole`: the figures of all lines while the others are still to come; else null. */
export type HeldCart = { items: CartItem[]; whole: CartSums | null }

export const emptyHeldCart: HeldCart = { items: [], whole: null }

/** A long cart opens with its first lines. */
export function heldCartOf({ items, cart }: Pick<OpenedCart, 'items' | 'cart'>): HeldCart {
  return { items, whole: cart.lineCount > items.length ? cart : null }
}

/** Remembers changed prices: the server says each of them once. */
export function notePrices(items: readonly CartItem[]): void {
  const changed = items.flatMap(({ id, previousPrice }) =>
    previousPrice === undefined ? [] : [[id, previousPrice] as const],
  )
  if (changed.length > 0) {
    changeActivity(({ priceNotices }) => ({ priceNotices: { ...priceNotices, ...Object.fromEntries(changed) } }))
  }
}

/** All lines, as they are after the changes under way; where those on screen are still the same they stay. */
export async function fetchCart({ signal, kept }: Parameters<Load<HeldCart>>[0]): Promise<HeldCart> {
  await allJobsDone()
  const held = kept() as HeldCart | undefined
  let items: CartItem[] | null
  if (held?.whole === null && held.items.length > 0) {
    const { changedItems } = await import('./same-cart.ts')
    items = await changedItems(held.items, signal)
    if (items === null) return held
  } else items = await call(getCart, {}, { signal })
  notePrices(items)
  return { items, whole: null }
}

export function heldCart(answers: AnswerStore): HeldCart | undefined {
  return answers.read(cartKey) as HeldCart | undefined
}

export function cartItems(answers: AnswerStore): CartItem[] | undefined {
  return heldCart(answers)?.items
}

export function holdCart(answers: AnswerStore, held: HeldCart): void {
  answers.write(cartKey, held)
  // The other lines are asked for at once.
  if (held.whole !== null) answers.refresh(cartKey)
}

/** Changes the cart that is shown. What was being fetched meanwhile is out of date. */
export function changeCart(answers: AnswerStore, change: (items: CartItem[]) => CartItem[]): void {
  const held = heldCart(answers)
  if (held === undefined) answers.refresh(cartKey)
  else holdCart(answers, { ...held, items: change(held.items) })
}
