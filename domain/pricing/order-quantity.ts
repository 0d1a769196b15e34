import { quantityMax } from '#domain/cart/quantity.ts'
import { decimal } from '#domain/money/money.ts'
import type { PriceRule, QuantityKind, QuantityRules } from './price-rule.ts'

/** How much a rule prescribes. `inUnit`: counted in the line's own unit, otherwise in default units. */
export type QuantityTerm = { quantity: number; inUnit: boolean }

/**
 * What rules prescribe for lines in one unit. `ordered`: what the dealer has ordered in the period, in the unit or (not
 * `inUnit`) in base units; missing: nothing.
 */
export type UnitTerms = Partial<Record<Exclude<QuantityKind, 'period_maximum'>, QuantityTerm>> & {
  period_maximum?: QuantityTerm & { days: number; ordered?: number | undefined }
}

/** The rules that decide, as what they prescribe; undefined without any. */
export function unitTermsOf({
  minimum,
  multiple,
  maximum,
  period_maximum: period,
}: QuantityRules): UnitTerms | undefined {
  const termOf = ({ quantity, unit }: PriceRule) => ({ quantity: Number(quantity), inUnit: unit !== null })
  const terms: UnitTerms = {
    ...(minimum && { minimum: termOf(minimum) }),
    ...(multiple && { multiple: termOf(multiple) }),
    ...(maximum && { maximum: termOf(maximum) }),
    ...(period && { period_maximum: { ...termOf(period), days: period.periodDays ?? 1 } }),
  }
  return Object.keys(terms).length === 0 ? undefined : terms
}

/** A unit by the number of base units in it and in the product's default unit. */
export type UnitRatio = { multiplier: number | string; defaultMultiplier: number | string }

/** A line of one product. */
export type CountedLine = { unit: string; multiplier: number | string; quantity: number; terms: UnitTerms }

/** Whole units that one line may contain: `least`, then more by `step`, up to `most`. */
export type AllowedQuantities = { least: number; step: number; most: number }

/**
 * The first rule that a line breaks. `fits`: the nearest quantities of this line that break none, smaller and greater; empty
 * where there is none.
 */
export type QuantityProblem = { kind: QuantityKind; term: QuantityTerm & { days?: number }; fits: number[] }

/** A rule as whole numbers: `counted × unit + others` is compared with `bound`. */
type Bound = { bound: bigint; unit: bigint; others: bigint }
type Bounds = Partial<Record<QuantityKind, Bound>>

/** Quantities and multipliers have three decimals; a product of two has six. */
const scale = 6

function scaled(value: number | string, factor: number | string = 1): bigint {
  const { units, places } = decimal(value).times(factor)
  const shift = scale - places
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift)
}

/**
 * The quantities that rules allow for a product's only line in a unit; null: none. Exact, also where a default unit is a third
 * of another one.
 */
export function allowedQuantities(terms: UnitTerms, ratio: UnitRatio): AllowedQuantities | null {
  return allowedOf(boundsOf(terms, ratio, () => ({ inUnit: 0n, inBase: 0n })))
}

/**
 * The first rule that the line at `at` breaks; null: none. A rule without a unit counts all lines of the product, in default
 * units, and one with a unit the lines in this unit. `lines` are those of one product.
 */
export function findQuantityProblem(
  lines: readonly CountedLine[],
  at: number,
  defaultMultiplier: number | string,
): QuantityProblem | null {
  const line = lines[at]
  if (line === undefined || Object.keys(line.terms).length === 0) return null
  const others = lines.filter((_, index) => index !== at)
  const bounds = boundsOf(line.terms, { multiplier: line.multiplier, defaultMultiplier }, () => ({
    inUnit: sum(others.filter(({ unit }) => unit === line.unit).map(({ quantity }) => scaled(quantity))),
    inBase: sum(others.map(({ quantity, multiplier }) => scaled(quantity, multiplier))),
  }))
  const kind = brokenKind(bounds, line.quantity)
  const term = kind && line.terms[kind]
  return kind && term ? { kind, term, fits: fitsOf(bounds, line.quantity) } : null
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function boundsOf(
  terms: UnitTerms,
  { multiplier, defaultMultiplier }: UnitRatio,
  countOthers: () => { inUnit: bigint; inBase: bigint },
): Bounds {
  const others = countOthers()
  const boundOf = ({ quantity, inUnit }: QuantityTerm): Bound =>
    inUnit
      ? { bound: scaled(quantity), unit: scaled(1), others: others.inUnit }
      : { bound: scaled(quantity, defaultMultiplier), unit: scaled(multiplier), others: others.inBase }
  const { minimum, multiple, maximum, period_maximum: period } = terms
  const periodBound = period && boundOf(period)
  return {
    ...(minimum && { minimum: boundOf(minimum) }),
    ...(multiple && { multiple: boundOf(multiple) }),
    ...(maximum && { maximum: boundOf(maximum) }),
    ...(periodBound && {
      period_maximum: { ...periodBound, others: periodBound.others + scaled(period?.ordered ?? 0) },
    }),
  }
}

function brokenKind(
  { minimum, multiple, maximum, period_maximum: period }: Bounds,
  quantity: number,
): QuantityKind | null {
  const countOf = ({ unit, others }: Bound) => others + unit * BigInt(quantity)
  if (minimum && countOf(minimum) < minimum.bound) return 'minimum'
  if (multiple && countOf(multiple) % multiple.bound !== 0n) return 'multiple'
  if (maximum && countOf(maximum) > maximum.bound) return 'maximum'
  return period && countOf(period) > period.bound ? 'period_maximum' : null
}

/** The quantities between `low` and `high` that differ from `rest` by multiples of `step`; null: none. */
function rangeOf({ minimum, multiple, maximum, period_maximum: period }: Bounds) {
  let low = 1n
  let high = BigInt(quantityMax)
  for (const most of [maximum, period]) {
    if (most) high = smaller(high, floorDivide(most.bound - most.others, most.unit))
  }
  if (minimum) low = greater(low, -floorDivide(minimum.others - minimum.bound, minimum.unit))
  const steps = multiple ? solve(multiple) : { rest: 0n, step: 1n }
  return steps && { low, high, ...steps }
}

/** The solutions of `others + unit × q ≡ 0 (mod bound)`: q ≡ rest (mod step). */
function solve({ bound, unit, others }: Bound): { rest: bigint; step: bigint } | null {
  const { divisor, factor } = extendedGcd(unit % bound, bound)
  if (others % divisor !== 0n) return null
  const step = bound / divisor
  return { step, rest: modulo((-others / divisor) * factor, step) }
}

/** The greatest common divisor, and the factor of `a` in `a × factor + b × … = divisor`. */
function extendedGcd(a: bigint, b: bigint): { divisor: bigint; factor: bigint } {
  let [before, now, factor, next] = [a, b, 1n, 0n]
  while (now !== 0n) {
    const quotient = before / now
    ;[before, now] = [now, before - quotient * now]
    ;[factor, next] = [next, factor - quotient * next]
  }
  return { divisor: before, factor }
}

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const floorDivide = (value: bigint, by: bigint): bigint => (value - modulo(value, by)) / by

function allowedOf(bounds: Bounds): AllowedQuantities | null {
  const range = rangeOf(bounds)
  if (range === null) return null
  const { low, high, rest, step } = range
  const least = low + modulo(rest - low, step)
  const most = high - modulo(high - rest, step)
  return least > most ? null : { least: Number(least), step: Number(step), most: Number(most) }
}

function fitsOf(bounds: Bounds, quantity: number): number[] {
  const allowed = allowedOf(bounds)
  if (allowed === null) return []
  const { least, step, most } = allowed
  if (quantity <= least) return [least]
  if (quantity >= most) return [most]
  const below = least + Math.floor((quantity - least) / step) * step
  return [below, below + step]
}
