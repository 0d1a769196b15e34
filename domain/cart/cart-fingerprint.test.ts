import { expect, test } from 'vitest'
import { cartFingerprint } from './cart-fingerprint.ts'

const cart = [
  { unitId: 7, quantity: 1 },
  { unitId: 12, quantity: 3 },
]

test('is the same for the same units and quantities in any order', () => {
  expect(cartFingerprint(cart.toReversed())).toBe(cartFingerprint(cart))
  expect(cartFingerprint([])).toBe(cartFingerprint([]))
})

test('differs for another quantity, unit or line, and for swapped quantities', () => {
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
