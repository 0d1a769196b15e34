import { describe, expect, test } from 'vitest'
import { readLinkAmount, readPaidAmount } from './paid-amount.ts'

describe('the amount of a direct payment', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234,5', '1234.50'],
    ['1.234', '1234.00'],
    ['₺ 250', '250.00'],
    ['0,01', '0.01'],
    ['9.999.999.999,99', '9999999999.99'],
  ])('parses %s as %s', (text, amount) => {
    expect(readPaidAmount(text)).toEqual({ ok: true, amount })
  })

  test.each([null, '', '  ', '0', '0,00', '000'])('treats %s as a missing amount: Tutar girmediniz!', (text) => {
    expect(readPaidAmount(text)).toEqual({ ok: false, code: 'amount_missing' })
  })

  test.each(['-5', '−5,00', 'abc', '1,2345', '0,001', '10.000.000.000', '1.2.3', '10,555', '10,555?'])(
    'rejects %s as an amount that cannot be paid',
    (text) => {
      expect(readPaidAmount(text)).toEqual({ ok: false, code: 'amount_invalid' })
    },
  )
})

describe('the amount of a payment link', () => {
  test.each([
    ['1250,50', '1250.50'],
    ['1250.5', '1250.50'],
    ['7,', '7.00'],
    [99.99, '99.99'],
    [' 5 ', '5.00'],
  ])('accepts only digits with up to two decimals: %s is %s', (typed, amount) => {
    expect(readLinkAmount(typed)).toBe(amount)
  })

  test.each(['', ',5', '0', '0,00', '-1', '1.234,56', '10,005', '1e3', 1e21, '₺5', '10000000000'])(
    'rejects %s',
    (typed) => {
      expect(readLinkAmount(typed)).toBeNull()
    },
  )
})
