import type { Term } from '#domain/search/analyze-query.ts'
import {
  type Bitset,
  borrowBitset,
  countShared,
  createBitset,
  eachBit,
  hasBit,
  intersect,
  returnBitset,
  setBit,
  sharesBits,
  unite,
  uniteShared,
} from '#server/catalog/index/bitset.ts'
import { readSoftly, readTerm } from './term-match.ts'
import { matchName, mayBeMistyped, readNearWord, readOnce, type TextSource } from './word-match.ts'

/** Products whose sum is below this share of the best one are left out. */
const nearlyBest = 0.4
/** Sums that differ get ranks of their own, up to this number. */
const maxRanks = 8
/** The list begins with products that lack different terms, of at most so many kinds. */
const maxHeads = 3
/** What a match counts: as a word of the name, as the start of one, in a code, brand, model or category. */
const shares = { whole: 1, prefix: 0.9, any: 0.8 }
const softShare = 0.75
const nearShare = 0.6
/** The start of a size that no product has. Such a product still lacks the size. */
const beginningShare = 0.3
const roundedTo = 1000

/** `heads`: the best products for each choice of terms to leave out; none if there is only one. */
type MostMatch = { all: Bitset; ranks: Bitset[]; heads: Bitset[] }

/**
 * The products that have most of the terms, ranked by the sum of the weights of what they have; null = none has any.
 */
export function matchMost(source: TextSource, terms: readonly Term[]): MostMatch | null {
  const found = terms.map((_, at) => valueTerm(source, terms, at))
  const candidates = withMostTerms(source, found)
  return candidates === null ? null : rankBySum(source, found, candidates)
}

/** The products that have a term, and what it counts: the first set that has a product decides. */
type ValuedTerm = { all: Bitset; values: [bits: Bitset, value: number][] }

function valueTerm(source: TextSource, terms: readonly Term[], at: number): ValuedTerm {
  const soft = readSoftly(source, terms, at).any
  if (!sharesBits(soft, source.live)) return valueOther(source, terms[at]!)
  const typed = readTerm(source, terms[at]!)
  const weight = weightOf(source, soft)
  const values = (['whole', 'prefix', 'any'] as const).map((key): [Bitset, number] => [
    typed[key],
    weight * shares[key],
  ])
  return { all: soft, values: [...values, [soft, weight * softShare]] }
}

/** A term that no product has: the start of a size, or the word with corrected letters. */
function valueOther(source: TextSource, { kind, words, size }: Term): ValuedTerm {
  const word = words.join('')
  const one = (all: Bitset, share: number): ValuedTerm => ({ all, values: [[all, weightOf(source, all) * share]] })
  if (size !== undefined)
    return one(readOnce(source, `name ${word}`, () => matchName(source, word)).any, beginningShare)
  if (kind === 'word' && mayBeMistyped(word, 'letters'))
    return one(readNearWord(source, word, 'letters').any, nearShare)
  return { all: createBitset(source.capacity), values: [] }
}

/** Words that few products have weigh more. */
function weightOf({ live }: TextSource, bits: Bitset): number {
  const all = countShared(live, live)
  return 0.5 + Math.log(1 + all / (1 + countShared(bits, live)))
}

/** The products that have the highest number of terms; null = none has any. */
function withMostTerms(source: TextSource, found: readonly ValuedTerm[]): Bitset | null {
  /** At position n: the products that have more than n terms. */
  const atLeast: Bitset[] = []
  for (const { all } of found) {
    atLeast.push(borrowBitset(source.capacity))
    for (let i = atLeast.length - 1; i > 0; i--) uniteShared(atLeast[i]!, atLeast[i - 1]!, all)
    unite(atLeast[0]!, all)
  }
  const most = atLeast.findLast((bits) => sharesBits(bits, source.live))?.slice() ?? null
  if (most !== null) intersect(most, source.live)
  for (const bits of atLeast) returnBitset(bits)
  return most
}

function rankBySum(source: TextSource, found: readonly ValuedTerm[], candidates: Bitset): MostMatch {
  const bySum = new Map<number, Scored[]>()
  let best = 0
  eachBit(candidates, (slot) => {
    const scored = scoreSlot(found, slot)
    const rounded = Math.round(scored.sum * roundedTo)
    const others = bySum.get(rounded)
    if (others === undefined) bySum.set(rounded, [scored])
    else others.push(scored)
    if (rounded > best) best = rounded
  })
  const sums = [...bySum.keys()].filter((sum) => sum >= best * nearlyBest).sort((a, b) => b - a)
  const setOf = (scored: readonly Scored[]) => {
    const bits = createBitset(source.capacity)
    for (const { slot } of scored) setBit(bits, slot)
    return bits
  }
  const ranked = sums.map((sum) => bySum.get(sum) ?? [])
  const all = createBitset(source.capacity)
  for (const scored of ranked) for (const { slot } of scored) setBit(all, slot)
  return { all, ranks: ranked.slice(0, maxRanks).map(setOf), heads: headsOf(ranked).map(setOf) }
}

/** The sum of a product, and its terms as bits. */
type Scored = { slot: number; sum: number; has: number }

function scoreSlot(found: readonly ValuedTerm[], slot: number): Scored {
  let [sum, has] = [0, 0]
  for (const [at, { values }] of found.entries()) {
    for (const [bits, value] of values) {
      if (!hasBit(bits, slot)) continue
      sum += value
      has |= 1 << at
      break
    }
  }
  return { slot, sum, has }
}

/** The best products of each choice of terms, the best choices first. */
function headsOf(ranked: readonly Scored[][]): Scored[][] {
  const heads = new Map<number, Scored[]>()
  for (const scored of ranked) {
    const choices = new Set(scored.map(({ has }) => has))
    for (const choice of [...choices].sort((a, b) => a - b)) {
      if (!heads.has(choice))
        heads.set(
          choice,
          scored.filter(({ has }) => has === choice),
        )
    }
  }
  return heads.size < 2 ? [] : [...heads.values()].slice(0, maxHeads)
}
