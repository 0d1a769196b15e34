import { expect, test } from 'vitest'
import { fold } from '#domain/text/text.ts'
import { isFormOf, stemsOf } from './turkish-stems.ts'

/** Whether a typed word and a word of a name are forms of one word. */
const isSame = (typed: string, word: string) => stemsOf(typed).some((stem) => isFormOf(fold(word), stem))

test.each([
  ['vidalar', 'vida'],
  ['vidası', 'vidalar'],
  ['vidaları', 'vida'],
  ['kablonun', 'kablo'],
  ['tabağı', 'tabak'],
  ['tabagi', 'tabak'],
  ['tabak', 'tabağı'],
  ['rengi', 'renk'],
  ['kitabı', 'kitap'],
  ['kanadı', 'kanat'],
  ['bıçağın', 'bıçak'],
  ['matkapta', 'matkap'],
  ['anahtarlarının', 'anahtar'],
  ['penseler', 'pense'],
])('%s is a form of %s', (typed, word) => {
  expect(isSame(typed, word)).toBe(true)
})

test.each([
  ['vidalar', 'vidalama'],
  ['kalem', 'kalemtıraş'],
  ['boyalar', 'boyunluk'],
  ['lamba', 'lambri'],
])('%s is not a form of %s', (typed, word) => {
  expect(isSame(typed, word)).toBe(false)
})
