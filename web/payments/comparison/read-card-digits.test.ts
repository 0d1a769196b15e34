import { expect, test } from 'vitest'
import { readCardDigits } from './read-card-digits.ts'

test.each([
  ['', '', null],
  ['4355', '4355', null],
  ['435508', '435508', null],
  ['4355 0843', '43550843', null],
  ['4355-08', '435508', null],
  ['43a5', '43a5', 'letters'],
  ['kart', 'kart', 'letters'],
  // Of what may be a card number nothing is kept.
  ['435508435', '', 'tooLong'],
  ['4355084355084358', '', 'tooLong'],
  ['4355 0843 5508 4358', '', 'tooLong'],
  ['kart: 4355 0843 5508 4358', '', 'tooLong'],
])('of %j it keeps %j: %s', (text, kept, problem) => {
  expect(readCardDigits(text)).toEqual({ kept, problem })
})
