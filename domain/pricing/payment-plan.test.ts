import { expect, test } from 'vitest'
import { payWays } from './payment-plan.ts'

test('a virtual plan is paid by card, another one is ordered on account, no plan leaves both', () => {
  expect(payWays({ isVirtual: true })).toEqual({ order: false, card: true })
  expect(payWays({ isVirtual: false })).toEqual({ order: true, card: false })
  expect(payWays(null)).toEqual({ order: true, card: true })
  expect(payWays(undefined)).toEqual({ order: true, card: true })
})
