import { expect, test } from 'vitest'
import { fieldNumber } from './field-number.ts'

test.each(['1.234,56', '2,5', '1.234', '%20', ''])(
  'a field shows %s in the notation of the page and reads it back',
  (text) => {
    expect(fieldNumber(text, 'tr')).toBe(text)
    expect(fieldNumber(fieldNumber(text, 'en'), 'en')).toBe(text)
  },
)

test('the separators are swapped on English pages', () => {
  expect(fieldNumber('1.234,56', 'en')).toBe('1,234.56')
  expect(fieldNumber('2.5', 'en')).toBe('2,5')
})
