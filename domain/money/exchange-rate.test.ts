import { describe, expect, test } from 'vitest'
import { checkRate, ratePerUnit, readRate } from './exchange-rate.ts'
import { decimal } from './money.ts'

test.each([
  ['41.25', '41.25'],
  [' 41,25 ', '41.25'],
  ['0.00009', '0.00009'],
  ['0', '0'],
  ['-3', '-3'],
  ['1.234,56', '1234.56'],
  ['1.234,5', '1234.5'],
  ['1,234.5', '1234.5'],
  ['41.250', '41.25'],
  ['12.34,5', null],
  ['1e5', null],
  ['abc', null],
  ['', null],
  ['Infinity', null],
  ['4 1', null],
  ['٤١', null],
])('reads "%s" as %s', (text, rate) => {
  expect(readRate(text)?.toString() ?? null).toBe(rate)
})

test.each([
  ['2.8973', 1, '2.8973'],
  ['2.3644', 100, '0.023644'],
  ['0.00968', 100, '0.0000968'],
  ['0.000000999', 100, '0.00000001'],
])('%s for %i units is %s for one', (quoted, units, rate) => {
  expect(ratePerUnit(decimal(quoted), units).toFixed()).toBe(rate)
})

describe('checkRate', () => {
  test.each([
    ['41.25', '41', null],
    ['41.25', null, null],
    ['41.25', '0', null],
    ['0', '41', 'not_positive'],
    ['-41', '41', 'not_positive'],
    ['0.000000001', null, 'out_of_range'],
    ['1000000.01', null, 'out_of_range'],
    ['1000000', null, null],
    ['409.99', '41', null],
    ['410', '41', 'jump'],
    ['4.11', '41', null],
    ['4.1', '41', 'jump'],
    ['0.03', '2.8973', 'jump'],
  ])('%s after %s: %s', (rate, inForce, problem) => {
    expect(checkRate(decimal(rate), inForce)).toBe(problem)
  })
})
