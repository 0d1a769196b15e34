import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { raisedPrice, roundingSteps } from './raise-price.ts'

test.each([
  ['100', '10', '0.01', '110'],
  ['19.99', '10', '0.01', '21.99'],
  ['19.95', '10', '0.01', '21.95'],
  ['19.99', '10', '0.0001', '21.989'],
  ['19.99', '10', '0.05', '22'],
  ['19.99', '10', '1', '22'],
  ['1234.5678', '-12.5', '0.5', '1080'],
  ['1234.5678', '7', '10', '1320'],
  // Half a step is rounded up.
  ['100', '0.5', '1', '101'],
  ['99999999999.9999', '0.01', '0.0001', '100009999999.9999'],
] as const)('%s raised by %s % and rounded to %s is %s', (value, percent, step, expected) => {
  expect(raisedPrice(value, percent, step).toFixed()).toBe(expected)
})

test('a price above 0 never becomes 0, which would mean "on inquiry", and a price on inquiry stays one', () => {
  expect(raisedPrice('0.02', '-90', '1').toFixed()).toBe('1')
  expect(raisedPrice('0.0001', '-99.99', '0.0001').toFixed()).toBe('0.0001')
  expect(raisedPrice('0', '50', '10').isZero()).toBe(true)
})

test('the result is a positive multiple of the step, at most half a step from the exact price or one step', () => {
  const price = fc.integer({ min: 1, max: 2_000_000_000 }).map((units) => decimal(units).times('0.0001'))
  const percent = fc.integer({ min: -9999, max: 100_000 }).map((units) => decimal(units).times('0.01'))
  fc.assert(
    fc.property(price, percent, fc.constantFrom(...roundingSteps), (value, raise, step) => {
      const raised = raisedPrice(value, raise, step)
      const exact = value.times(raise.plus(100)).times('0.01')
      expect(raised.dividedBy(step).decimalPlaces()).toBe(0)
      expect(raised.greaterThan(0)).toBe(true)
      if (raised.minus(step).isZero()) return
      expect(raised.minus(exact).times(2).abs().greaterThan(step)).toBe(false)
    }),
  )
})
