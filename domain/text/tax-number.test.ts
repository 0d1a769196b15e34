import { describe, expect, test } from 'vitest'
import { isTaxNumber } from './tax-number.ts'

/** The given digits with each possible last one. */
const withEachEnd = (start: string) => Array.from({ length: 10 }, (_, digit) => `${start}${digit}`)

describe('isTaxNumber', () => {
  // Widely used examples of e-invoices.
  test.each(['3880718497', '0010014812', '1234567890'])('accepts the VKN %s', (number) => {
    expect(isTaxNumber(number)).toBe(true)
  })

  test.each(['10000000146', '12345678950'])('accepts the TCKN %s', (number) => {
    expect(isTaxNumber(number)).toBe(true)
  })

  test.each(['388071849', '001001481', '123456789'])('accepts exactly one last digit of %s…', (start) => {
    expect(withEachEnd(start).filter(isTaxNumber)).toHaveLength(1)
  })

  test('accepts exactly one pair of last digits of a TCKN', () => {
    const numbers = withEachEnd('100000001').flatMap(withEachEnd)
    expect(numbers.filter(isTaxNumber)).toEqual(['10000000146'])
  })

  test('refuses swapped neighbours of a VKN', () => {
    expect(isTaxNumber('3880718497')).toBe(true)
    expect(isTaxNumber('3808718497')).toBe(false)
  })

  test.each([
    '',
    '0000000000',
    '00000000000',
    '01234567890',
    '123456789',
    '123456789012',
    '12345 7890',
    'abcdefghij',
    '٣٨٨٠٧١٨٤٩٧',
  ])('refuses %j', (text) => {
    expect(isTaxNumber(text)).toBe(false)
  })
})
