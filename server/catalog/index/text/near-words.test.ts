import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachNearRange, type Mistakes, nearnessOf } from './near-words.ts'

test.each<[string, string, Mistakes, ReturnType<typeof nearnessOf>]>([
  ['cekc', 'cekic', 'letters', 'whole'],
  ['cekkic', 'cekic', 'letters', 'whole'],
  ['ceikc', 'cekic', 'letters', 'whole'],
  ['cekoc', 'cekic', 'letters', 'whole'],
  ['xekic', 'cekic', 'letters', 'whole'],
  ['ekic', 'cekic', 'letters', 'whole'],
  ['xcekic', 'cekic', 'letters', 'whole'],
  ['cekicx', 'cekic', 'letters', 'whole'],
  ['cekix', 'cekic', 'letters', 'whole'],
  ['cekoc', 'cekicler', 'letters', 'prefix'],
  ['ceikc', 'cekicler', 'letters', 'prefix'],
  ['ekic', 'cekicler', 'letters', 'prefix'],
  // Without its extra letter a short word is no prefix.
  ['vana', 'anahtar', 'letters', null],
  ['vana', 'ana', 'letters', 'whole'],
  ['xvana', 'vanalar', 'letters', 'prefix'],
  // The rest of the word must continue as typed.
  ['cekox', 'cekic', 'letters', null],
  ['cekix', 'cekicler', 'letters', null],
  ['ekicx', 'cekic', 'letters', null],
  // A prefix is not a mistake.
  ['ceki', 'cekic', 'letters', null],
  ['cekic', 'cekic', 'letters', null],
  // A different number is a different product.
  ['m8x40', 'm8x50', 'letters', null],
  ['m8x40', 'm8x50', 'any', 'whole'],
  ['6204', '6205', 'letters', null],
  ['6204', '6024', 'letters', null],
  ['6204', '6024', 'any', 'whole'],
  ['6204z', '6204zz', 'letters', null],
  ['6024zx', '6024zz', 'letters', 'whole'],
  ['62045', '6204', 'letters', null],
  ['62045', '6204', 'any', 'whole'],
  ['m8x', '8mx', 'letters', 'whole'],
])('%s for %s with %s: %s', (typed, word, mistakes, expected) => {
  expect(nearnessOf(typed, word, mistakes)).toBe(expected)
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', 'ğ'), minLength: 1, maxLength: 6 })

test('eachNearRange visits exactly the words that nearnessOf accepts', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      word,
      fc.constantFrom<Mistakes>('letters', 'any'),
      (words, typed, mistakes) => {
        const sorted = words.toSorted()
        const found = sorted.map((): string => 'null')
        eachNearRange(sorted, typed, mistakes, (from, to, nearness) => {
          for (let i = from; i < to; i++) if (found[i] !== 'whole') found[i] = String(nearness)
        })
        expect(found).toEqual(sorted.map((one) => String(nearnessOf(typed, one, mistakes))))
      },
    ),
    { numRuns: 3000 },
  )
})
