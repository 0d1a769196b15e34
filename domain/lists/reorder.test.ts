import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#domain/text/calendar-day.ts'
import { isDue, type Purchase, rhythmOf, suggestedQuantity } from './reorder.ts'

const start: Day = '2026-01-05'
const at = (day: number, quantity = 10): Purchase => ({ day: addDays(start, day), quantity: String(quantity) })

describe('the rhythm', () => {
  test('of the example in docs/lists.md', () => {
    // Orders on day 0, 28, 63 and 91 of 10, 12, 10 and 24 pieces: distances 28, 35 and 28.
    const rhythm = rhythmOf([at(0, 10), at(28, 12), at(63, 10), at(91, 24)])
    expect(rhythm).toEqual({ days: '28', lastOn: addDays(start, 91), dueOn: addDays(start, 91 + 23), quantity: '11' })
  })

  test('needs three days of orders', () => {
    expect(rhythmOf([])).toBeNull()
    expect(rhythmOf([at(0), at(30)])).toBeNull()
    expect(rhythmOf([at(0), at(30), at(60)])).not.toBeNull()
  })

  test('takes half of the middle two distances', () => {
    expect(rhythmOf([at(0), at(10), at(25)])).toMatchObject({ days: '12.5', dueOn: addDays(start, 25 + 10) })
  })

  const history = fc
    .array(fc.record({ gap: fc.integer({ min: 1, max: 200 }), quantity: fc.integer({ min: 1, max: 5000 }) }), {
      minLength: 3,
      maxLength: 40,
    })
    .map((steps) => {
      let day = 0
      return steps.map(({ gap, quantity }) => at((day += gap), quantity))
    })

  test('of any history: due exactly when 0.8 of the median has passed, whatever the order of the purchases', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 1000 }),
        (purchases, passed, seed) => {
          const shuffled = purchases.toSorted(
            (a, b) => ((a.quantity.length * seed) % 7) - ((b.quantity.length * seed) % 7),
          )
          const rhythm = rhythmOf(shuffled) ?? expect.fail('a rhythm')
          const days = purchases.map(({ day }) => day).toSorted()
          const gaps = days
            .slice(1)
            .map((day, i) => daysBetween(days[i] ?? day, day))
            .toSorted((a, b) => a - b)
          // Twice the median, and five times, are whole numbers.
          const twice = (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0) + (gaps[Math.ceil((gaps.length - 1) / 2)] ?? 0)
          const last = days.at(-1) ?? start
          expect(isDue(rhythm, addDays(last, passed))).toBe(passed * 10 >= twice * 4)
          const amounts = purchases.map(({ quantity }) => Number(quantity)).toSorted((a, b) => a - b)
          const middle =
            ((amounts[Math.floor((amounts.length - 1) / 2)] ?? 0) +
              (amounts[Math.ceil((amounts.length - 1) / 2)] ?? 0)) /
            2
          expect(Number(rhythm.quantity)).toBe(middle)
        },
      ),
    )
  })
})

describe('the suggested quantity', () => {
  test.each([
    ['11', 1, undefined, 11],
    ['11', 4, undefined, 3],
    ['10.5', 1, undefined, 11],
    ['1', 100, undefined, 1],
    ['11', 1, { least: 6, step: 6, most: 60 }, 12],
    ['8', 1, { least: 6, step: 6, most: 60 }, 6],
    ['9', 1, { least: 6, step: 6, most: 60 }, 12],
    ['2', 1, { least: 10, step: 1, most: 60 }, 10],
    ['500', 1, { least: 1, step: 1, most: 60 }, 60],
    ['5', 1, null, null],
  ] as const)('of %s base units in units of %i under %j is %s', (base, multiplier, allowed, expected) => {
    expect(suggestedQuantity(base, multiplier, allowed)).toBe(expected)
  })

  test('is always allowed, and no allowed one is nearer', () => {
    const rules = fc
      .record({
        least: fc.integer({ min: 1, max: 50 }),
        step: fc.integer({ min: 1, max: 24 }),
        steps: fc.integer({ min: 0, max: 20 }),
      })
      .map(({ least, step, steps }) => ({ least, step, most: least + step * steps }))
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 600 }), (allowed, base) => {
        const quantity = suggestedQuantity(String(base), 1, allowed) ?? expect.fail('a quantity')
        const { least, step, most } = allowed
        expect((quantity - least) % step).toBe(0)
        expect(quantity >= least && quantity <= most).toBe(true)
        const all = Array.from({ length: (most - least) / step + 1 }, (_, i) => least + i * step)
        expect(Math.abs(quantity - base)).toBe(Math.min(...all.map((each) => Math.abs(each - base))))
      }),
    )
  })
})
