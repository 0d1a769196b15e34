import { expect, test } from 'vitest'
import { isNearCode } from './near-code.ts'

test.each([
  ['MKR-DDF458', 'MKR-DDF485', true],
  ['mkr ddf 485', 'MKR-DDF485', true],
  ['DDF485', 'MKR-DDF485', true],
  ['MKR-DDF485-YENI', 'MKR-DDF485', true],
  ['VLT-B3C26', 'VLT-B3C25', true],
  ['ABC12', 'ABD12', true],
  ['MKR-XYZ999', 'MKR-DDF485', false],
  ['MKR', 'MKR-DDF485', false],
  ['ABC12', 'ABD13', false],
  ['8690000000012', 'VLT-B3C25', false],
  ['QQQQ-0000', 'AKM-HSE-D360', false],
])('a typed %s is near the code %s: %s', (typed, code, isNear) => {
  expect(isNearCode(typed, code)).toBe(isNear)
})
