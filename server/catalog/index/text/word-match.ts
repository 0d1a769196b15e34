import type { SearchTerms } from '#domain/search/search-terms.ts'
import { isSkeleton } from '#domain/search/far-words.ts'
import {
  type Bitset,
  borrowBitset,
  returnBitset,
  setBit,
  sharesBits,
  subtract,
  unite,
} from '#server/catalog/index/bitset.ts'
import {
  type Code,
  type CodeMatch,
  markCodes,
  partStarts,
  minBarcodeSubstringLength,
  minSubstringLength,
} from './codes.ts'
import { farnessOf, farPositions } from './far-match.ts'
import { type LabelWords, markLabels, markLabelsWhere, markNearLabels } from './label-words.ts'
import { isNearCode, markNearCodes } from './near-codes.ts'
import { type Mistakes, nearnessOf } from './near-words.ts'
import type { ListingPostings } from '#server/catalog/index/postings.ts'
import type { TextIndex } from './text-index.ts'
import { hasPrefix, hasWord, markNearWords, markWord, markWordAt, markWordPrefix } from './words.ts'

/** The data that text search reads, at one point in time. `live` has the existing products. */
export type TextSource = {
  text: TextIndex
  labels: LabelWords
  postings: ListingPostings
  capacity: number
  live: Bitset
  terms: SearchTerms
  /** What the terms of one query matched, because several attempts need it. */
  found: Map<string, WordMatch>
}

/**
 * `whole`: matches a word of the name; `prefix`: matches the start of one; `any`: matches in any way. Each set contains
 * the previous one.
 */
export type WordMatch = { any: Bitset; prefix: Bitset; whole: Bitset }

/** Shorter words are prefixes of too many others. */
const minPrefixCorrectionLength = 4

export function emptyMatch({ capacity }: TextSource): WordMatch {
  return { any: borrowBitset(capacity), prefix: borrowBitset(capacity), whole: borrowBitset(capacity) }
}

export function releaseMatch({ any, prefix, whole }: WordMatch): void {
  for (const bits of [any, prefix, whole]) returnBitset(bits)
}

export function copyMatch(source: TextSource, match: WordMatch): WordMatch {
  const copy = emptyMatch(source)
  for (const key of ['any', 'prefix', 'whole'] as const) copy[key].set(match[key])
  return copy
}

/** Matches once per query. The result is shared: callers neither change nor release it. */
export function readOnce({ found }: TextSource, key: string, find: () => WordMatch): WordMatch {
  const known = found.get(key) ?? find()
  found.set(key, known)
  return known
}

/** Matches a word as typed: in a name, a code, or the name of a brand, model or category. */
export function matchWord(source: TextSource, word: string): WordMatch {
  const found = matchWithoutCodes(source, word)
  markByCode(source, word, word.length >= minSubstringLength ? 'substring' : 'prefix', found.any)
  return found
}

/** Like `matchWord`, but without codes. */
export function matchWithoutCodes(source: TextSource, word: string): WordMatch {
  const found = matchName(source, word)
  markLabels(source.labels, source.postings, word, found.any)
  return found
}

/** Matches a word of a name, or the prefix of one. */
export function matchName(source: TextSource, word: string): WordMatch {
  const { text } = source
  const found = emptyMatch(source)
  markWord(text.words, word, found.whole)
  markWordPrefix(text.words, word, found.prefix)
  if (text.changedTexts.size > 0) {
    subtract(found.whole, text.outdated)
    subtract(found.prefix, text.outdated)
    markChangedTexts(text, word, found)
  }
  unite(found.any, found.prefix)
  return found
}

/** Like `readNearWord`, but without words of two mistakes. */
export function readOneMistake(source: TextSource, typed: string, mistakes: Mistakes): WordMatch {
  return readOnce(source, `one ${mistakes} ${typed}`, () => matchOneMistake(source, typed, mistakes))
}

/** Matches a mistyped word with words of names, brands, models and categories. The result is shared. */
export function readNearWord(source: TextSource, typed: string, mistakes: Mistakes): WordMatch {
  return readOnce(source, `${mistakes} ${typed}`, () => {
    const found = matchOneMistake(source, typed, mistakes)
    if (isSkeleton(typed) || !sharesBits(found.any, source.live)) markFar(source, typed, found)
    return found
  })
}

/** Whether a word is long enough to be corrected. */
export function mayBeMistyped(word: string, mistakes: Mistakes): boolean {
  if (isSkeleton(word)) return true
  return mistakes === 'any' ? word.length >= 3 : word.length >= 4 && /\p{L}/u.test(word)
}

/** Marks words with two mistakes, and words typed without vowels. */
function markFar({ text, labels, postings }: TextSource, typed: string, found: WordMatch): void {
  const isFar = farnessOf(typed)
  if (isFar === null) return
  const far = borrowBitset(found.any.length * 32)
  for (const at of farPositions(text.words, typed)) markWordAt(text.words, at, far)
  if (text.changedTexts.size > 0) {
    subtract(far, text.outdated)
    for (const [slot, { words }] of text.changedTexts) {
      if (words.split(' ').some((word) => isFar(word))) setBit(far, slot)
    }
  }
  for (const bits of [found.whole, found.prefix, found.any]) unite(bits, far)
  markLabelsWhere(labels, postings, isFar, found.any)
  returnBitset(far)
}

function matchOneMistake(source: TextSource, typed: string, mistakes: Mistakes): WordMatch {
  const { text, labels, postings } = source
  const found = emptyMatch(source)
  markNearWords(text.words, typed, mistakes, found.whole, found.prefix)
  if (text.changedTexts.size > 0) {
    subtract(found.whole, text.outdated)
    subtract(found.prefix, text.outdated)
    markNearChangedTexts(text, typed, mistakes, found)
  }
  if (typed.length < minPrefixCorrectionLength) found.prefix.fill(0)
  unite(found.prefix, found.whole)
  unite(found.any, found.prefix)
  if (typed.length >= minPrefixCorrectionLength) markNearLabels(labels, postings, typed, mistakes, found.any)
  return found
}

/** Whether some name has a word with this prefix. */
export function isNamePrefix({ text }: TextSource, word: string): boolean {
  if (hasPrefix(text.words, word)) return true
  for (const { words } of text.changedTexts.values()) if (words.includes(` ${word}`)) return true
  return false
}

export function isNameWord({ text }: TextSource, word: string): boolean {
  if (hasWord(text.words, word)) return true
  for (const { words } of text.changedTexts.values()) if (words.includes(` ${word} `)) return true
  return false
}

export function markByCode({ text }: TextSource, needle: string, match: CodeMatch, into: Bitset): void {
  if (needle === '' || (match === 'substring' && needle.length < minSubstringLength)) return
  const { outdated, changedTexts } = text
  markCodes(text.codes, needle, match, changedTexts.size === 0 ? null : outdated, into)
  for (const [slot, { codes }] of changedTexts) {
    if (codes.some((code) => codeMatches(code, needle, match))) setBit(into, slot)
  }
}

export function markByNearCode({ text }: TextSource, typed: string, into: Bitset): void {
  const { outdated, changedTexts } = text
  markNearCodes(text.codes, typed, changedTexts.size === 0 ? null : outdated, into)
  for (const [slot, { codes }] of changedTexts) {
    if (codes.some((code) => isNearCode(typed, code.text))) setBit(into, slot)
  }
}

function codeMatches({ text, kind, edges }: Code, needle: string, match: CodeMatch): boolean {
  if (match === 'exact') return text === needle
  if (match === 'prefix') return text.startsWith(needle)
  if (match === 'substring')
    return text.includes(needle) && (kind === 'code' || needle.length >= minBarcodeSubstringLength)
  if (kind !== 'code' || needle.length < minSubstringLength) return false
  const [bytes, needleBytes] = [Buffer.from(text), Buffer.from(needle)]
  let starts = partStarts(edges, bytes.length, needleBytes.length)
  for (; starts !== 0; starts &= starts - 1) {
    const at = 31 - Math.clz32(starts & -starts)
    if (bytes.subarray(at, at + needleBytes.length).equals(needleBytes)) return true
  }
  return false
}

function markChangedTexts({ changedTexts }: TextIndex, word: string, found: WordMatch): void {
  for (const [slot, { words }] of changedTexts) {
    if (!words.includes(` ${word}`)) continue
    setBit(found.prefix, slot)
    if (words.includes(` ${word} `)) setBit(found.whole, slot)
  }
}

function markNearChangedTexts({ changedTexts }: TextIndex, typed: string, mistakes: Mistakes, found: WordMatch): void {
  for (const [slot, { words }] of changedTexts) {
    for (const word of words.split(' ')) {
      const nearness = nearnessOf(typed, word, mistakes)
      if (nearness !== null) setBit(nearness === 'whole' ? found.whole : found.prefix, slot)
    }
  }
}
