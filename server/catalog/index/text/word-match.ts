import { type Bitset, borrowBitset, returnBitset, setBit, subtract, unite } from '#server/catalog/index/bitset.ts'
import { type Code, type CodeMatch, markCodes, partsOf, shortestBarcodePiece, shortestPiece } from './codes.ts'
import { type LabelWords, markLabels, markNearLabels } from './label-words.ts'
import { isNearCode, markNearCodes } from './near-codes.ts'
import { type Mistakes, nearnessOf } from './near-words.ts'
import type { ListingPostings } from '#server/catalog/index/postings.ts'
import type { TextIndex } from './text-index.ts'
import { hasBeginning, hasWord, markNearWords, markWord, markWordPrefix } from './words.ts'

/** What finds products by text, in the state of one moment. `live` are the products there are. */
export type TextSource = {
  text: TextIndex
  labels: LabelWords
  postings: ListingPostings
  capacity: number
  live: Bitset
}

/** `any`: found somehow; `begun`: begins a word of the name; `whole`: is a word of the name. Each holds the next one. */
export type Found = { any: Bitset; begun: Bitset; whole: Bitset }

/** Shorter words begin too many others. */
const shortestBegunCorrection = 4

export function nothing({ capacity }: TextSource): Found {
  return { any: borrowBitset(capacity), begun: borrowBitset(capacity), whole: borrowBitset(capacity) }
}

export function giveBack({ any, begun, whole }: Found): void {
  for (const bits of [any, begun, whole]) returnBitset(bits)
}

/** A word as it is typed: of a name, a piece of a code, of a brand, model or category. */
export function matchWord(source: TextSource, word: string): Found {
  const found = matchNamed(source, word)
  markByCode(source, word, word.length >= shortestPiece ? 'piece' : 'prefix', found.any)
  return found
}

/** The same without codes. */
export function matchNamed(source: TextSource, word: string): Found {
  const found = matchName(source, word)
  markLabels(source.labels, source.postings, word, found.any)
  return found
}

/** A word of a name, or the beginning of one. */
export function matchName(source: TextSource, word: string): Found {
  const { text } = source
  const found = nothing(source)
  markWord(text.words, word, found.whole)
  markWordPrefix(text.words, word, found.begun)
  if (text.later.size > 0) {
    subtract(found.whole, text.outdated)
    subtract(found.begun, text.outdated)
    markLater(text, word, found)
  }
  unite(found.any, found.begun)
  return found
}

/** What a mistyped word may have meant: a word of a name, or of a brand, model or category. */
export function matchNearWord(source: TextSource, typed: string, mistakes: Mistakes): Found {
  const { text, labels, postings } = source
  const found = nothing(source)
  markNearWords(text.words, typed, mistakes, found.whole, found.begun)
  if (text.later.size > 0) {
    subtract(found.whole, text.outdated)
    subtract(found.begun, text.outdated)
    markNearLater(text, typed, mistakes, found)
  }
  if (typed.length < shortestBegunCorrection) found.begun.fill(0)
  unite(found.begun, found.whole)
  unite(found.any, found.begun)
  if (typed.length >= shortestBegunCorrection) markNearLabels(labels, postings, typed, mistakes, found.any)
  return found
}

/** Whether some name has a word that begins so. */
export function beginsSomeName({ text }: TextSource, word: string): boolean {
  if (hasBeginning(text.words, word)) return true
  for (const { words } of text.later.values()) if (words.includes(` ${word}`)) return true
  return false
}

export function isSomeNameWord({ text }: TextSource, word: string): boolean {
  if (hasWord(text.words, word)) return true
  for (const { words } of text.later.values()) if (words.includes(` ${word} `)) return true
  return false
}

export function markByCode({ text }: TextSource, needle: string, match: CodeMatch, into: Bitset): void {
  if (needle === '' || (match === 'piece' && needle.length < shortestPiece)) return
  const { outdated, later } = text
  markCodes(text.codes, needle, match, later.size === 0 ? null : outdated, into)
  for (const [slot, { codes }] of later) {
    if (codes.some((code) => codeFits(code, needle, match))) setBit(into, slot)
  }
}

export function markByNearCode({ text }: TextSource, typed: string, into: Bitset): void {
  const { outdated, later } = text
  markNearCodes(text.codes, typed, later.size === 0 ? null : outdated, into)
  for (const [slot, { codes }] of later) {
    if (codes.some((code) => isNearCode(typed, code.text))) setBit(into, slot)
  }
}

function codeFits({ text, kind, edges }: Code, needle: string, match: CodeMatch): boolean {
  if (match === 'exact') return text === needle
  if (match === 'prefix') return text.startsWith(needle)
  if (match === 'piece') return text.includes(needle) && (kind === 'code' || needle.length >= shortestBarcodePiece)
  if (kind !== 'code' || needle.length < shortestPiece) return false
  const [bytes, wanted] = [Buffer.from(text), Buffer.from(needle)]
  let places = partsOf(edges, bytes.length, wanted.length)
  for (; places !== 0; places &= places - 1) {
    const at = 31 - Math.clz32(places & -places)
    if (bytes.subarray(at, at + wanted.length).equals(wanted)) return true
  }
  return false
}

function markLater({ later }: TextIndex, word: string, found: Found): void {
  for (const [slot, { words }] of later) {
    if (!words.includes(` ${word}`)) continue
    setBit(found.begun, slot)
    if (words.includes(` ${word} `)) setBit(found.whole, slot)
  }
}

function markNearLater({ later }: TextIndex, typed: string, mistakes: Mistakes, found: Found): void {
  for (const [slot, { words }] of later) {
    for (const word of words.split(' ')) {
      const nearness = nearnessOf(typed, word, mistakes)
      if (nearness !== null) setBit(nearness === 'whole' ? found.whole : found.begun, slot)
    }
  }
}
