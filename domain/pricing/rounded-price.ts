import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/** A line as shown, in one currency: the unrounded unit price and the amount. `profit` in percent. */
export type ShownLine = {
  price: Decimal | number | string
  quantity: number
  amount: Decimal | number | string
  profit?: number | string
}

/**
 * Whether multiplying a shown unit price gives another amount than the one shown, or adding up the shown amounts gives
 * another `subtotal`. Unit prices and amounts are shown with 2 decimals (catalogue, section 9), but amounts come from
 * the unrounded price and the subtotal is rounded once; such a table shows a note. Without `subtotal`, the sum is not
 * checked.
 */
export function isRoundingVisible(lines: readonly ShownLine[], subtotal?: Decimal | number | string): boolean {
  if (isSumOff(lines, subtotal)) return true
  return lines.some(({ price, quantity, amount, profit = 0 }) => {
    const read = roundMoney(decimal(price)).times(quantity).times(decimal(100).plus(profit)).dividedBy(100)
    return !roundMoney(read).equals(roundMoney(decimal(amount)))
  })
}

function isSumOff(lines: readonly ShownLine[], subtotal: Decimal | number | string | undefined): boolean {
  if (subtotal === undefined || lines.length === 0) return false
  const sum = lines.reduce((total, { amount }) => total.plus(roundMoney(decimal(amount))), decimal(0))
  return !sum.equals(decimal(subtotal))
}
