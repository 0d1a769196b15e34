import { expect, test } from 'vitest'
import { usesCart } from './uses-cart.ts'

test('a cart is for those who order or make offers', () => {
  expect(usesCart(['prices', 'order'])).toBe(true)
  expect(usesCart(['prices', 'offers'])).toBe(true)
  expect(usesCart(['prices', 'stock', 'statement', 'returns', 'keys', 'users'])).toBe(false)
})
