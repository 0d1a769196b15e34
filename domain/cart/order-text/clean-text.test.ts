import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { parseOrderText } from './parse-order-text.ts'

test.each([
  ['spaces', ' '],
  ['pictures, which become spaces', '😀'],
  ['spaces of other kinds', '\u1680\u2028'],
  ['stops', '.'],
  ['questions', '!?'],
])('a long run of %s is short before patterns read it: their time grows with the square of a run', (_, sign) => {
  const long = sign.repeat(400_000)
  expect(cleanText(`vida${long}b`).length).toBeLessThan(30)
  expect(parseOrderText(`5 adet vida${long}\n3 kutu somun`).lines).toHaveLength(2)
})

test('keeps short runs, tabs and line ends', () => {
  for (const text of ['a   b', `a${'\t'.repeat(30)}b`, `a${'\n'.repeat(30)}b`, 'a... b!!'])
    expect(cleanText(text)).toBe(text)
})
