import { addDays, type Day } from '#domain/text/calendar-day.ts'

/** The states of a return. `accepted` holds also for a return that was accepted in part. */
export const returnStates = ['requested', 'accepted', 'refused', 'received', 'closed', 'withdrawn'] as const
export type ReturnState = (typeof returnStates)[number]

/** The only table of allowed moves. */
const moves: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'refused', 'withdrawn'],
  accepted: ['received'],
  refused: [],
  received: ['closed'],
  closed: [],
  withdrawn: [],
}

export const canMoveReturn = (from: ReturnState, to: ReturnState): boolean => moves[from].includes(to)

/** Why a dealer returns goods. */
export const returnReasons = ['wrong_product', 'damaged', 'faulty', 'missing_parts', 'surplus', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** `R` + year + a rising six-digit number. */
export function returnNumber(year: number, sequence: number): string {
  return `R${year}${String(sequence).padStart(6, '0')}`
}

/** Goods of a line that moved on a day, in the unit that was ordered. */
export type MovedGoods = { day: Day; quantity: number }

/**
 * How much of a line can be returned: what was shipped within the last `days` days and was not returned yet. Each return
 * uses up the oldest goods that could be returned when it was requested. `returned`: all that came back or is requested.
 */
export function returnableQuantity(
  { shipped, returned }: { shipped: readonly MovedGoods[]; returned: readonly MovedGoods[] },
  today: Day,
  days: number,
): number {
  const left = shipped.toSorted(byDay).map((goods) => ({ ...goods }))
  for (const { day, quantity } of returned.toSorted(byDay)) {
    let rest = quantity
    for (const goods of [...left.filter((each) => isInTime(each.day, day, days)), ...left]) {
      const used = Math.min(rest, goods.quantity)
      goods.quantity -= used
      rest -= used
    }
  }
  return left.reduce((sum, goods) => sum + (isInTime(goods.day, today, days) ? goods.quantity : 0), 0)
}

/** The last day on which goods shipped on this day can be returned. */
export const lastReturnDay = (shippedOn: Day, days: number): Day => addDays(shippedOn, days)

const isInTime = (shippedOn: Day, day: Day, days: number) => lastReturnDay(shippedOn, days) >= day
const byDay = (a: MovedGoods, b: MovedGoods) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)
