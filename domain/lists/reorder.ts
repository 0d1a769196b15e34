import { quantityMax } from '#domain/cart/quantity.ts'
import { decimal } from '#domain/money/money.ts'
import type { AllowedQuantities } from '#domain/pricing/order-quantity.ts'
import { addDays, type Day, daysBetween } from '#domain/text/calendar-day.ts'

/** What a dealer bought of a product on one day, in base units. Orders of one day count as one. */
export type Purchase = { day: Day; quantity: string }

/** Days with orders of a product that make a rhythm. */
export const rhythmMin = 3

/** Of the median distance: a product is due when this part of it has passed since the last order. */
const dueShare = '0.8'

/** `days`: the median distance between orders; `dueOn`: the first day on which it is due; `quantity`: the median, in base units. */
export type Rhythm = { days: string; lastOn: Day; dueOn: Day; quantity: string }

/**
 * The rhythm in which a dealer buys a product; null with fewer than three days of orders. The order of `purchases` does not
 * matter.
 */
export function rhythmOf(purchases: readonly Purchase[]): Rhythm | null {
  const sorted = purchases.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const lastOn = sorted.at(-1)?.day
  if (sorted.length < rhythmMin || lastOn === undefined) return null
  const distances = sorted.slice(1).map(({ day }, i) => String(daysBetween(sorted[i]?.day ?? day, day)))
  const days = median(distances)
  const passed = decimal(days).times(dueShare)
  const whole = passed.toDecimalPlaces(0)
  const dueAfter = whole.toNumber() + (passed.greaterThan(whole) ? 1 : 0)
  return { days, lastOn, dueOn: addDays(lastOn, dueAfter), quantity: median(sorted.map(({ quantity }) => quantity)) }
}

export const isDue = ({ dueOn }: Rhythm, today: Day): boolean => dueOn <= today

/**
 * The quantity to suggest in a unit for `base` base units: to the nearest whole unit, halves up, then to the nearest that
 * `allowed` permits, the greater of two; null where nothing is allowed.
 */
export function suggestedQuantity(
  base: string,
  multiplier: number,
  allowed: AllowedQuantities | null | undefined,
): number | null {
  const whole = Math.min(quantityMax, Math.max(1, decimal(base).dividedBy(multiplier).toDecimalPlaces(0).toNumber()))
  if (allowed === null) return null
  if (allowed === undefined) return whole
  const { least, step, most } = allowed
  if (whole <= least) return least
  if (whole >= most) return most
  const above = least + Math.ceil((whole - least) / step) * step
  const below = above - step
  return above > most || (above !== whole && whole - below < above - whole) ? below : above
}

/** The middle value, or half of the sum of the two in the middle. */
function median(values: readonly string[]): string {
  const sorted = values.toSorted((a, b) => (decimal(a).greaterThan(b) ? 1 : -1))
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? '0'
  return sorted.length % 2 === 1
    ? upper
    : decimal(sorted[half - 1] ?? '0')
        .plus(upper)
        .dividedBy(2)
        .toString()
}
