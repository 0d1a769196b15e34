import { type Decimal, decimal, type Money } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'

/** Percentages with at most two decimals; the ones of lines by their unit. */
export type Discounts = { totalPercent: string; lines: ReadonlyMap<number, string> }

/** What a representative may give alone, in percent. `floor`: no line is sold below cost plus this; null without one. */
export type DiscountAuthority = { line: number | string; total: number | string; floor: number | string | null }

/** Which part of its authority a discount exceeds. */
export const exceededParts = ['line', 'total', 'floor'] as const
export type ExceededPart = (typeof exceededParts)[number]

/** Parses a typed percentage: 0 to below 100 with at most two decimals; empty is 0. Null if it is none. */
export function parsePercent(text: string): string | null {
  const bare = text.trim().replace(/^%\s*|\s*%$/, '')
  if (bare === '') return '0'
  const read = readTypedAmount(bare, { sign: ',', places: 2 })
  if (read.kind !== 'amount' || !decimal(read.value).lessThan(100)) return null
  return decimal(read.value).toString()
}

/** The percentage of a line: its own discount, then the one of the whole order on what is left. Exact. */
export function linePercent({ totalPercent, lines }: Discounts, unitId: number): Decimal {
  const rest = (percent: string) => decimal(100).minus(percent)
  const kept = rest(lines.get(unitId) ?? '0').times(rest(totalPercent))
  return decimal(100).minus(kept.dividedBy(100))
}

/** The price after a discount, with at most 4 decimals like stored amounts (decisions, "Money"). */
export function discountedPrice(price: Money, percent: Decimal): { value: string; currency: string } {
  const value = decimal(price.value).times(decimal(100).minus(percent)).dividedBy(100)
  return { value: value.toDecimalPlaces(4).toString(), currency: price.currency }
}

/** Amounts before tax in lira. `cost` is null where it is unknown: such a line has no floor. */
export type JudgedLine = { percent: Decimal; before: Decimal; after: Decimal; cost: Decimal | null }

/**
 * What of its authority a representative exceeds; nothing if it may give the discounts alone. The discount of the whole
 * order counts on every line, and the discounts of lines count in the one of the whole order, so that neither opens a way
 * around the other.
 */
export function exceededAuthority(lines: readonly JudgedLine[], authority: DiscountAuthority): ExceededPart[] {
  const given = lines.filter(({ percent }) => percent.greaterThan(0))
  const sum = (amountOf: (line: JudgedLine) => Decimal) =>
    lines.reduce((total, line) => total.plus(amountOf(line)), decimal(0))
  const allowed = sum(({ before }) => before).times(authority.total)
  const { floor } = authority
  const exceeded: Record<ExceededPart, boolean> = {
    line: given.some(({ percent }) => percent.greaterThan(authority.line)),
    total: sum(({ before, percent }) => before.times(percent)).greaterThan(allowed),
    floor:
      floor !== null &&
      given.some(({ after, cost }) => cost?.times(decimal(100).plus(floor)).greaterThan(after.times(100)) === true),
  }
  return exceededParts.filter((part) => exceeded[part])
}
