import { type Decimal, decimal } from '#domain/money/money.ts'
import type { RoundingStep } from './raise-price.ts'

/** Endings such as .90: prices are a multiple of `step` plus `offset`. */
const endings = {
  '.00': { step: '1', offset: '0' },
  '.50': { step: '1', offset: '0.5' },
  '.90': { step: '1', offset: '0.9' },
  '.95': { step: '1', offset: '0.95' },
  '.99': { step: '1', offset: '0.99' },
  '9.90': { step: '10', offset: '9.9' },
} as const satisfies Record<string, { step: RoundingStep; offset: string }>

/** What changed prices are rounded to: a multiple, or an ending. The first one is the precision of stored prices. */
export const priceForms = ['0.0001', '0.01', '0.05', '0.1', '0.5', '5', '10', ...keysOf(endings)] as const
export type PriceForm = (typeof priceForms)[number]

export const roundingDirections = ['nearest', 'up', 'down'] as const
export type RoundingDirection = (typeof roundingDirections)[number]

/** Prices of a form are `step` × a whole number + `offset`. Exact, as text. */
export function formParts(form: PriceForm): { step: string; offset: string } {
  return form in endings ? endings[form as keyof typeof endings] : { step: form, offset: '0' }
}

/** How a price is changed: by a factor (exact text, 1.08 = 8 % dearer), then by an amount in the price's currency. */
export type PriceRaise = { factor: string; amount: string; form: PriceForm; direction: RoundingDirection }

/**
 * A changed and rounded price; halves away from zero. A price of 0 ("on inquiry") stays 0. Null if the change leaves nothing:
 * a result of 0 or less before rounding. One that only rounding would bring to 0 or below becomes the lowest price of the form.
 */
export function changedPrice(value: Decimal | string, { factor, amount, form, direction }: PriceRaise): Decimal | null {
  const before = decimal(value)
  if (before.isZero()) return before
  const wanted = before.times(factor).plus(amount)
  if (!wanted.greaterThan(0)) return null
  const { step, offset } = formParts(form)
  const steps = roundedTo(wanted.minus(offset).times(decimal(1).dividedBy(step)), direction)
  const rounded = steps.times(step).plus(offset)
  return rounded.greaterThan(0) ? rounded : decimal(offset === '0' ? step : offset)
}

function roundedTo(value: Decimal, direction: RoundingDirection): Decimal {
  const whole = value.toDecimalPlaces(0)
  if (direction === 'up') return whole.lessThan(value) ? whole.plus(1) : whole
  if (direction === 'down') return whole.greaterThan(value) ? whole.minus(1) : whole
  return whole
}

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[]
}
