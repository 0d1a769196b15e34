import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isSkeleton,
  isWithinTwoErrors,
  letterMask,
  mayBeWithinTwoErrors,
  mayHaveSkeleton,
  skeletonOf,
} from './far-words.ts'

test.each([
  ['konttaktro', 'kontaktor', true],
  ['msakelneme', 'maskeleme', true],
  ['kontaktor', 'kontaktor', true],
  ['kotnatkro', 'kontaktor', false],
  ['konta', 'kontaktor', false],
])('%s and %s: within two errors is %s', (typed, word, expected) => {
  expect(isWithinTwoErrors(typed, word)).toBe(expected)
})

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'k', 'l', 'm', 'n', 'o', 'r', 't'),
  minLength: 1,
  maxLength: 10,
})

test('the quick tests accept every word that the exact ones accept', () => {
  fc.assert(
    fc.property(letters, letters, (typed, word) => {
      const masks = [letterMask(typed), letterMask(word)] as const
      if (isWithinTwoErrors(typed, word)) expect(mayBeWithinTwoErrors(...masks)).toBe(true)
      if (isSkeleton(typed) && skeletonOf(word) === typed) expect(mayHaveSkeleton(...masks)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('klm stands for words with these consonants', () => {
  expect(isSkeleton('klm')).toBe(true)
  expect(isSkeleton('kalm')).toBe(false)
  expect(skeletonOf('kalem')).toBe('klm')
})
