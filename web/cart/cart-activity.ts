import { useSyncExternalStore } from 'react'
import type { Money, PlanKey } from '#contract/core/money.ts'
import type { Unit } from '#contract/shop/product.ts'

export type CartOperation = 'add' | 'addError' | 'saveOrder' | 'makeOffer' | null

/** A change of a line that failed: what the server said, and how to send it again. */
export type LineFailure = {
  code: string
  message: string
  facts: Record<string, string | number>
  retry(): void
  /** The quantity that could not be saved: it stays in its field until it is sent again or dropped. */
  wanted?: number | undefined
  /** The unit that the line was to have. */
  unit?: Unit | undefined
}

export type CartActivity = {
  /** What the cart is doing, and for which product (catalogue, section 4). */
  fetching: { id: number | null; operation: CartOperation }
  /** Add buttons that are busy or show their success, by product. */
  adds: Readonly<Record<number, 'adding' | 'added'>>
  failures: Readonly<Record<number, LineFailure>>
  /** What is said about a typed quantity that is none, by line. */
  hints: Readonly<Record<number, string>>
  /** An order was to be sent without a connection. */
  isOffline: boolean
  /** Prices before they changed, by line; kept until the dealer has read the notice. */
  priceNotices: Readonly<Record<number, Money>>
  /** The payment plan chosen since the page came; undefined = the page's own still counts. */
  plan: PlanKey | null | undefined
  /** Changes on their way to the server. */
  sending: number
  hasSent: boolean
}

const idle: CartActivity = {
  fetching: { id: null, operation: null },
  adds: {},
  failures: {},
  hints: {},
  isOffline: false,
  priceNotices: {},
  plan: undefined,
  sending: 0,
  hasSent: false,
}

let activity = idle
const listeners = new Set<() => void>()

/** Browser only: the server renders the idle state. */
export function changeActivity(change: (now: CartActivity) => Partial<CartActivity>): void {
  activity = { ...activity, ...change(activity) }
  for (const listener of listeners) listener()
}

export function getActivity(): CartActivity {
  return activity
}

/** The entries without one key. */
export function without<T>(entries: Readonly<Record<number, T>>, key: number): Record<number, T> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => Number(name) !== key))
}

/** Says, or with null no longer says, what is wrong with a line's typed quantity. */
export function setQuantityHint(id: number, hint: string | null): void {
  if (hint === null && activity.hints[id] === undefined) return
  changeActivity(({ hints }) => ({ hints: hint === null ? without(hints, id) : { ...hints, [id]: hint } }))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useActivity<T>(select: (activity: CartActivity) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(activity),
    () => select(idle),
  )
}
