import type { SearchReport } from '#domain/search/search-report.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import {
  type Bitset,
  borrowBitset,
  countShared,
  intersect,
  isEmpty,
  returnBitset,
  sharesBits,
  unite,
} from '#server/catalog/index/bitset.ts'
import { matchCorrected } from './corrected-match.ts'
import type { CodeMatch } from './codes.ts'
import { chunksOf, wordsOf } from './document.ts'
import type { Mistakes } from './near-words.ts'
import {
  isNamePrefix,
  releaseMatch,
  markByCode,
  markByNearCode,
  matchWithoutCodes,
  matchWord,
  emptyMatch,
} from './word-match.ts'
import type { WordMatch, TextSource } from './word-match.ts'

/**
 * The products that match a query, possibly including dead ones, and the ranks that order them: exact code; prefix of a
 * code up to a separator; prefix of a code; all words in the name; all words as prefixes in the name; part of a code
 * between separators; substring of a code; any other match as typed; matches with corrected words. The remaining
 * products come last.
 */
export type TextMatch = { all: Bitset; ranks: Bitset[]; search?: SearchReport }

const maxQueryLength = 200
const maxWords = 10
/** With this many matches no correction is tried. */
const enoughMatches = 5

/** null = the query is empty. A query without letters and digits matches nothing. */
export function matchText(
  source: TextSource,
  query: string,
  { isExactText }: { isExactText: boolean },
): TextMatch | null {
  const folded = fold(query.slice(0, maxQueryLength)).trim()
  if (folded === '') return null
  const chunks = splitQuery(folded)
  const typed = matchTyped(source, chunks, squeezeCode(folded))
  const { found, exact, prefix, part, substring } = typed
  const isExact = exact !== null && sharesBits(exact, source.live)
  const corrected = isExact || isExactText ? null : matchWithCorrections(source, chunks, found.any)
  const ranks = [
    exact,
    prefix && part && intersection(prefix, part),
    prefix,
    found.whole,
    found.prefix,
    part,
    substring,
  ]
  if (corrected !== null) {
    ranks.push(found.any.slice(), ...corrected.ranks)
    unite(found.any, corrected.all)
  }
  return { all: found.any, ranks: ranks.filter((rank) => rank !== null).filter((rank) => !isEmpty(rank)) }
}

/** The words of the query by chunk, at most ten in total. */
function splitQuery(folded: string): string[][] {
  let remaining = maxWords
  const chunks: string[][] = []
  for (const chunk of chunksOf(folded)) {
    const words = wordsOf(chunk).slice(0, remaining)
    remaining -= words.length
    if (words.length > 0) chunks.push(words)
  }
  return chunks
}

/** The match of the words, and the code matches of the whole query; null = none. */
type TypedMatch = { found: WordMatch } & Record<CodeMatch, Bitset | null>

function matchTyped(source: TextSource, chunks: string[][], whole: string): TypedMatch {
  // The codes of a single word are those of the whole query below.
  const find = chunks.flat().length === 1 ? matchWithoutCodes : matchWord
  const found = matchAll(chunks, (words) => matchChunk(source, words, find)) ?? emptyMatch(source)
  const byCode = (match: CodeMatch) => {
    const bits = borrowBitset(source.capacity)
    markByCode(source, whole, match, bits)
    if (!isEmpty(bits)) return bits
    returnBitset(bits)
    return null
  }
  const [exact, prefix, part, substring] = [byCode('exact'), byCode('prefix'), byCode('part'), byCode('substring')]
  for (const bits of [prefix, substring]) if (bits !== null) unite(found.any, bits)
  return { found, exact, prefix, part, substring }
}

/** Matches a chunk by all of its words, or by the words joined without separators. */
function matchChunk(source: TextSource, words: string[], find: typeof matchWord): WordMatch {
  const found = matchAll(words, (word) => find(source, word)) ?? emptyMatch(source)
  if (words.length === 1) return found
  const joined = matchWord(source, words.join(''))
  unite(found.any, joined.any)
  unite(found.prefix, joined.prefix)
  unite(found.whole, joined.whole)
  releaseMatch(joined)
  return found
}

/**
 * Corrects words when there are few matches: all words when nothing matches, otherwise only words that are no prefix in
 * any name. Short words, numbers and codes are corrected only when that finds nothing either.
 */
function matchWithCorrections(source: TextSource, chunks: string[][], found: Bitset): TextMatch | null {
  const count = countShared(found, source.live)
  if (count >= enoughMatches || chunks.length === 0) return null
  const isSuspect = (word: string) => count === 0 || !isNamePrefix(source, word)
  const attempt = (mistakes: Mistakes) => {
    const match = matchCorrected(source, chunks, {
      mistakes,
      isSuspect: (word) => mayBeMistyped(word, mistakes) && isSuspect(word),
    })
    if (mistakes === 'any') markByNearCode(source, chunks.flat().join(''), match.all)
    return sharesBits(match.all, source.live) ? match : null
  }
  return attempt('letters') ?? (count === 0 ? attempt('any') : null)
}

function mayBeMistyped(word: string, mistakes: Mistakes): boolean {
  return mistakes === 'any' ? word.length >= 3 : word.length >= 4 && /\p{L}/u.test(word)
}

/** The intersection of all matches, or undefined without items. Stops as soon as nothing matches. */
function matchAll<Item>(items: readonly Item[], find: (item: Item) => WordMatch): WordMatch | undefined {
  const [first, ...others] = items
  if (first === undefined) return undefined
  const found = find(first)
  for (const item of others) {
    if (isEmpty(found.any)) return found
    const other = find(item)
    intersect(found.any, other.any)
    intersect(found.prefix, other.prefix)
    intersect(found.whole, other.whole)
    releaseMatch(other)
  }
  return found
}

function intersection(a: Bitset, b: Bitset): Bitset {
  const shared = a.slice()
  intersect(shared, b)
  return shared
}
