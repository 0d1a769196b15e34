import { expect, test } from 'vitest'
import { payWays } from './payment-plan.ts'

test('offers card payment for a virtual plan, ordering on account for any other plan, and both without a plan', () => {
  expect(payWays({ isVirtual: true })).toEqual({ order: false, card: true })
  expect(payWays({ isVirtual: false })).toEqual({ order: true, card: false })
  expect(payWays(null)).toEqual({ order: true, card: true })
  expect(payWays(undefined)).toEqual({ order: true, card: true })
})
