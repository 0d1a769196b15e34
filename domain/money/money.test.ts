import { describe, expect, test } from 'vitest'
import { convert, currencyCode, decimal, isConvertible, roundMoney } from './money.ts'

const rates = { USD: 40, EUR: '50', GBP: null, JPY: 0 }

describe('convert', () => {
  test.each([
    [10, 'USD', 'TRY', '400'],
    [400, 'TRY', 'USD', '10'],
    [10, 'USD', 'EUR', '8'],
    [10, 'TRY', 'TRY', '10'],
    [10, 'TL', 'TRY', '10'],
    [10, 'TL', 'USD', '0.25'],
    [10, 'GBP', 'TRY', '0'],
    [10, 'TRY', 'GBP', '0'],
    [10, 'JPY', 'TRY', '0'],
    [10, 'TRY', 'JPY', '0'],
    [10, 'XXX', 'TRY', '0'],
    [10, 'GBP', 'GBP', '10'],
  ])('%d %s in %s is %s', (value, from, to, converted) => {
    expect(convert({ value, currency: from }, to, rates).toString()).toBe(converted)
  })

  test.each([
    ['USD', 'TRY', true],
    ['TL', 'TRY', true],
    ['USD', 'EUR', true],
    ['GBP', 'TRY', false],
    ['TRY', 'JPY', false],
    ['XXX', 'TRY', false],
  ])('%s can be converted to %s: %s', (from, to, means) => {
    expect(isConvertible(from, to, rates)).toBe(means)
  })
})

test('treats TL as TRY and leaves other codes unchanged', () => {
  expect(['TL', 'TRY', 'USD'].map(currencyCode)).toEqual(['TRY', 'TRY', 'USD'])
})

test.each([
  ['1.005', '1.01'],
  ['1.0049999', '1'],
  ['2.675', '2.68'],
  ['-1.005', '-1.01'],
  ['-1.004', '-1'],
  ['0.1', '0.1'],
])('rounds %s to %s, half away from zero', (value, rounded) => {
  expect(roundMoney(value).toString()).toBe(rounded)
})

test('has no binary rounding errors', () => {
  expect(decimal('0.1').plus('0.2').toString()).toBe('0.3')
  expect(decimal('99999999999999.9999').times(1_000_000).toString()).toBe('99999999999999999900')
})
