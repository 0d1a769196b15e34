import { expect, test } from 'vitest'
import { isEmptyNote, notifiedSide } from './note.ts'

test.each([
  ['dealer', false, 'store'],
  ['store', false, 'dealer'],
  ['store', true, null],
] as const)('a note of the %s side, internal: %s, notifies %s', (side, isInternal, expected) => {
  expect(notifiedSide({ side, isInternal })).toBe(expected)
})

test('a note needs a text or a file', () => {
  expect(isEmptyNote({ text: '', files: [] })).toBe(true)
  expect(isEmptyNote({ text: 'Merhaba', files: [] })).toBe(false)
  expect(isEmptyNote({ text: '', files: ['a'] })).toBe(false)
})
