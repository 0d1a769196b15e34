import type { Term } from '#domain/search/analyze-query.ts'
import { type Bitset, countShared, createBitset, hasBit, setBit, sharesBits } from '#server/catalog/index/bitset.ts'
import { matchSoftly, matchTerm } from './term-match.ts'
import { matchName, matchNearWord, mayBeMistyped, releaseMatch, type TextSource, type WordMatch } from './word-match.ts'

/** Products whose sum is below this share of the best one are left out. */
const nearlyBest = 0.75
/** Sums that differ get ranks of their own, up to this number. */
const maxRanks = 8
/** What a match counts: in a code, brand, model or category; more if a word of the name starts with it; or is it. */
const shares = { any: 0.8, prefix: 0.1, whole: 0.1 }
const softShare = 0.75
const nearShare = 0.6
/** The start of a size that no product has. Such a product still lacks the size. */
const beginningShare = 0.3
const roundedTo = 1000

/** The products that have most of the terms, by the sum of the weights of what they have; null = none has any. */
export function matchMost(source: TextSource, terms: readonly Term[]): { all: Bitset; ranks: Bitset[] } | null {
  const scores = emptyScores(source.capacity)
  for (const at of terms.keys()) addScores(source, terms, at, scores)
  let best = 0
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! > best && hasBit(source.live, slot)) best = scores[slot]!
  }
  return best === 0 ? null : rankByScore(source, scores, best)
}

let lastScores = new Float32Array(0)

/** The sums of one query. Reusing the array costs less than a new one. */
function emptyScores(capacity: number): Float32Array {
  if (lastScores.length === capacity) return lastScores.fill(0)
  lastScores = new Float32Array(capacity)
  return lastScores
}

function addScores(source: TextSource, terms: readonly Term[], at: number, scores: Float32Array): void {
  const term = terms[at]!
  const typed = matchTerm(source, term)
  const soft = matchSoftly(source, terms, at)
  const add = (bits: Bitset, value: number) => addScore(scores, bits, value)
  if (sharesBits(soft.any, source.live)) {
    const weight = weightOf(source, soft.any)
    for (const key of ['any', 'prefix', 'whole'] as const) add(typed[key], weight * shares[key])
    without(soft.any, typed.any)
    add(soft.any, weight * softShare)
  } else if (term.size !== undefined) {
    const beginning = matchName(source, term.words.join(''))
    add(beginning.any, weightOf(source, beginning.any) * beginningShare)
    releaseMatch(beginning)
  } else {
    const near = matchNearTerm(source, term)
    if (near !== null) {
      add(near.any, weightOf(source, near.any) * nearShare)
      releaseMatch(near)
    }
  }
  releaseMatch(typed)
  releaseMatch(soft)
}

/** A loop of its own: `eachBit` costs several times as much for common words. */
function addScore(scores: Float32Array, bits: Bitset, value: number): void {
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) scores[(i << 5) + 31 - Math.clz32(word & -word)]! += value
  }
}

/** Matches a term with corrected letters; null = it is too short, or has several words. */
export function matchNearTerm(source: TextSource, { kind, words }: Term): WordMatch | null {
  const word = words.join('')
  if (kind !== 'word' || !mayBeMistyped(word, 'letters')) return null
  return matchNearWord(source, word, 'letters')
}

/** Words that few products have weigh more. */
function weightOf({ live }: TextSource, bits: Bitset): number {
  const all = countShared(live, live)
  return 0.5 + Math.log(1 + all / (1 + countShared(bits, live)))
}

function without(bits: Bitset, other: Bitset): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= ~other[i]!
}

function rankByScore(source: TextSource, scores: Float32Array, best: number): { all: Bitset; ranks: Bitset[] } {
  const all = createBitset(source.capacity)
  const bySum = new Map<number, number[]>()
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! < best * nearlyBest || !hasBit(source.live, slot)) continue
    setBit(all, slot)
    const sum = Math.round((scores[slot]! / best) * roundedTo)
    const slots = bySum.get(sum)
    if (slots === undefined) bySum.set(sum, [slot])
    else slots.push(slot)
  }
  const sums = [...bySum.keys()].sort((a, b) => b - a).slice(0, maxRanks)
  const ranks = sums.map((sum) => {
    const rank = createBitset(source.capacity)
    for (const slot of bySum.get(sum) ?? []) setBit(rank, slot)
    return rank
  })
  return { all, ranks }
}
