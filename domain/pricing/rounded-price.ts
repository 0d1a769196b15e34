import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/** A line as shown, in one currency: the unrounded unit price and the amount. */
export type ShownLine = { price: Decimal | number | string; quantity: number; amount: Decimal | number | string }

/**
 * Whether multiplying a shown unit price gives another amount than the one shown, or adding up the shown amounts gives
 * another `subtotal`. Unit prices and amounts are shown with 2 decimals (catalogue, section 9), but amounts come from
 * the unrounded price and the subtotal is rounded once; such a table shows a note. Without `subtotal`, the sum is not
 * checked.
 */
export function isRoundingVisible(lines: readonly ShownLine[], subtotal?: Decimal | number | string): boolean {
  if (isSumOff(lines, subtotal)) return true
  return lines.some(({ price, quantity, amount }) => {
    const read = roundMoney(decimal(price)).times(quantity)
    return !roundMoney(read).equals(roundMoney(decimal(amount)))
  })
}

function isSumOff(lines: readonly ShownLine[], subtotal: Decimal | number | string | undefined): boolean {
  return subtotal !== undefined && lines.length > 0 && !roundingDifference(lines, subtotal).isZero()
}

/** What a subtotal that was rounded once differs from the sum of the rounded amounts. */
export function roundingDifference(
  lines: readonly Pick<ShownLine, 'amount'>[],
  subtotal: Decimal | number | string,
): Decimal {
  return lines.reduce((rest, { amount }) => rest.minus(roundMoney(decimal(amount))), decimal(subtotal))
}

/** More decimals are not printed. Enough for a million units at a price of 4 decimals and a rate of 8. */
const maxPlaces = 16

/**
 * The decimals, at least 2, with which a printed unit price × quantity gives the rounded amount of its line. The amount is for
 * what is left of `quantity` after `cancelled`, or, where the whole order was cancelled, for all of it; 2 if it is for neither.
 */
export function unitPricePlaces({
  price,
  quantity,
  amount,
  cancelled = 0,
}: ShownLine & { cancelled?: number }): number {
  const shown = roundMoney(decimal(amount))
  for (let places = 2; places <= maxPlaces; places++) {
    const printed = decimal(price).toDecimalPlaces(places)
    if ([quantity - cancelled, quantity].some((count) => roundMoney(printed.times(count)).equals(shown))) return places
  }
  return 2
}
