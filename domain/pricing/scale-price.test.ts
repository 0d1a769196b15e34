import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { chainShare } from './discount-chain.ts'
import { dealerPrice } from './price.ts'
import { scaleByChain, scalePrice } from './scale-price.ts'

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

test.each([
  [100, '10+5+3', 82.935],
  [100, '0', 100],
  [100, '100', 0],
  [0.0003, '50+50+50', 0],
  [0.0001, '50', 0.0001],
  [1_000_000, '99.99+99.99+99.99+99.99', 0],
  [99_999_999_999.9999, '12.5+3.25', 84_656_249_999.9999],
])('%d after a chain of %s is %d, rounded once', (value, chain, expected) => {
  expect(scaleByChain(value, chain)).toBe(expected)
})

test('agrees with decimal arithmetic for every price and chain', () => {
  const price = fc.integer({ min: 0, max: 10_000_000_000 }).map((value) => value / 10_000)
  const percent = fc.integer({ min: 1, max: 9_999 }).map((hundredths) => (hundredths / 100).toFixed(2))
  fc.assert(
    fc.property(price, fc.array(percent, { minLength: 1, maxLength: 6 }), (value, percents) => {
      const chain = percents.join('+')
      const expected = decimal(value).times(chainShare(chain)).toDecimalPlaces(4)
      // Twice, because the share is remembered.
      expect([scaleByChain(value, chain), scaleByChain(value, chain)]).toEqual([Number(expected), Number(expected)])
    }),
  )
})
