import { decimal } from '#domain/money/money.ts'

const places = 10_000

/**
 * A stored amount (at most 4 decimals) × numerator / denominator, to 4 decimals, half away from zero: exact, in whole
 * ten-thousandths, and with decimals where those grow too large. `numerator` and `denominator` are whole numbers, the
 * denominator above 0. A list of products needs hundreds of these.
 */
export function scalePrice(value: number, numerator: number, denominator: number): number {
  const product = Math.round(value * places) * numerator
  if (value < 0 || !Number.isSafeInteger(product)) {
    return decimal(value).times(numerator).dividedBy(denominator).toDecimalPlaces(4).toNumber()
  }
  const rest = product % denominator
  const whole = (product - rest) / denominator
  return (rest * 2 >= denominator ? whole + 1 : whole) / places
}
