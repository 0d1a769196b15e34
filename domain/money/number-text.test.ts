import { describe, expect, test } from 'vitest'
import { decimalSignOf, noEvidence, observeNumber, parseNumber, readCurrency } from './number-text.ts'

describe('unambiguous numbers', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567,8', '1234567.8'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1234,5', '1234.5'],
    ['1234.5', '1234.5'],
    ['12,50', '12.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['1234,567', '1234.567'],
    ['12', '12'],
    ['-3', '-3'],
    ['-1.234,5', '-1234.5'],
    ['007', '7'],
    [' 1 234,50 ', '1234.5'],
    ['%20', '20'],
    ["1'234.50", '1234.5'],
  ])('parses %s as %s', (text, value) => {
    expect(parseNumber(text, undefined)).toEqual({ ok: true, value })
  })

  test.each([
    ['12,50 TL', '12.5', 'TRY'],
    ['₺12,50', '12.5', 'TRY'],
    ['$1,234.50', '1234.5', 'USD'],
    ['12.5 EURO', '12.5', 'EUR'],
    ['99.9€', '99.9', 'EUR'],
  ])('reads the currency from %s', (text, value, currency) => {
    expect(parseNumber(text, undefined)).toEqual({ ok: true, value, currency })
  })

  test.each(['', 'sorunuz', '1.2.3', '12,34,56', '1.23.456', '12-5', '--5', '1e5', '5 ADET', ',', '1.234,5,6'])(
    'rejects %j',
    (text) => {
      expect(parseNumber(text, ',')).toEqual({ ok: false, reason: 'number_invalid' })
    },
  )
})

describe('ambiguous numbers', () => {
  test.each([
    ['1.234', ',', '1234'],
    ['1.234', '.', '1.234'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
  ] as const)('parses %s with the decimal separator %s as %s', (text, sign, value) => {
    expect(parseNumber(text, sign)).toEqual({ ok: true, value })
  })

  test('are rejected when the column does not decide', () => {
    expect(parseNumber('1.234', undefined)).toEqual({ ok: false, reason: 'number_unclear' })
  })

  test.each([
    [['1.234', '12,5', '7'], ','],
    [['1.234', '12.5'], '.'],
    [['1.234', '1.234.567'], ','],
    [['1.234', '12'], undefined],
    [['1.234', '12,5', '12.5'], undefined],
  ] as const)('a column of %j has the decimal separator %s', (values, sign) => {
    const evidence = noEvidence()
    for (const value of values) observeNumber(evidence, value)
    expect(decimalSignOf(evidence)).toBe(sign)
    expect(evidence.unclear).toBe(1)
    expect(evidence.example).toBe('1.234')
  })
})

test.each([
  ['TL', 'TRY'],
  ['tl', 'TRY'],
  ['₺', 'TRY'],
  ['EURO', 'EUR'],
  ['$', 'USD'],
  ['usd', 'USD'],
  ['XXX', 'XXX'],
])('reads the currency %s as %s', (text, code) => {
  expect(readCurrency(text)).toBe(code)
})
