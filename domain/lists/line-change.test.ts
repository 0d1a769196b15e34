import { describe, expect, test } from 'vitest'
import { isSameState, lineChange, type LineState } from './line-change.ts'

const state = (value: number | null, isInStock = true, currency = 'TRY'): LineState => ({
  price: value === null ? undefined : { value, currency },
  isInStock,
})

describe('a change of a line', () => {
  const rows: [string, LineState, LineState, ReturnType<typeof lineChange>][] = [
    ['is a price that rose', state(10), state(11), { before: { value: 10, currency: 'TRY' }, isBack: false }],
    ['is a price that fell', state(10), state(9.5), { before: { value: 10, currency: 'TRY' }, isBack: false }],
    [
      'is another currency',
      state(10),
      state(10, true, 'USD'),
      { before: { value: 10, currency: 'TRY' }, isBack: false },
    ],
    ['is stock that returned', state(10, false), state(10), { before: null, isBack: true }],
    ['is both', state(10, false), state(12), { before: { value: 10, currency: 'TRY' }, isBack: true }],
    ['is not stock that ran out', state(10), state(10, false), null],
    ['is not a price that is hidden now', state(10), state(null), null],
    ['is not a price that is shown now', state(null), state(10), null],
    ['is not the same amount', state(10.5), state(10.5), null],
  ]
  test.each(rows)('%s', (_, before, now, change) => expect(lineChange(before, now)).toEqual(change))
})

test('states are the same if price and stock are', () => {
  expect(isSameState(state(10), state(10))).toBe(true)
  expect(isSameState(state(null), state(null))).toBe(true)
  expect(isSameState(state(10), state(null))).toBe(false)
  expect(isSameState(state(10), state(10, false))).toBe(false)
  expect(isSameState(state(10), state(10, true, 'EUR'))).toBe(false)
})
