import { expect, test } from 'vitest'
import { paymentMethods } from './payment-plan.ts'

test('offers card payment for a virtual plan, ordering on account for any other plan, and both without a plan', () => {
  expect(paymentMethods({ isVirtual: true })).toEqual({ order: false, card: true })
  expect(paymentMethods({ isVirtual: false })).toEqual({ order: true, card: false })
  expect(paymentMethods(null)).toEqual({ order: true, card: true })
  expect(paymentMethods(undefined)).toEqual({ order: true, card: true })
})
