import { fold, squeezeCode } from '#domain/text.ts'
import { type Bitset, borrowBitset, createBitset, intersect, returnBitset, setBit, unite } from './bitset.ts'
import { type CodeKind, type CodeMatch, markCodes, shortestPiece } from './codes.ts'
import { chunksOf, wordsOf } from './document.ts'
import { type LabelWords, markLabels } from './label-words.ts'
import type { ListingPostings } from './postings.ts'
import type { TextIndex } from './text-index.ts'
import { markWord, markWordPrefix } from './words.ts'

/** What finds products by text, in the state of one moment. */
export type TextSource = { text: TextIndex; labels: LabelWords; postings: ListingPostings; capacity: number }

/**
 * Products that a query finds, dead ones possibly among them, and the ranks to show them by: exact code, beginning of a
 * code, all words in the name as they stand, all words begun in the name. What is in no rank comes last.
 */
export type TextMatch = { all: Bitset; ranks: Bitset[] }

const longestQuery = 200
const mostWords = 10
const shortestBarcodePiece = 5

/** null = the query asks for nothing; one without letters and digits asks for what does not exist. */
export function matchText(source: TextSource, query: string): TextMatch | null {
  const folded = fold(query.slice(0, longestQuery)).trim()
  if (folded === '') return null
  const chunks = firstWords(folded)
  const whole = squeezeCode(folded)
  const match = all(source, chunks)
  const exact = createBitset(source.capacity)
  markByCode(source, whole, 'exact', exact)
  const prefix = createBitset(source.capacity)
  markByCode(source, whole, 'prefix', prefix)
  unite(match.any, prefix)
  if (chunks.flat().length > 1) markByCode(source, whole, 'piece', match.any)
  return { all: match.any, ranks: [exact, prefix, match.whole, match.begun] }
}

/** Words of the query by chunk, at most ten. */
function firstWords(folded: string): string[][] {
  let left = mostWords
  const chunks: string[][] = []
  for (const chunk of chunksOf(folded)) {
    const words = wordsOf(chunk).slice(0, left)
    left -= words.length
    if (words.length > 0) chunks.push(words)
  }
  return chunks
}

/** `any`: found somehow; `begun`: begins a word of the name; `whole`: is a word of the name. */
type Found = { any: Bitset; begun: Bitset; whole: Bitset }

function all(source: TextSource, chunks: string[][]): Found {
  const found = chunks.map((words) => matchChunk(source, words))
  return both(found) ?? nothing(source)
}

/** A chunk is found by all of its words, or by what is left of it without the noise between them. */
function matchChunk(source: TextSource, words: string[]): Found {
  const found = both(words.map((word) => matchWord(source, word))) ?? nothing(source)
  if (words.length === 1) return found
  const joined = matchWord(source, words.join(''))
  unite(found.any, joined.any)
  unite(found.begun, joined.begun)
  unite(found.whole, joined.whole)
  giveBack(joined)
  return found
}

function matchWord(source: TextSource, word: string): Found {
  const { text, labels, postings } = source
  const found = nothing(source)
  markWord(text.words, word, found.whole)
  markWordPrefix(text.words, word, found.begun)
  if (text.later.size > 0) {
    withoutOutdated(text, found.whole)
    withoutOutdated(text, found.begun)
    markLater(text, word, found)
  }
  unite(found.any, found.begun)
  markByCode(source, word, word.length >= shortestPiece ? 'piece' : 'prefix', found.any)
  markLabels(labels, postings, word, found.any)
  return found
}

function markLater({ later }: TextIndex, word: string, found: Found): void {
  for (const [slot, { words }] of later) {
    if (!words.includes(` ${word}`)) continue
    setBit(found.begun, slot)
    if (words.includes(` ${word} `)) setBit(found.whole, slot)
  }
}

function markByCode({ text }: TextSource, needle: string, match: CodeMatch, into: Bitset): void {
  if (needle === '' || (match === 'piece' && needle.length < shortestPiece)) return
  const { outdated, later } = text
  markCodes(text.codes, needle, match, later.size === 0 ? null : outdated, into)
  for (const [slot, { codes }] of later) {
    if (codes.some(([code, kind]) => codeFits(code, kind, needle, match))) setBit(into, slot)
  }
}

function codeFits(code: string, kind: CodeKind, needle: string, match: CodeMatch): boolean {
  if (match === 'exact') return code === needle
  if (match === 'prefix') return code.startsWith(needle)
  return code.includes(needle) && (kind === 'code' || needle.length >= shortestBarcodePiece)
}

function nothing({ capacity }: TextSource): Found {
  return { any: borrowBitset(capacity), begun: borrowBitset(capacity), whole: borrowBitset(capacity) }
}

function giveBack({ any, begun, whole }: Found): void {
  for (const bits of [any, begun, whole]) returnBitset(bits)
}

/** What all of them found; undefined for none. */
function both(found: Found[]): Found | undefined {
  const [first, ...others] = found
  if (first === undefined) return undefined
  for (const other of others) {
    intersect(first.any, other.any)
    intersect(first.begun, other.begun)
    intersect(first.whole, other.whole)
    giveBack(other)
  }
  return first
}

function withoutOutdated({ outdated }: TextIndex, bits: Bitset): void {
  const shared = Math.min(bits.length, outdated.length)
  for (let i = 0; i < shared; i++) bits[i]! &= ~outdated[i]!
}
