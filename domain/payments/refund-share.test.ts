import { expect, test } from 'vitest'
import { refundedBase } from './refund-share.ts'

test('a refund reverses its part of the base amount, and all refunds together reverse all of it', () => {
  const payment = { baseAmount: '100.00', amount: '103.17' }
  expect(refundedBase(payment, '51.58').toFixed(2)).toBe('50.00')
  expect(refundedBase(payment, '103.17').toFixed(2)).toBe('100.00')
  expect(refundedBase({ baseAmount: 250, amount: 250 }, 99.99).toFixed(2)).toBe('99.99')
})
