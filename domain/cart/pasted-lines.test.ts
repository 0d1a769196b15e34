import { expect, test } from 'vitest'
import { pastedLine, pastedQuantity } from './pasted-lines.ts'

test.each([
  ['5 ADET', undefined, [5, '5', 'ADET']],
  ['5adet', undefined, [5, '5', 'adet']],
  ['1.200 KOLİ (12)', undefined, [1200, '1.200', 'KOLİ']],
  ['5 ADET', 'KOLİ', [5, '5', 'KOLİ']],
  ['beş', undefined, [null, 'beş', undefined]],
  ['', undefined, [1, '', undefined]],
] as const)('fields with %j and %j', (typed, unit, expected) => {
  const line = pastedLine(1, '', { code: 'KVR-1', typed, unit })
  expect([line.quantity, line.typed, line.unit]).toEqual(expected)
})

test.each([
  ['5', 5],
  ['5,00', 5],
  ['5.0', 5],
  ['1.200', 1200],
  ['1,200', 1200],
  ['1 200', 1200],
  ['1.000.000', 1_000_000],
  [undefined, 1],
  ['', 1],
  ['0', null],
  ['-1', null],
  ['1,5', null],
  ['1.20', null],
  ['1000001', null],
  ['1e3', null],
  ['٥', null],
] as const)('pastedQuantity of %j is %j', (text, quantity) => {
  expect(pastedQuantity(text)).toBe(quantity)
})
