import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestPart, type PartLine } from './largest-part.ts'

const amountOf = (lines: readonly PartLine[], quantities: readonly number[]) =>
  lines.reduce((sum, { unit }, at) => sum + unit * (quantities[at] ?? 0), 0)

/** The greatest amount of any choice of quantities, by trying all of them. */
function bestOfAll(lines: readonly PartLine[], capacity: number): number {
  let sums = new Set([0])
  for (const { unit, max } of lines) {
    const next = new Set<number>()
    for (const sum of sums) {
      for (let taken = 0; taken <= max; taken += 1) if (sum + taken * unit <= capacity) next.add(sum + taken * unit)
    }
    sums = next
  }
  return Math.max(...sums)
}

const line = fc.record({ unit: fc.integer({ min: 1, max: 500 }), max: fc.integer({ min: 0, max: 6 }) })

describe('the largest part', () => {
  test('of small carts is the best of all choices', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 0, max: 4000 }), (lines, capacity) => {
        const part = largestPart(lines, capacity)
        expect(part.isExact).toBe(true)
        expect(part.amount).toBe(bestOfAll(lines, capacity))
      }),
      { numRuns: 500 },
    )
  })

  test('never takes more than there is or than fits, and says what it is worth', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 300 }),
        (lines, capacity, steps) => {
          const { quantities, amount } = largestPart(lines, capacity, { steps })
          expect(amountOf(lines, quantities)).toBe(amount)
          expect(amount).toBeLessThanOrEqual(capacity)
          for (const [at, taken] of quantities.entries()) {
            expect(Number.isInteger(taken) && taken >= 0 && taken <= (lines[at]?.max ?? 0)).toBe(true)
          }
        },
      ),
    )
  })

  test('fills the gap that taking the dearest first leaves', () => {
    const lines = [
      { unit: 700, max: 1 },
      { unit: 500, max: 2 },
    ]
    expect(largestPart(lines, 1000)).toEqual({ quantities: [0, 2], amount: 1000, isExact: true })
  })

  test('shares a quantity among lines of the same price', () => {
    const lines = [
      { unit: 100, max: 2 },
      { unit: 100, max: 2 },
    ]
    expect(largestPart(lines, 350).quantities).toEqual([2, 1])
  })

  test.each([
    ['nothing fits', [{ unit: 100, max: 3 }], 99],
    ['no lines', [], 100],
    ['no units', [{ unit: 10, max: 0 }], 100],
    ['nothing is left', [{ unit: 10, max: 1 }], 0],
  ])('%s: takes nothing', (_, lines, capacity) => {
    expect(largestPart(lines, capacity)).toMatchObject({ amount: 0, quantities: lines.map(() => 0) })
  })

  test('of all lines is all lines', () => {
    const lines = Array.from({ length: 2000 }, (_, at) => ({ unit: 1_000_000 + at * 7919, max: 1 + (at % 5) }))
    const all = amountOf(
      lines,
      lines.map(({ max }) => max),
    )
    expect(largestPart(lines, all).amount).toBe(all)
  })

  test('of 2,000 lines leaves less than the cheapest unit', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ unit: fc.integer({ min: 1_000_000, max: 5_000_000_000 }), max: fc.integer({ min: 1, max: 50 }) }),
          {
            minLength: 2000,
            maxLength: 2000,
          },
        ),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (lines, share) => {
          const all = amountOf(
            lines,
            lines.map(({ max }) => max),
          )
          const capacity = Math.floor(all * share)
          const { amount } = largestPart(lines, capacity)
          expect(capacity - amount).toBeLessThan(Math.min(...lines.map(({ unit }) => unit)))
        },
      ),
      { numRuns: 5 },
    )
  })
})
