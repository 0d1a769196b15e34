import { type Decimal, decimal } from '#domain/money/money.ts'

/** Multiples to which raised prices can be rounded; the first one is the precision of stored prices. */
export const roundingSteps = ['0.0001', '0.01', '0.05', '0.1', '0.5', '1', '5', '10'] as const
export type RoundingStep = (typeof roundingSteps)[number]

/** Percent by which prices can be raised: more than -100, at most 1,000. */
export const raisePercentMin = -99.99
export const raisePercentMax = 1000

/**
 * A price raised by a percentage (negative: lowered) and rounded half up to a multiple of `step`. A price above 0 stays
 * above 0, at least one step, because 0 means "on inquiry"; 0 stays 0.
 */
export function raisedPrice(value: Decimal | string, percent: Decimal | string, step: RoundingStep): Decimal {
  const before = decimal(value)
  if (before.isZero()) return before
  const steps = before.times(decimal(percent).plus(100)).times('0.01').dividedBy(step).toDecimalPlaces(0)
  return steps.isZero() ? decimal(step) : steps.times(step)
}
