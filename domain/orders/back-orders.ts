import { type Decimal, decimal } from '#domain/money/money.ts'
import type { OrderState } from './order-life.ts'

/** States in which stock that arrives is assigned to an order. Goods of an order that is being picked wait until it ends. */
export const fillableStates: readonly OrderState[] = ['received', 'awaiting_approval', 'confirmed', 'partly_shipped']

/** What a line waits for: base units, and the base units in the unit that was ordered. */
export type WaitingLine = { backOrder: string; multiplier: string }

/** Ordered units that are completed, and the base units that they take from the stock. */
export type Fill = { units: number; taken: Decimal }

/**
 * How many of the ordered units the available base units complete. Units are only completed as a whole: 7 pieces complete
 * no box of 12, unless the line holds the other 5 already.
 */
export function fillOf({ backOrder, multiplier }: WaitingLine, available: Decimal): Fill {
  const waiting = decimal(backOrder).dividedBy(multiplier).ceil()
  const held = waiting.times(multiplier).minus(backOrder)
  const units = available.plus(held).dividedBy(multiplier).floor()
  if (!units.greaterThan(0)) return { units: 0, taken: decimal(0) }
  if (units.greaterThanOrEqualTo(waiting)) return { units: waiting.toNumber(), taken: decimal(backOrder) }
  return { units: units.toNumber(), taken: units.times(multiplier).minus(held) }
}

/**
 * Shares stock among lines in the given order, oldest first. `stock`: base units by product. Lines that it does not help
 * are missing in the result; what is too little for one is left to the next.
 */
export function planFills<Line extends WaitingLine & { productId: number }>(
  lines: readonly Line[],
  stock: ReadonlyMap<number, Decimal>,
): (Fill & { line: Line })[] {
  const left = new Map(stock)
  return lines.flatMap((line) => {
    const available = left.get(line.productId) ?? decimal(0)
    const { units, taken } = fillOf(line, available)
    left.set(line.productId, available.minus(taken))
    return units > 0 ? [{ line, units, taken }] : []
  })
}
