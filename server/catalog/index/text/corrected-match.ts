import type { Term } from '#domain/search/analyze-query.ts'
import { isSkeleton } from '#domain/search/far-words.ts'
import {
  type Bitset,
  createBitset,
  intersect,
  intersectEither,
  isEmpty,
  nonEmptyWords,
  pickWords,
  putWords,
  sharesBits,
  unite,
  uniteShared,
} from '#server/catalog/index/bitset.ts'
import type { Mistakes } from './near-words.ts'
import {
  isNamePrefix,
  releaseMatch,
  isNameWord,
  matchName,
  emptyMatch,
  matchWord,
  readNearWord,
  readOneMistake,
  readOnce,
} from './word-match.ts'
import { readSoftly } from './term-match.ts'
import type { WordMatch, TextSource } from './word-match.ts'

/** Matches for the query words up to position `to`: as typed, and corrected. */
type Step = { to: number; typed: WordMatch | null; near: WordMatch | null }

/** The products that match all words up to a position with no correction, with one, and with more. */
type CorrectionState = { none: WordMatch; one: WordMatch; more: Bitset }

/** All matching products, and the ranks that order them. */
type CorrectedMatch = { all: Bitset; ranks: Bitset[] }

/** `isSingle`: only products of one correction are found. */
export type Correction = { mistakes: Mistakes; isSuspect(word: string): boolean; isSingle: boolean }

const minHalfLength = 2

/**
 * Matches a query with mistyped words corrected; one correction ranks above several. Joining two words (vida lama seti)
 * or splitting one (vidalamaseti for vidalama seti) counts as a correction.
 */
export function matchCorrected(source: TextSource, terms: readonly Term[], correction: Correction): CorrectedMatch {
  const words = queryWords(terms)
  const all = createBitset(source.capacity)
  const ranks: Bitset[] = []
  const products = productsToTry(source, terms, words, correction)
  const positions = nonEmptyWords(products)
  if (positions.length === 0) return { all, ranks }
  // Only the words of the sets that can have results are computed.
  const pick = (bits: Bitset) => pickWords(bits, positions)
  const states = new Map([[0, initialState(pick(products))]])
  for (const [from, word] of words.entries()) {
    const state = states.get(from)
    // Nothing matches up to here, so no later word can match.
    if (state === undefined || (isEmpty(state.none.any) && isEmpty(state.one.any) && isEmpty(state.more))) continue
    for (const step of stepsFrom(source, { from, terms }, word, correction)) {
      const next = states.get(step.to) ?? emptyState(positions.length)
      states.set(step.to, next)
      advance(state, { typed: pickMatch(step.typed, pick), near: pickMatch(step.near, pick) }, next)
    }
  }
  const end = states.get(words.length)
  if (end === undefined) return { all, ranks }
  const { whole, prefix, any } = end.one
  for (const bits of [whole, prefix, any]) {
    const rank = createBitset(source.capacity)
    putWords(bits, positions, rank)
    ranks.push(rank)
  }
  if (!correction.isSingle) unite(any, end.more)
  putWords(any, positions, all)
  return { all, ranks }
}

/**
 * A word of the query and the position of its term; the term of several words that starts with it, if any; the first
 * word of the next term, if this word is the last of its own. A size is one word.
 */
type QueryWord = { word: string; at: number; isSize: boolean; chunk: string[] | null; next: string | null }

function queryWords(terms: readonly Term[]): QueryWord[] {
  const chunks = terms.map(({ words, size }) => (size === undefined ? words : [words.join('')]))
  return chunks.flatMap((chunk, i) =>
    chunk.map((word, at) => ({
      word,
      at: i,
      isSize: terms[i]?.size !== undefined,
      chunk: at === 0 && chunk.length > 1 ? chunk : null,
      next: at === chunk.length - 1 && terms[i + 1]?.size === undefined ? (chunks[i + 1]?.[0] ?? null) : null,
    })),
  )
}

function* stepsFrom(
  source: TextSource,
  { from, terms }: { from: number; terms: readonly Term[] },
  { word, at, isSize, chunk, next }: QueryWord,
  { mistakes, isSuspect }: Correction,
): Generator<Step> {
  // A size is corrected last and only as a word, because it may be a code.
  const isFixed = isSize && (mistakes === 'letters' || terms[at]?.size?.isList === true)
  const mayCorrect = (typed: string) => isSuspect(typed) && !isFixed
  const asTyped = (typed: string) => readOnce(source, `word ${typed}`, () => matchWord(source, typed))
  const isTerm = isSize || terms[at]?.words.length === 1
  yield {
    to: from + 1,
    typed: isTerm ? readSoftly(source, terms, at) : asTyped(word),
    near: mayCorrect(word) ? readNearOrHalves(source, word, mistakes) : null,
  }
  if (chunk !== null) {
    const joined = chunk.join('')
    yield {
      to: from + chunk.length,
      typed: asTyped(joined),
      near: mayCorrect(joined) ? readNearWord(source, joined, mistakes) : null,
    }
  }
  // Joining two words counts as one correction.
  if (next !== null && !isSize && isNamePrefix(source, word + next)) {
    yield {
      to: from + 2,
      typed: null,
      near: readOnce(source, `name ${word + next}`, () => matchName(source, word + next)),
    }
  }
}

/**
 * The products that have each word, as typed or corrected; a quick test that rules most of them out. Words that may be
 * joined or split are left to the search.
 */
function productsToTry(
  source: TextSource,
  terms: readonly Term[],
  words: readonly QueryWord[],
  { mistakes, isSuspect }: Correction,
): Bitset {
  const left = source.live.slice()
  for (const [at, { word, chunk, next, isSize }] of words.entries()) {
    const isPart = words[at - 1]?.next === word
    const mayJoin = next !== null && isNamePrefix(source, word + next)
    const wasJoined = isPart && isNamePrefix(source, words[at - 1]!.word + word)
    if (isSize || chunk !== null || terms[words[at]!.at]!.words.length > 1 || mayJoin || wasJoined) continue
    if (isSuspect(word) && maySplit(source, word)) continue
    const found = readSoftly(source, terms, words[at]!.at)
    if (isSuspect(word)) intersectEither(left, found.any, readNearWord(source, word, mistakes).any)
    else intersect(left, found.any)
    if (isEmpty(left)) break
  }
  return left
}

function maySplit(source: TextSource, word: string): boolean {
  for (let at = minHalfLength; at <= word.length - minHalfLength; at++) {
    if (isNameWord(source, word.slice(0, at)) && isNamePrefix(source, word.slice(at))) return true
  }
  return false
}

/**
 * Matches a mistyped word, and one that names have as two. Two mistakes are a worse guess than two words: mmbeyaz is not
 * beyaz. The result is shared.
 */
function readNearOrHalves(source: TextSource, word: string, mistakes: Mistakes): WordMatch {
  if (!maySplit(source, word)) return readNearWord(source, word, mistakes)
  return readOnce(source, `halves ${mistakes} ${word}`, () => {
    const found = emptyMatch(source)
    markHalves(source, word, found)
    const isSplit = sharesBits(found.any, source.live) && !isSkeleton(word)
    const near = isSplit ? readOneMistake(source, word, mistakes) : readNearWord(source, word, mistakes)
    for (const key of ['any', 'prefix', 'whole'] as const) unite(found[key], near[key])
    return found
  })
}

/** Marks products whose names contain both halves of a word. */
function markHalves(source: TextSource, word: string, into: WordMatch): void {
  for (let at = minHalfLength; at <= word.length - minHalfLength; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (!isNameWord(source, left) || !isNamePrefix(source, right)) continue
    const first = matchName(source, left)
    const second = matchName(source, right)
    uniteShared(into.whole, first.whole, second.whole)
    for (const bits of [into.prefix, into.any]) uniteShared(bits, first.whole, second.prefix)
    releaseMatch(first)
    releaseMatch(second)
  }
}

/** The state before the first word: every product, with no corrections. */
function initialState(products: Bitset): CorrectionState {
  const start = emptyState(products.length)
  for (const bits of [start.none.any, start.none.prefix, start.none.whole]) bits.set(products)
  return start
}

function emptyState(length: number): CorrectionState {
  const match = () => ({
    any: new Uint32Array(length),
    prefix: new Uint32Array(length),
    whole: new Uint32Array(length),
  })
  return { none: match(), one: match(), more: new Uint32Array(length) }
}

/** The parts of a match that can have results. */
function pickMatch(match: WordMatch | null, pick: (bits: Bitset) => Bitset): WordMatch | null {
  return match && { any: pick(match.any), prefix: pick(match.prefix), whole: pick(match.whole) }
}

function advance(state: CorrectionState, { typed, near }: Omit<Step, 'to'>, next: CorrectionState): void {
  for (const key of ['any', 'prefix', 'whole'] as const) {
    if (typed !== null) uniteShared(next.none[key], state.none[key], typed[key])
    if (typed !== null) uniteShared(next.one[key], state.one[key], typed[key])
    if (near !== null) uniteShared(next.one[key], state.none[key], near[key])
  }
  if (typed !== null) uniteShared(next.more, state.more, typed.any)
  if (near !== null) {
    uniteShared(next.more, state.one.any, near.any)
    uniteShared(next.more, state.more, near.any)
  }
}
