import {
  isSkeleton,
  isWithinTwoErrors,
  letterMask,
  mayBeWithinTwoErrors,
  mayHaveSkeleton,
  minLengthForTwoErrors,
  otherCharacter,
  skeletonOf,
} from '#domain/search/far-words.ts'
import type { Words } from './words.ts'

/** Compares words with typed text that has two errors, or no vowels; null = neither applies to the text. */
export function farnessOf(typed: string): ((word: string, mask?: number) => boolean) | null {
  const typedMask = letterMask(typed)
  if (isSkeleton(typed)) {
    return (word, mask = letterMask(word)) => {
      if (word === typed || !mayHaveSkeleton(typedMask, mask & ~otherCharacter)) return false
      return (mask & otherCharacter) === 0 && skeletonOf(word) === typed
    }
  }
  if (typed.length < minLengthForTwoErrors || (typedMask & otherCharacter) !== 0) return null
  return (word, mask = letterMask(word)) => {
    if (Math.abs(word.length - typed.length) > 2 || (mask & otherCharacter) !== 0) return false
    return mayBeWithinTwoErrors(typedMask, mask) && isWithinTwoErrors(typed, word)
  }
}

const maxCached = 32
const cached = new WeakMap<Words, Map<string, number[]>>()

/** The positions of the words with two errors or without vowels. One query needs them several times. */
export function farPositions(words: Words, typed: string): readonly number[] {
  const isFar = farnessOf(typed)
  if (isFar === null) return []
  const known = cached.get(words) ?? new Map<string, number[]>()
  cached.set(words, known)
  const found = known.get(typed)
  if (found !== undefined) return found
  const positions: number[] = []
  for (let at = 0; at < words.words.length; at++) if (isFar(words.words[at]!, words.masks[at])) positions.push(at)
  if (known.size >= maxCached) known.clear()
  known.set(typed, positions)
  return positions
}
