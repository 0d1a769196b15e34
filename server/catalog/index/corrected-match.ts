import { type Bitset, borrowBitset, createBitset, returnBitset, unite, uniteShared } from './bitset.ts'
import type { Mistakes } from './near-words.ts'
import { beginsSomeName, giveBack, isSomeNameWord, matchName, matchNearWord, matchWord, nothing } from './word-match.ts'
import type { Found, TextSource } from './word-match.ts'

/** Words of the query from one place up to another, and what they found as typed and corrected. */
type Step = { from: number; to: number; typed: Found | null; near: Found | null }

/** What the words up to a place find with none of them corrected, with one, and with more. */
type Reached = { none: Found; one: Found; more: Bitset }

/** As a match of text: all of it, and the ranks to show it by. */
type Corrected = { all: Bitset; ranks: Bitset[] }

const shortestPart = 2

/**
 * What a query finds with mistyped words corrected, one word corrected before several. A word may also stand apart from the
 * rest of itself (vidalamaseti for vidalama seti), or be half of one (vida lama seti).
 */
export function matchCorrected(
  source: TextSource,
  chunks: string[][],
  mistakes: Mistakes,
  isSuspect: (word: string) => boolean,
): Corrected {
  const steps = stepsOf(source, chunks, mistakes, isSuspect)
  const count = chunks.flat().length
  const places: Reached[] = [startOf(source)]
  for (let to = 1; to <= count; to++) {
    const reached = { none: nothing(source), one: nothing(source), more: borrowBitset(source.capacity) }
    for (const step of steps) if (step.to === to) advance(places[step.from]!, step, reached)
    places.push(reached)
  }
  const { one, more } = places[count]!
  const all = createBitset(source.capacity)
  unite(all, one.any)
  unite(all, more)
  const ranks = [one.whole.slice(), one.begun.slice(), one.any.slice()]
  for (const { typed, near } of steps) for (const found of [typed, near]) if (found !== null) giveBack(found)
  for (const place of places) {
    giveBack(place.none)
    giveBack(place.one)
    returnBitset(place.more)
  }
  return { all, ranks }
}

function stepsOf(
  source: TextSource,
  chunks: string[][],
  mistakes: Mistakes,
  isSuspect: (word: string) => boolean,
): Step[] {
  const near = (word: string) => (isSuspect(word) ? matchNearWord(source, word, mistakes) : null)
  const words = chunks.flat()
  const steps: Step[] = words.map((word, from) => {
    const corrected = near(word)
    if (corrected !== null) markHalves(source, word, corrected)
    return { from, to: from + 1, typed: matchWord(source, word), near: corrected }
  })
  let from = 0
  for (const chunk of chunks) {
    const joined = chunk.join('')
    const to = from + chunk.length
    if (chunk.length > 1) steps.push({ from, to, typed: matchWord(source, joined), near: near(joined) })
    // Two chunks that are one word of the name count as one correction.
    const next = words[to]
    if (next !== undefined)
      steps.push({ from: to - 1, to: to + 1, typed: null, near: matchName(source, words[to - 1]! + next) })
    from = to
  }
  return steps
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
  const none = nothing(source)
  for (const bits of [none.any, none.begun, none.whole]) bits.set(source.live)
  return { none, one: nothing(source), more: borrowBitset(source.capacity) }
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
