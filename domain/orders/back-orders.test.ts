import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { fillOf, planFills } from './back-orders.ts'

describe('stock that arrives', () => {
  test.each([
    // Waiting base units, base units in the ordered unit, available; completed units, taken base units.
    ['5', '1', 3, 3, '3'],
    ['5', '1', 5, 5, '5'],
    ['5', '1', 9, 5, '5'],
    ['5', '1', 0, 0, '0'],
    ['5', '1', -2, 0, '0'],
    ['24', '12', 11, 0, '0'],
    ['24', '12', 12, 1, '12'],
    ['24', '12', 23, 1, '12'],
    // The line holds 5 pieces of the last box already.
    ['7', '12', 6, 0, '0'],
    ['7', '12', 7, 1, '7'],
    ['19', '12', 7, 1, '7'],
    ['2.5', '0.5', 1.2, 2, '1'],
  ])('%s waiting in units of %s, %s available: %s units of %s', (backOrder, multiplier, available, units, taken) => {
    const filled = fillOf({ backOrder, multiplier }, decimal(available))
    expect({ units: filled.units, taken: filled.taken.toString() }).toEqual({ units, taken })
  })
})

test('goes to the oldest line first; what is too little for one is left to the next', () => {
  const lines = [
    { id: 'oldest', productId: 1, backOrder: '4', multiplier: '1' },
    { id: 'box', productId: 1, backOrder: '12', multiplier: '12' },
    { id: 'youngest', productId: 1, backOrder: '9', multiplier: '1' },
    { id: 'other', productId: 2, backOrder: '1', multiplier: '1' },
  ]
  const fills = planFills(lines, new Map([[1, decimal(10)]]))
  expect(fills.map(({ line, units, taken }) => [line.id, units, taken.toString()])).toEqual([
    ['oldest', 4, '4'],
    ['youngest', 6, '6'],
  ])
})
