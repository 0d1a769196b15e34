import { expect, test } from 'vitest'
import { hasWrongCheckDigit, isTradeNumber } from './barcode.ts'

test.each([
  ['8690504015833', false],
  ['4006381333931', false],
  ['4006381333932', true],
  ['6760000000001', true],
  ['96385074', false],
  ['036000291452', false],
  ['036000291453', true],
  ['ABC-123', false],
  ['12345', false],
  ['', false],
])('%s has a wrong check digit: %s', (barcode, wrong) => {
  expect(hasWrongCheckDigit(barcode)).toBe(wrong)
})

test.each([
  ['4006381333931', true],
  ['96385074', true],
  ['036000291452', true],
  ['10012345678902', true],
  ['10012345678903', false],
  ['040063813339310', false],
  ['4006381333932', false],
  ['12345', false],
  ['ABC-123', false],
  [' 4006381333931', false],
  ['', false],
])('%s is a trade item number: %s', (barcode, isOne) => {
  expect(isTradeNumber(barcode)).toBe(isOne)
})
