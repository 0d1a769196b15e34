import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { changedPrice, formParts, priceForms, roundingDirections } from './price-rounding.ts'

const changed = (value: string, factor: string, form: string, direction = 'nearest', amount = '0') =>
  changedPrice(value, { factor, amount, form, direction } as Parameters<typeof changedPrice>[1])?.toFixed() ?? null

test.each([
  // 108 is 0.9 below 108.90 and 0.1 above 107.90.
  ['100', '1.08', '.90', 'nearest', '107.9'],
  ['100', '1.08', '.90', 'up', '108.9'],
  ['100', '1.08', '.90', 'down', '107.9'],
  ['107.9', '1', '.90', 'up', '107.9'],
  ['107.9', '1', '.90', 'down', '107.9'],
  // Halfway between 108.90 and 109.90.
  ['109.4', '1', '.90', 'nearest', '109.9'],
  ['19.99', '1.08', '.00', 'nearest', '22'],
  ['19.99', '1.08', '0.05', 'nearest', '21.6'],
  ['19.99', '1.08', '0.05', 'down', '21.55'],
  ['19.99', '1.08', '0.0001', 'nearest', '21.5892'],
  ['123', '1', '9.90', 'nearest', '119.9'],
  ['123', '1', '9.90', 'up', '129.9'],
  ['2.5', '1', '5', 'nearest', '5'],
  // Only rounding brings these to 0 or below: the lowest price of the form.
  ['0.3', '1', '.90', 'nearest', '0.9'],
  ['0.3', '1', '.00', 'down', '1'],
])('%s times %s, rounded to %s (%s), is %s', (value, factor, form, direction, expected) => {
  expect(changed(value, factor, form, direction)).toBe(expected)
})

test('an amount is added before rounding; a price that would reach 0 or less is refused; a price on request stays', () => {
  expect(changed('100', '1', '.90', 'up', '2.5')).toBe('102.9')
  expect(changed('5', '1', '0.01', 'nearest', '-5')).toBeNull()
  expect(changed('5', '1', '.90', 'up', '-7')).toBeNull()
  expect(changed('0', '1.08', '.90', 'up', '7')).toBe('0')
})

test('the result has the form, lies on the side of the direction, and less than a step away', () => {
  const price = fc.integer({ min: 1, max: 2_000_000_000 }).map((units) => decimal(units).times('0.0001'))
  const factor = fc.integer({ min: 100, max: 30_000 }).map((units) => decimal(units).times('0.0001').toFixed())
  fc.assert(
    fc.property(
      price,
      factor,
      fc.constantFrom(...priceForms),
      fc.constantFrom(...roundingDirections),
      (value, by, form, direction) => {
        const result = changedPrice(value, { factor: by, amount: '0', form, direction })!
        const { step, offset } = formParts(form)
        const exact = value.times(by)
        expect(result.greaterThan(0)).toBe(true)
        expect(result.minus(offset).dividedBy(step).decimalPlaces()).toBe(0)
        const isLowest = result.equals(offset === '0' ? step : offset)
        if (isLowest) return
        const away = result.minus(exact)
        expect(away.abs().lessThan(step)).toBe(true)
        if (direction === 'up') expect(away.isNegative() && !away.isZero()).toBe(false)
        if (direction === 'down') expect(away.greaterThan(0)).toBe(false)
        if (direction === 'nearest') expect(away.abs().times(2).greaterThan(step)).toBe(false)
      },
    ),
  )
})
