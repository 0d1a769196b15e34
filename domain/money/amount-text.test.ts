import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount } from './amount-text.ts'
import { decimal } from './money.ts'

describe('parseAmount', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234,5', '1234.5'],
    ['1234.5', '1234.5'],
    ['1234', '1234'],
    ['₺1.234', '1234'],
    ['₺1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['12.345.678,90 TL', '12345678.9'],
    ['TRY 12', '12'],
    ['1,000.00 YTL', '1000'],
    [' 1 234,50 ', '1234.5'],
    ["1'234.50", '1234.5'],
    ['0,125', '0.125'],
    ['0.05', '0.05'],
    ['12,34', '12.34'],
    ['1234.567', '1234.567'],
    ['-1.234,56', '-1234.56'],
    ['−₺5', '-5'],
  ])('parses %s as %s', (text, value) => {
    expect(parseAmount(text)?.toString()).toBe(value)
  })

  test.each([
    '',
    ' ',
    '₺',
    'abc',
    '1.23.456',
    '1,234.56.7',
    '1.234,5,6',
    '1e5',
    'NaN',
    'Infinity',
    '--1',
    '$1,000.00',
    '12,50 €',
    'EUR 12',
    '5 avro',
    '−£5',
  ])('rejects %j', (text) => {
    expect(parseAmount(text)).toBeNull()
  })
})

test('reads back every amount with two decimals, in Turkish and English notation', () => {
  const group = (whole: string, sign: string) => whole.replace(/\B(?=(\d{3})+(?!\d))/g, sign)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.boolean(), (cents, isGrouped) => {
      const digits = cents.toString().padStart(3, '0')
      const [whole, fraction] = [digits.slice(0, -2), digits.slice(-2)]
      const value = decimal(`${whole}.${fraction}`).toString()
      for (const [thousands, point] of [
        ['.', ','],
        [',', '.'],
      ] as const) {
        const text = `${isGrouped ? group(whole, thousands) : whole}${point}${fraction}`
        expect(parseAmount(text)?.toString()).toBe(value)
        expect(parseAmount(`₺${text}`)?.toString()).toBe(value)
      }
    }),
  )
})

test('never throws', () => {
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void parseAmount(text)))
})
