import { decimal } from '#domain/money/money.ts'

const places = 10_000

/**
 * Computes a stored amount (at most 4 decimals) × numerator / denominator, to 4 decimals, half away from zero. Exact:
 * uses whole ten-thousandths, and decimals when they grow too large. `numerator` and `denominator` are whole numbers,
 * the denominator is positive. A product list needs hundreds of these.
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
