import { expect, test } from 'vitest'
import { exceedsChange } from './price-change.ts'

const lira = (value: string) => ({ value, currency: 'TRY' })

test.each([
  ['a rise at the limit', lira('100'), lira('120'), 20, false],
  ['a rise above it', lira('100'), lira('120.01'), 20, true],
  ['a fall at the limit', lira('100'), lira('80'), 20, false],
  ['a fall below it', lira('100'), lira('79.99'), 20, true],
  ['no limit', lira('100'), lira('900'), 0, false],
  ['another currency', lira('100'), { value: '100', currency: 'EUR' }, 20, true],
  ['a new price', null, lira('100'), 20, false],
  ['a removed price', lira('100'), null, 20, false],
  ['the first price after inquiry', lira('0'), lira('100'), 20, false],
  ['a price that goes on inquiry', lira('100'), lira('0'), 20, true],
])('%s', (_, before, after, percent, expected) => {
  expect(exceedsChange(before, after, percent)).toBe(expected)
})
