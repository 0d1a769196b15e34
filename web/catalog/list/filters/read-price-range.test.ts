import { expect, test } from 'vitest'
import { readPriceRange } from './read-price-range.ts'

test.each([
  ['100', '1.250,5', ',', { filter: '100-1250.5', from: '100,00', to: '1.250,50' }],
  ['10.555', '', ',', { filter: '10555-', from: '10.555,00', to: '' }],
  ['10,555', '', ',', { filter: undefined, from: '10,555', to: '' }],
  ['10,555', '', '.', { filter: '10555-', from: '10,555.00', to: '' }],
  ['', '', ',', { filter: null, from: '', to: '' }],
  ['abc', '5', ',', { filter: undefined, from: 'abc', to: '5,00' }],
] as const)('reads the price range %s to %s with the sign %s', (from, to, sign, read) => {
  expect(readPriceRange(from, to, sign)).toEqual(read)
})
