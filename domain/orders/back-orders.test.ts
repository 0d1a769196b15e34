import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { fillOf } from './back-orders.ts'

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
