import type { Decimal } from '#domain/money/money.ts'
import type { PlainNumbers, RawRate, SheetProblem } from './sheet.ts'

/** No bank keeps more: a plain number of 0.75 is then no fraction. */
const highestFraction = 0.6

type Percents = {
  plain: PlainNumbers | 'none'
  /** By the index of the cell; null = ambiguous. */
  percents: (Decimal | null)[]
  problems: SheetProblem[]
}

/**
 * Reads numbers without a percent sign. They are fractions if all of them are, percents if none of them can be; in a sheet
 * with both, those below 1 are ambiguous until a person says what they are.
 */
export function toPercents(
  cells: readonly Pick<RawRate, 'percent' | 'address' | 'text'>[],
  wanted: PlainNumbers | 'auto',
): Percents {
  const numbers = cells.filter(({ percent }) => percent.isPlain && !percent.value.isZero())
  const below = numbers.filter(({ percent }) => percent.value.lessThan(1))
  const areFractions = numbers.every(({ percent }) => percent.value.lessThanOrEqualTo(highestFraction))
  const found = numbers.length === 0 ? 'none' : areFractions ? 'fraction' : below.length === 0 ? 'percent' : null
  const plain = wanted === 'auto' ? found : numbers.length === 0 ? 'none' : wanted
  const problems: SheetProblem[] = []
  const percents = cells.map(({ percent: { value, isPlain }, address, text }) => {
    if (!isPlain || plain === 'percent') return value
    if (plain === 'fraction') return value.times(100)
    if (value.isZero() || value.greaterThanOrEqualTo(1)) return value
    if (!problems.some((problem) => problem.address === address))
      problems.push({ code: 'percent_ambiguous', address, text })
    return null
  })
  return { plain: plain ?? 'percent', percents, problems }
}
