import { useSyncExternalStore } from 'react'
import type { Money, PlanKey } from '#contract/core/money.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Unit } from '#contract/shop/product.ts'

export type CartOperation = 'add' | 'addError' | 'saveOrder' | 'makeOffer' | null

/** A failed change of a line: the server's error, and how to retry. */
export type LineFailure = {
  code: string
  message: string
  facts: Record<string, string | number>
  retry(): void
  /** The quantity that could not be saved: it stays in the field until it is retried or dismissed. */
  quantity?: number | undefined
  /** The requested unit, if the change was one of unit. */
  unit?: Unit | undefined
}

/** A removed line whose removal can be undone. Its row stays in the table, so that the next line does not move up. */
export type RemovedLine = {
  undoKey: string
  line: CartItem
  /** Ids of the rows above it. */
  above: readonly number[]
  /** Height of its row in pixels; undefined if it was not on screen. */
  height: number | undefined
  isUndoing: boolean
}

export type CartActivity = {
  /** The current operation and its product (catalogue, section 4). */
  fetching: { id: number | null; operation: CartOperation }
  /** Add buttons that are busy or show success, by product id. */
  adds: Readonly<Record<number, 'adding' | 'added'>>
  failures: Readonly<Record<number, LineFailure>>
  /** Hints about invalid typed quantities, by line id. */
  hints: Readonly<Record<number, string>>
  /** Whether the user tried to order without a connection. */
  isOffline: boolean
  /** In the order of their removal. */
  removals: readonly RemovedLine[]
  /** Previous prices of lines whose price changed, by line id; kept until the user dismisses the notice. */
  priceNotices: Readonly<Record<number, Money>>
  /** The payment plan chosen on this page; undefined = the plan that the page was loaded with. */
  plan: PlanKey | null | undefined
  /** Number of changes being sent. */
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
  removals: [],
  plan: undefined,
  sending: 0,
  hasSent: false,
}

let activity = idle
const listeners = new Set<() => void>()

/** In the browser only: the server renders the idle state. */
export function changeActivity(change: (now: CartActivity) => Partial<CartActivity>): void {
  activity = { ...activity, ...change(activity) }
  for (const listener of listeners) listener()
}

export function getActivity(): CartActivity {
  return activity
}

export function without<T>(entries: Readonly<Record<number, T>>, key: number): Record<number, T> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => Number(name) !== key))
}

/** Sets the hint about a line's typed quantity; null removes it. */
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
