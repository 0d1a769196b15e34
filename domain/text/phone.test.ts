import { expect, test } from 'vitest'
import { isPhone } from './phone.ts'

test.each([
  ['0312 555 11 22', true],
  ['+90 (532) 000-00-00', true],
  ['444 0 123', true],
  ['abc', false],
  ['0312', false],
  ['0312 555 dahili', false],
  ['(((-)))', false],
  ['', false],
])('"%s": %s', (text, is) => {
  expect(isPhone(text)).toBe(is)
})
