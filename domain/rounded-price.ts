import { type Decimal, decimal, roundMoney } from './money.ts'

/** A line of a table as it is shown, in one currency: what one unit costs, unrounded, and its amount. `profit` in percent. */
export type ShownLine = {
  price: Decimal | number | string
  quantity: number
  amount: Decimal | number | string
  profit?: number | string
}

/**
 * Whether a reader who multiplies finds another amount than the one shown: unit prices are shown with 2 decimals (catalogue,
 * section 9), while amounts come from the unrounded price. Such a table says so below itself.
 */
export function isRoundingSeen(lines: readonly ShownLine[]): boolean {
  return lines.some(({ price, quantity, amount, profit = 0 }) => {
    const read = roundMoney(decimal(price)).times(quantity).times(decimal(100).plus(profit)).dividedBy(100)
    return !roundMoney(read).equals(roundMoney(decimal(amount)))
  })
}
