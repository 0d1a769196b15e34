import { expect, test } from 'vitest'
import { serialKey } from './serial-number.ts'

test.each([
  ['MK-2041 7781', 'MK20417781'],
  ['  mk20417781\n', 'MK20417781'],
  ['mk–2041—7781', 'MK20417781'],
  ['iıİI', 'IIII'],
  ['０１２ａ', '012A'],
  ['00123', '00123'],
  ['ş/7.x', 'ş/7.X'],
  ['A\u0000\u200BB', 'AB'],
  ['x'.repeat(60), 'X'.repeat(60)],
])('normalizes %j to %j', (text, key) => {
  expect(serialKey(text)).toBe(key)
})

test.each(['', '   ', ' - – ', '\u0000', 'x'.repeat(61), 'x'.repeat(10_000)])('rejects %j', (text) => {
  expect(serialKey(text)).toBeNull()
})
