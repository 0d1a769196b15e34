import { type Decimal, decimal } from '#domain/money/money.ts'

/** A line that nothing has been shipped of. `backOrder` in base units, `price` of one unit before tax in `currency`. */
export type ChangeableLine = {
  lineNo: number
  quantity: number
  cancelled: number
  multiplier: string
  backOrder: string
  price: string
}

/** `quantity`: what the dealer is to get; 0 cancels the line. `discount` in percent of the price so far. */
export type WantedChange = { quantity?: number | undefined; price?: string | undefined; discount?: number | undefined }

/** The line afterwards, and what its stock needs: base units to return, and base units to take. */
export type PlannedLine = {
  lineNo: number
  quantity: number
  cancelled: number
  backOrder: Decimal
  price: Decimal
  returned: Decimal
  needed: Decimal
}

/** Places of a stored unit price. */
const pricePlaces = 4

/**
 * Plans the change of a line. What is taken away reduces the back-order first, since it holds no stock. What is added is
 * ordered in addition.
 */
export function planChange(line: ChangeableLine, change: WantedChange): PlannedLine {
  const { lineNo, multiplier } = line
  const active = line.quantity - line.cancelled
  const more = (change.quantity ?? active) - active
  const less = decimal(multiplier).times(Math.max(0, -more))
  const backOrder = decimal(line.backOrder)
  const fromBackOrder = backOrder.lessThan(less) ? backOrder : less
  return {
    lineNo,
    quantity: line.quantity + Math.max(0, more),
    cancelled: line.cancelled + Math.max(0, -more),
    backOrder: backOrder.minus(fromBackOrder),
    price: newPrice(line.price, change),
    returned: less.minus(fromBackOrder),
    needed: decimal(multiplier).times(Math.max(0, more)),
  }
}

function newPrice(before: string, { price, discount = 0 }: WantedChange): Decimal {
  const base = decimal(price ?? before)
  return base.times(decimal(100).minus(discount)).dividedBy(100).toDecimalPlaces(pricePlaces)
}
