import { describe, expect, test } from 'vitest'
import { cashPlanOf, paymentMethods } from './payment-plan.ts'

test('offers card payment for a virtual plan, ordering on account for any other plan, and both without a plan', () => {
  expect(paymentMethods({ isVirtual: true })).toEqual({ order: false, card: true })
  expect(paymentMethods({ isVirtual: false })).toEqual({ order: true, card: false })
  expect(paymentMethods(null)).toEqual({ order: true, card: true })
  expect(paymentMethods(undefined)).toEqual({ order: true, card: true })
})

describe('the cash plan', () => {
  const plan = (key: string, parts: { isDefault?: boolean; isVirtual?: boolean; dueDays?: number } = {}) => {
    return { key, isDefault: false, isVirtual: false, dueDays: null, ...parts }
  }
  test.each([
    ['none without a default plan', [plan('a', { dueDays: 0 })], undefined],
    ['the plan that is due at once', [plan('a', { isDefault: true }), plan('b', { dueDays: 0 })], 'b'],
    [
      'not a plan for cards',
      [plan('a', { isDefault: true, dueDays: 30 }), plan('b', { dueDays: 0, isVirtual: true })],
      'a',
    ],
  ])('is %s', (_which, plans, key) => {
    expect(cashPlanOf(plans)?.key).toBe(key)
  })
})
