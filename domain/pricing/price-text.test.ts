import { describe, expect, test } from 'vitest'
import { priceText, readFigure, readPrice } from './price-text.ts'

describe('readPrice', () => {
  test.each([
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['1,234', '1.234'],
    ['1.234', '1234'],
    ['1.234,5678', '1234.5678'],
    ['1,234.5678', '1234.5678'],
    ['12,3456', '12.3456'],
    ['0', '0'],
    [' 7 ', '7'],
  ])('parses %j as %s', (text, value) => {
    expect(readPrice(text)?.toFixed()).toBe(value)
  })

  test.each(['', '-1', 'on', '1,23456', '1,2,3', '12 TL', 'NaN', '1e5'])('rejects %j', (text) => {
    expect(readPrice(text)).toBeNull()
  })

  test('priceText shows two to four decimals, and readPrice reads them back', () => {
    expect(['12.5000', '1234.5678', '0.1', '3'].map(priceText)).toEqual(['12,50', '1.234,5678', '0,10', '3,00'])
    for (const value of ['1234.0000', '1.2340', '999999.9999']) {
      expect(readPrice(priceText(value))?.equals(value)).toBe(true)
    }
  })

  test('readFigure with 0 places rejects decimals', () => {
    expect([readFigure('12', 0)?.toFixed(), readFigure('1,5', 0)]).toEqual(['12', null])
  })
})
