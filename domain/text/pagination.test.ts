import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageWindow } from './pagination.ts'

const row = (current: number, pages: number) =>
  pageWindow(current, pages)
    .map((step) => (step === 'gap' ? '…' : step))
    .join(' ')

describe('pageWindow', () => {
  test.each([
    [1, 0, ''],
    [1, 1, '1'],
    [3, 5, '1 2 3 4 5'],
    [10, 10, '1 2 3 4 5 6 7 8 9 10'],
    [1, 11, '1 2 3 4 5 6 7 … 11'],
    [5, 20, '1 2 3 4 5 6 7 … 20'],
    [6, 20, '1 … 4 5 6 7 8 … 20'],
    [10, 20, '1 … 8 9 10 11 12 … 20'],
    [15, 20, '1 … 13 14 15 16 17 … 20'],
    [16, 20, '1 … 14 15 16 17 18 19 20'],
    [20, 20, '1 … 14 15 16 17 18 19 20'],
    [6, 11, '1 … 4 5 6 7 8 … 11'],
    [7, 11, '1 … 5 6 7 8 9 10 11'],
    [500, 8334, '1 … 498 499 500 501 502 … 8334'],
  ])('page %i of %i: %s', (current, pages, shown) => {
    expect(row(current, pages)).toBe(shown)
  })

  test('always has the current, first and last page in rising order, with gaps only where pages are omitted', () => {
    const anyPage = fc
      .integer({ min: 1, max: 5000 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
    fc.assert(
      fc.property(anyPage, ([current, pages]) => {
        const steps = pageWindow(current, pages)
        const numbers = steps.filter((step) => step !== 'gap')
        expect(numbers).toContain(current)
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages])
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        for (const [i, step] of steps.entries()) {
          if (step === 'gap') expect(Number(steps[i + 1]) - Number(steps[i - 1])).toBeGreaterThan(1)
          else if (i > 0 && steps[i - 1] !== 'gap') expect(step - Number(steps[i - 1])).toBe(1)
        }
      }),
    )
  })
})
