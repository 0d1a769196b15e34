import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { dealerPrice } from './price.ts'
import { scalePrice } from './scale-price.ts'

test('scaling by whole numbers is exact and rounds half away from zero', () => {
  expect(scalePrice(100, 87_500, 100_000)).toBe(87.5)
  expect(scalePrice(0.0001, 1, 2)).toBe(0.0001)
  expect(scalePrice(0.0001, 49, 100)).toBe(0)
  expect(scalePrice(1.005, 12_000, 1_000)).toBe(12.06)
  expect(scalePrice(99_999_999_999.9999, 12_000, 1_000)).toBe(1_199_999_999_999.9988)
  // Sums may be negative, and halves round away from zero.
  expect([scalePrice(-0.0001, 1, 2), scalePrice(-100, 87_500, 100_000)]).toEqual([-0.0001, -87.5])
  // Exceeds the integers that a float holds exactly: 9,000,000,000.1234 × 99,999 / 100,000.
  expect(scalePrice(9_000_000_000.1234, 99_999, 100_000)).toBe(8_999_910_000.1234)
})

test('agrees with decimal arithmetic for every price and discount', () => {
  const price = fc.integer({ min: 0, max: 10_000_000_000 }).map((value) => value / 10_000)
  const discount = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(price, discount, (value, thousandths) => {
      const expected = dealerPrice({ value, currency: 'TRY' }, decimal(thousandths).dividedBy(1000).toString())
      expect(scalePrice(value, 100_000 - thousandths, 100_000)).toBe(Number(expected.value))
    }),
  )
})
