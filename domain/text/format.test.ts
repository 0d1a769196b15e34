import { describe, expect, test } from 'vitest'
import { currencySymbol, formatsOf, formFormats } from './format.ts'

const [turkish, english] = [formatsOf('tr'), formatsOf('en')]

describe('formatMoney', () => {
  test.each([
    [1234.56, 'TRY', '₺1.234,56', '₺1,234.56'],
    ['1234567.895', 'TRY', '₺1.234.567,90', '₺1,234,567.90'],
    [0, 'TRY', '₺0,00', '₺0.00'],
    [5, 'TL', '₺5,00', '₺5.00'],
    ['0.005', 'USD', '$0,01', '$0.01'],
    ['999.994', 'EUR', '€999,99', '€999.99'],
    [12, 'GBP', '£12,00', '£12.00'],
    [12, 'JPY', '¥12,00', '¥12.00'],
    [12, 'CHF', 'CHF 12,00', 'CHF 12.00'],
    ['-1234.5', 'TRY', '−₺1.234,50', '−₺1,234.50'],
    ['-0.004', 'TRY', '₺0,00', '₺0.00'],
    ['12345678901234.5678', 'TRY', '₺12.345.678.901.234,57', '₺12,345,678,901,234.57'],
  ])('%s %s is %s in Turkish and %s in English', (value, currency, text, textInEnglish) => {
    expect(turkish.formatMoney(value, currency)).toBe(text)
    expect(english.formatMoney(value, currency)).toBe(textInEnglish)
  })
})

test.each([
  ['TRY', '₺'],
  ['EUR', '€'],
  ['CHF', 'CHF'],
])('currencySymbol of %s is %s', (code, symbol) => {
  expect(currencySymbol(code)).toBe(symbol)
})

test.each([
  [1234, 0, '1.234', '1,234'],
  ['999.5', 0, '1.000', '1,000'],
  ['1234.5678', 3, '1.234,568', '1,234.568'],
  [100, 2, '100,00', '100.00'],
])('formatNumber of %s with %i decimals is %s in Turkish and %s in English', (value, decimals, text, textInEnglish) => {
  expect(turkish.formatNumber(value, decimals)).toBe(text)
  expect(english.formatNumber(value, decimals)).toBe(textInEnglish)
})

test.each([
  [1240, '1.240', '1,240'],
  ['12.000', '12', '12'],
  ['2.50', '2,5', '2.5'],
  [0.125, '0,125', '0.125'],
  ['0.1254', '0,125', '0.125'],
  [0, '0', '0'],
])('formatQuantity of %s is %s in Turkish and %s in English', (value, text, textInEnglish) => {
  expect(turkish.formatQuantity(value)).toBe(text)
  expect(english.formatQuantity(value)).toBe(textInEnglish)
})

test('forms and calls have numbers in Turkish notation', () => {
  expect(formFormats.formatNumber('1234.5', 2)).toBe('1.234,50')
})
