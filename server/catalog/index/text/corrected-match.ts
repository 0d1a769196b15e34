import {
  type Bitset,
  borrowBitset,
  createBitset,
  isEmpty,
  returnBitset,
  unite,
  uniteShared,
} from '#server/catalog/index/bitset.ts'
import type { Mistakes } from './near-words.ts'
import { beginsSomeName, giveBack, isSomeNameWord, matchName, matchNearWord, matchWord, nothing } from './word-match.ts'
import type { Found, TextSource } from './word-match.ts'

/** How the words from one place of the query up to another may be found: as typed, and corrected. */
type Step = { to: number; typed: Found | null; near: Found | null }

/** What the words up to a place find with none of them corrected, with one, and with more. */
type Reached = { none: Found; one: Found; more: Bitset }

/** As a match of text: all of it, and the ranks to show it by. */
type Corrected = { all: Bitset; ranks: Bitset[] }

export type Correction = { mistakes: Mistakes; isSuspect(word: string): boolean }

const shortestPart = 2

/**
 * What a query finds with mistyped words corrected, one word corrected before several. A word may also stand apart from the
 * rest of itself (vidalamaseti for vidalama seti), or be half of one (vida lama seti).
 */
export function matchCorrected(source: TextSource, chunks: string[][], correction: Correction): Corrected {
  const places = new Map([[0, startOf(source)]])
  for (const [from, words] of wordsByPlace(chunks).entries()) {
    const before = places.get(from)
    // Where nothing is left nothing can follow.
    if (before === undefined || (isEmpty(before.none.any) && isEmpty(before.one.any) && isEmpty(before.more))) continue
    for (const step of stepsFrom(source, from, words, correction)) {
      const reached = places.get(step.to) ?? unreached(source)
      places.set(step.to, reached)
      advance(before, step, reached)
      for (const found of [step.typed, step.near]) if (found !== null) giveBack(found)
    }
  }
  const all = createBitset(source.capacity)
  const ranks: Bitset[] = []
  const end = places.get(chunks.flat().length)
  if (end !== undefined) {
    unite(all, end.one.any)
    unite(all, end.more)
    ranks.push(end.one.whole.slice(), end.one.begun.slice(), end.one.any.slice())
  }
  for (const { none, one, more } of places.values()) {
    giveBack(none)
    giveBack(one)
    returnBitset(more)
  }
  return { all, ranks }
}

/** What begins at a word of the query: itself; the chunk of several words that it leads; the next chunk, if it is the last. */
type Beginning = { word: string; chunk: string[] | null; next: string | null }

function wordsByPlace(chunks: string[][]): Beginning[] {
  return chunks.flatMap((chunk, i) =>
    chunk.map((word, at) => ({
      word,
      chunk: at === 0 && chunk.length > 1 ? chunk : null,
      next: at === chunk.length - 1 ? (chunks[i + 1]?.[0] ?? null) : null,
    })),
  )
}

function* stepsFrom(
  source: TextSource,
  from: number,
  { word, chunk, next }: Beginning,
  { mistakes, isSuspect }: Correction,
): Generator<Step> {
  const near = (typed: string) => (isSuspect(typed) ? matchNearWord(source, typed, mistakes) : null)
  const corrected = near(word)
  if (corrected !== null) markHalves(source, word, corrected)
  yield { to: from + 1, typed: matchWord(source, word), near: corrected }
  if (chunk !== null) {
    const joined = chunk.join('')
    yield { to: from + chunk.length, typed: matchWord(source, joined), near: near(joined) }
  }
  // Two words that are one of the name count as one correction.
  if (next !== null) yield { to: from + 2, typed: null, near: matchName(source, word + next) }
}

/** Products whose names have both halves of a word. */
function markHalves(source: TextSource, word: string, into: Found): void {
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (!isSomeNameWord(source, left) || !beginsSomeName(source, right)) continue
    const first = matchName(source, left)
    const second = matchName(source, right)
    uniteShared(into.whole, first.whole, second.whole)
    for (const bits of [into.begun, into.any]) uniteShared(bits, first.whole, second.begun)
    giveBack(first)
    giveBack(second)
  }
}

/** Before the first word: every product, with nothing corrected. */
function startOf(source: TextSource): Reached {
  const start = unreached(source)
  for (const bits of [start.none.any, start.none.begun, start.none.whole]) bits.set(source.live)
  return start
}

function unreached(source: TextSource): Reached {
  return { none: nothing(source), one: nothing(source), more: borrowBitset(source.capacity) }
}

function advance(before: Reached, { typed, near }: Step, into: Reached): void {
  for (const key of ['any', 'begun', 'whole'] as const) {
    if (typed !== null) uniteShared(into.none[key], before.none[key], typed[key])
    if (typed !== null) uniteShared(into.one[key], before.one[key], typed[key])
    if (near !== null) uniteShared(into.one[key], before.none[key], near[key])
  }
  if (typed !== null) uniteShared(into.more, before.more, typed.any)
  if (near !== null) {
    uniteShared(into.more, before.one.any, near.any)
    uniteShared(into.more, before.more, near.any)
  }
}
