import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantityMax } from '#domain/cart/quantity.ts'
import { decimal } from '#domain/money/money.ts'
import { makeRule } from '#testing/price-oracle/make-rule.ts'
import {
  allowedQuantities,
  type CountedLine,
  findQuantityProblem,
  unitTermsOf,
  type UnitTerms,
} from './order-quantity.ts'

const piece = { multiplier: 1, defaultMultiplier: 1 }
const all = (quantity: number) => ({ quantity, inUnit: false })
const own = (quantity: number) => ({ quantity, inUnit: true })
const line = (quantity: number, terms: UnitTerms, unit = 'ADET', multiplier: number | string = 1): CountedLine => {
  return { unit, multiplier, quantity, terms }
}

describe('the quantities that rules allow', () => {
  test.each([
    ['nothing said', {}, piece, { least: 1, step: 1, most: quantityMax }],
    ['a minimum', { minimum: all(12) }, piece, { least: 12, step: 1, most: quantityMax }],
    ['a multiple', { multiple: all(6) }, piece, { least: 6, step: 6, most: 999_996 }],
    ['a maximum', { maximum: all(100) }, piece, { least: 1, step: 1, most: 100 }],
    [
      'a minimum that is no multiple: the next one',
      { minimum: all(10), multiple: all(6) },
      piece,
      { least: 12, step: 6, most: 999_996 },
    ],
    [
      'a maximum that is no multiple: the one before',
      { maximum: all(100), multiple: all(6) },
      piece,
      { least: 6, step: 6, most: 96 },
    ],
    ['a minimum with a fraction', { minimum: all(2.5) }, piece, { least: 3, step: 1, most: quantityMax }],
    [
      'multiples of 0.3 in whole pieces: every third piece',
      { multiple: all(0.3) },
      piece,
      { least: 3, step: 3, most: 999_999 },
    ],
    ['multiples of 0.5 in whole pieces', { multiple: all(0.5) }, piece, { least: 1, step: 1, most: quantityMax }],
    [
      'boxes of 12 under a minimum in pieces',
      { minimum: all(30) },
      { multiplier: 12, defaultMultiplier: 1 },
      { least: 3, step: 1, most: quantityMax },
    ],
    [
      'boxes of 4 under a multiple of 6',
      { multiple: all(6) },
      { multiplier: 4, defaultMultiplier: 1 },
      { least: 3, step: 3, most: 999_999 },
    ],
    [
      'boxes under a rule in boxes',
      { minimum: own(2), multiple: own(2) },
      { multiplier: 12, defaultMultiplier: 1 },
      { least: 2, step: 2, most: quantityMax },
    ],
    [
      'pieces of a product whose default unit holds 3',
      { multiple: all(2) },
      { multiplier: 1, defaultMultiplier: 3 },
      { least: 6, step: 6, most: 999_996 },
    ],
    [
      'metres sold in rolls of 0.125',
      { multiple: all(1) },
      { multiplier: '0.125', defaultMultiplier: 1 },
      { least: 8, step: 8, most: quantityMax },
    ],
    [
      'the lower of two maximums',
      { maximum: all(50), period_maximum: { ...all(40), days: 30, ordered: 15 } },
      piece,
      { least: 1, step: 1, most: 25 },
    ],
  ] satisfies [string, UnitTerms, typeof piece | { multiplier: number | string; defaultMultiplier: number }, object][])(
    '%s',
    (_, terms, ratio, allowed) => {
      expect(allowedQuantities(terms, ratio)).toEqual(allowed)
    },
  )

  test.each([
    ['a minimum above the maximum', { minimum: all(10), maximum: all(9) }],
    ['a multiple above the maximum', { multiple: all(12), maximum: all(10) }],
    ['no multiple between minimum and maximum', { minimum: all(7), maximum: all(11), multiple: all(6) }],
    ['a period that is used up', { period_maximum: { ...all(40), days: 30, ordered: 40 } }],
  ] satisfies [string, UnitTerms][])('%s allows none', (_, terms) => {
    expect(allowedQuantities(terms, piece)).toBeNull()
  })
})

describe('what a line breaks, and what fits', () => {
  test.each([
    ['below the minimum', line(5, { minimum: all(12) }), 'minimum', [12]],
    ['no multiple', line(8, { multiple: all(6) }), 'multiple', [6, 12]],
    ['no multiple, below the first one', line(4, { multiple: all(6) }), 'multiple', [6]],
    ['above the maximum', line(120, { maximum: all(100) }), 'maximum', [100]],
    ['no multiple, next to the maximum', line(99, { maximum: all(100), multiple: all(6) }), 'multiple', [96]],
    ['below the minimum, with a multiple', line(7, { minimum: all(10), multiple: all(6) }), 'minimum', [12]],
    [
      'above what is left of a period',
      line(30, { period_maximum: { ...all(40), days: 30, ordered: 15 } }),
      'period_maximum',
      [25],
    ],
    [
      'a period that is used up',
      line(1, { period_maximum: { ...all(40), days: 30, ordered: 40 } }),
      'period_maximum',
      [],
    ],
    ['a contradiction', line(10, { minimum: all(20), maximum: all(15) }), 'minimum', []],
    ['boxes of 12: 2 are below 30 pieces', line(2, { minimum: all(30) }, 'KUTU', 12), 'minimum', [3]],
  ] satisfies [string, CountedLine, string, number[]][])('%s', (_, only, kind, fits) => {
    expect(findQuantityProblem([only], 0, 1)).toMatchObject({ kind, fits })
  })

  test.each([
    ['the minimum itself', line(12, { minimum: all(12) })],
    ['a multiple', line(18, { multiple: all(6) })],
    ['the maximum itself', line(100, { maximum: all(100) })],
    ['the last of a period', line(25, { period_maximum: { ...all(40), days: 30, ordered: 15 } })],
    ['no rule', line(7, {})],
  ])('%s breaks nothing', (_, only) => {
    expect(findQuantityProblem([only], 0, 1)).toBeNull()
  })

  test('all lines of the product count for a rule without a unit', () => {
    const terms = { minimum: all(12), maximum: all(20) }
    const lines = [line(3, terms), line(1, terms, 'KUTU', 10)]
    expect(findQuantityProblem(lines, 0, 1)).toBeNull()
    expect(findQuantityProblem([line(15, terms), line(1, terms, 'KUTU', 10)], 0, 1)).toMatchObject({
      kind: 'maximum',
      fits: [10],
    })
    // Together with 15 pieces no box fits.
    expect(findQuantityProblem([line(15, terms), line(1, terms, 'KUTU', 10)], 1, 1)).toMatchObject({
      kind: 'maximum',
      fits: [],
    })
  })

  test('a multiple is reached by the lines together', () => {
    const terms = { multiple: all(6) }
    expect(findQuantityProblem([line(2, terms), line(1, terms, 'KUTU', 10)], 0, 1)).toBeNull()
    expect(findQuantityProblem([line(3, terms), line(1, terms, 'KUTU', 10)], 0, 1)).toMatchObject({ fits: [2, 8] })
  })

  test('only the lines in its unit count for a rule with a unit', () => {
    const terms = { maximum: own(5) }
    expect(findQuantityProblem([line(4, terms), line(100, {}, 'KUTU', 1)], 0, 1)).toBeNull()
    expect(findQuantityProblem([line(6, terms), line(100, {}, 'KUTU', 1)], 0, 1)).toMatchObject({ fits: [5] })
  })
})

test('a rule without a unit counts default units, one with a unit the unit', () => {
  const rule = (unit: string | null) => makeRule({ kind: 'minimum', chain: null, quantity: '2.5', unit })
  expect(unitTermsOf({ minimum: rule(null) })).toEqual({ minimum: { quantity: 2.5, inUnit: false } })
  expect(unitTermsOf({ minimum: rule('KOLİ') })).toEqual({ minimum: { quantity: 2.5, inUnit: true } })
  const period = makeRule({ kind: 'period_maximum', chain: null, quantity: '9', periodDays: 30 })
  expect(unitTermsOf({ period_maximum: period })).toEqual({ period_maximum: { quantity: 9, inUnit: false, days: 30 } })
  expect(unitTermsOf({})).toBeUndefined()
})

/** Thousandths, as the database stores them. */
const exact = (max: number) => fc.integer({ min: 1, max: max * 1000 }).map((n) => n / 1000)
const simple = fc.constantFrom(0.125, 0.25, 0.3, 0.5, 1, 2, 3, 4, 6, 10, 12)
const term = (quantity: fc.Arbitrary<number>) => fc.record({ quantity, inUnit: fc.boolean() })
const someTerms: fc.Arbitrary<UnitTerms> = fc.record(
  {
    minimum: term(fc.oneof(simple, exact(40))),
    multiple: term(fc.oneof(simple, exact(20))),
    maximum: term(fc.oneof(simple, exact(60))),
    period_maximum: fc.record({ quantity: exact(60), inUnit: fc.boolean(), days: fc.constant(30), ordered: exact(30) }),
  },
  { requiredKeys: [] },
)

/** The rules in plain words: whether the line at 0 breaks none with this quantity. */
function isRight(lines: readonly CountedLine[], quantity: number, defaultMultiplier: number): boolean {
  const [first, ...others] = lines
  const { terms, unit, multiplier } = first!
  const count = (inUnit: boolean) => {
    const counted = [{ unit, multiplier, quantity }, ...others].filter((each) => !inUnit || each.unit === unit)
    // In base units, so that nothing is divided.
    return counted.reduce(
      (sum, each) => sum.plus(decimal(inUnit ? 1 : each.multiplier).times(each.quantity)),
      decimal(0),
    )
  }
  const bound = ({ quantity: prescribed, inUnit }: { quantity: number; inUnit: boolean }) =>
    decimal(prescribed).times(inUnit ? 1 : defaultMultiplier)
  const { minimum, multiple, maximum, period_maximum: period } = terms
  if (minimum && count(minimum.inUnit).lessThan(bound(minimum))) return false
  if (maximum && count(maximum.inUnit).greaterThan(bound(maximum))) return false
  if (
    period &&
    count(period.inUnit)
      .plus(period.ordered ?? 0)
      .greaterThan(bound(period))
  )
    return false
  if (!multiple) return true
  const thousandths = (value: { times(by: number): { toString(): string } }) =>
    BigInt(value.times(1_000_000).toString())
  return thousandths(count(multiple.inUnit)) % thousandths(bound(multiple)) === 0n
}

test('what fits is right, nothing between is, and a problem is reported exactly where a rule is broken', () => {
  const units = fc.record({ multiplier: simple, defaultMultiplier: simple, second: simple })
  const cart = fc.record({
    terms: someTerms,
    units,
    quantity: fc.integer({ min: 1, max: 80 }),
    beside: fc.integer({ min: 0, max: 20 }),
  })
  fc.assert(
    fc.property(cart, ({ terms, units: { multiplier, defaultMultiplier, second }, quantity, beside }) => {
      const lines = [
        line(quantity, terms, 'KUTU', multiplier),
        ...(beside === 0 ? [] : [line(beside, {}, 'ADET', second)]),
      ]
      const right = (tried: number) => isRight(lines, tried, defaultMultiplier)
      const problem = findQuantityProblem(lines, 0, defaultMultiplier)
      expect(problem === null).toBe(right(quantity))
      if (problem === null) return
      const { fits } = problem
      expect(fits.every(right)).toBe(true)
      expect(fits).toEqual(fits.toSorted((a, b) => a - b))
      const below = fits.filter((fit) => fit < quantity).at(-1)
      const above = fits.find((fit) => fit > quantity)
      const reach = 40
      for (let tried = Math.max(1, below === undefined ? quantity - reach : below + 1); tried < quantity; tried++) {
        if (below !== undefined || above === undefined) expect(right(tried)).toBe(false)
      }
      for (let tried = quantity + 1; tried < (above ?? quantity + reach); tried++) {
        if (above !== undefined || below === undefined) expect(right(tried)).toBe(false)
      }
    }),
    { numRuns: 600 },
  )
})

test('the allowed quantities of a single line are those that break nothing', () => {
  const input = fc.record({ terms: someTerms, multiplier: simple, defaultMultiplier: simple })
  fc.assert(
    fc.property(input, ({ terms, multiplier, defaultMultiplier }) => {
      const allowed = allowedQuantities(terms, { multiplier, defaultMultiplier })
      for (let quantity = 1; quantity <= 120; quantity++) {
        const isAllowed =
          allowed !== null &&
          quantity >= allowed.least &&
          quantity <= allowed.most &&
          (quantity - allowed.least) % allowed.step === 0
        expect(isAllowed).toBe(isRight([line(quantity, terms, 'KUTU', multiplier)], quantity, defaultMultiplier))
      }
    }),
    { numRuns: 300 },
  )
})
