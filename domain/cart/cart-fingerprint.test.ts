import { expect, test } from 'vitest'
import { cartFingerprint } from './cart-fingerprint.ts'

const cart = [
  { unitId: 7, quantity: 1 },
  { unitId: 12, quantity: 3 },
]

test('the same units in the same quantities have the same mark, in whatever order', () => {
  expect(cartFingerprint(cart.toReversed())).toBe(cartFingerprint(cart))
  expect(cartFingerprint([])).toBe(cartFingerprint([]))
})

test('another quantity, unit or line is another mark, and so are swapped quantities', () => {
  const others = [
    [],
    cart.slice(0, 1),
    [...cart, { unitId: 8, quantity: 1 }],
    [
      { unitId: 7, quantity: 9 },
      { unitId: 12, quantity: 3 },
    ],
    [
      { unitId: 7, quantity: 3 },
      { unitId: 12, quantity: 1 },
    ],
    [
      { unitId: 7, quantity: 1 },
      { unitId: 13, quantity: 3 },
    ],
    [
      { unitId: 71, quantity: 1 },
      { unitId: 2, quantity: 3 },
    ],
  ]
  expect(new Set([cart, ...others].map(cartFingerprint)).size).toBe(others.length + 1)
})
