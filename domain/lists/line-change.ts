import { decimal, type Money } from '#domain/money/money.ts'

/** What a follower last saw of a line: the dealer's price of one unit (undefined: none, or hidden), and whether it was in stock. */
export type LineState = { price: Money | undefined; isInStock: boolean }

/** What is new about a line: `before`, if the price changed; whether stock has returned. */
export type LineChange = { before: Money | null; isBack: boolean }

/**
 * What changed between two states of a line; null: nothing that a follower wants to know. Prices are compared in their own
 * currency: a new exchange rate is no change. A price that appears or disappears is none either.
 */
export function lineChange(before: LineState, now: LineState): LineChange | null {
  const isPriced = before.price !== undefined && now.price !== undefined
  const isOther = isPriced && !isSame(before.price, now.price)
  const isBack = !before.isInStock && now.isInStock
  return isOther || isBack ? { before: isOther ? (before.price ?? null) : null, isBack } : null
}

/** Whether two states would be shown alike, so that the stored one need not be written again. */
export const isSameState = (a: LineState, b: LineState): boolean =>
  a.isInStock === b.isInStock &&
  (a.price === undefined || b.price === undefined ? a.price === b.price : isSame(a.price, b.price))

const isSame = (a: Money | undefined, b: Money | undefined): boolean =>
  a !== undefined && b !== undefined && a.currency === b.currency && decimal(a.value).equals(b.value)
