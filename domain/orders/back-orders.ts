import { type Decimal, decimal } from '#domain/money/money.ts'
import type { OrderState } from './order-life.ts'

/** States in which stock that arrives is assigned to an order. Goods of an order that is being picked wait until it ends. */
export const fillableStates: readonly OrderState[] = ['received', 'awaiting_approval', 'confirmed', 'partly_shipped']

/** What a line waits for: base units, and the base units in the unit that was ordered. */
export type WaitingLine = { backOrder: string; multiplier: string }

/**
 * How many of the ordered units the available base units complete, and the base units that they take. Units are only
 * completed as a whole: 7 pieces complete no box of 12, unless the line holds the other 5 already.
 */
export function fillOf({ backOrder, multiplier }: WaitingLine, available: Decimal): { units: number; taken: Decimal } {
  const waiting = decimal(backOrder).dividedBy(multiplier).ceil()
  const held = waiting.times(multiplier).minus(backOrder)
  const units = available.plus(held).dividedBy(multiplier).floor()
  if (!units.greaterThan(0)) return { units: 0, taken: decimal(0) }
  if (units.greaterThanOrEqualTo(waiting)) return { units: waiting.toNumber(), taken: decimal(backOrder) }
  return { units: units.toNumber(), taken: units.times(multiplier).minus(held) }
}
