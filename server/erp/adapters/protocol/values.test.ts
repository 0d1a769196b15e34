import { expect, test } from 'vitest'
import { exactNumber, ownNumber, splitNote } from './values.ts'

test.each([
  ['WEB', 'S2026000017', 'WEB002026000017'],
  ['WEB', '17', 'WEB000000000017'],
  ['WER', 'S20261234567890', 'WER'],
])('ownNumber with %s makes %s one of 15 characters', (prefix, number, start) => {
  const own = ownNumber(prefix, number, 15)
  expect(own).toHaveLength(15)
  expect(own.startsWith(start)).toBe(true)
})

test('numbers that do not fit are always the same, and differ from each other', () => {
  const own = (number: string) => ownNumber('WEP', number, 15)
  expect(own('K7XQ2M9PLRTA4WVB8ZCD')).toBe(own('K7XQ2M9PLRTA4WVB8ZCD'))
  expect(own('K7XQ2M9PLRTA4WVB8ZCD')).not.toBe(own('K7XQ2M9PLRTA4WVB8ZCE'))
  // Letters before few digits must not be dropped: others could have the same digits.
  expect(own('ABCDEFGHIJKLMNOPQRS1')).not.toBe(own('1'))
})

test.each([
  ['33.333333333333333333', 33.33333333],
  ['1234567890.123456789', 1234567890.12346],
  ['-2.5', -2.5],
  ['0', 0],
  [7, 7],
])('exactNumber of %s is %s', (value, number) => {
  expect(exactNumber(value, 'PRICE')).toBe(number)
})

test('exactNumber refuses what is not a figure and names the field', () => {
  expect(() => exactNumber('12,5', 'PRICE')).toThrow('PRICE: 12,5')
  expect(exactNumber('', 'PRICE')).toBeUndefined()
})

test.each([
  ['', []],
  ['kısa not', ['kısa not']],
  ['bir iki üç dört', ['bir iki', 'üç dört']],
  ['birikiüçdörtbeş', ['birikiüç', 'dörtbeş']],
  ['bir iki üç dört beş altı yedi', ['bir iki', 'üç dör…']],
])('splitNote puts %j into two fields of eight', (text, parts) => {
  const fields = splitNote(text, 2, 8)
  expect(fields.every((field) => field.length <= 8)).toBe(true)
  expect(fields.length).toBe(parts.length)
  expect(fields.slice(0, 1)).toEqual(parts.slice(0, 1))
})
