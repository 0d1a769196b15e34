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
import { beginsSomeName, giveBack, markByCode, markByNearCode, matchNamed, matchWord, nothing } from './word-match.ts'
import type { Found, TextSource } from './word-match.ts'

/**
 * Products that a query finds, dead ones possibly among them, and the ranks to show them by: exact code; beginning of a code
 * up to one of its separators; beginning of a code; all words in the name as they stand; all words begun in the name; part
 * of a code between separators; piece of a code; found as typed; and then what is found with words corrected. The rest comes
 * last.
 */
export type TextMatch = { all: Bitset; ranks: Bitset[] }

const longestQuery = 200
const mostWords = 10
/** With as many finds nobody needs a correction. */
const enough = 5

/** null = the query asks for nothing; one without letters and digits asks for what does not exist. */
export function matchText(source: TextSource, query: string): TextMatch | null {
  const folded = fold(query.slice(0, longestQuery)).trim()
  if (folded === '') return null
  const chunks = firstWords(folded)
  const typed = asTyped(source, chunks, squeezeCode(folded))
  const { found, exact, prefix, part, piece } = typed
  const isExact = exact !== null && sharesBits(exact, source.live)
  const corrected = isExact ? null : correct(source, chunks, found.any)
  const ranks = [exact, prefix && part && both(prefix, part), prefix, found.whole, found.begun, part, piece]
  if (corrected !== null) {
    ranks.push(found.any.slice(), ...corrected.ranks)
    unite(found.any, corrected.all)
  }
  return { all: found.any, ranks: ranks.filter((rank) => rank !== null).filter((rank) => !isEmpty(rank)) }
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

/** By code: what the whole query finds, null for nothing. */
type Typed = { found: Found } & Record<CodeMatch, Bitset | null>

function asTyped(source: TextSource, chunks: string[][], whole: string): Typed {
  // The codes of a single word are those of the whole query, which follow.
  const find = chunks.flat().length === 1 ? matchNamed : matchWord
  const found = inAll(chunks, (words) => matchChunk(source, words, find)) ?? nothing(source)
  const byCode = (match: CodeMatch) => {
    const bits = borrowBitset(source.capacity)
    markByCode(source, whole, match, bits)
    if (!isEmpty(bits)) return bits
    returnBitset(bits)
    return null
  }
  const [exact, prefix, part, piece] = [byCode('exact'), byCode('prefix'), byCode('part'), byCode('piece')]
  for (const bits of [prefix, piece]) if (bits !== null) unite(found.any, bits)
  return { found, exact, prefix, part, piece }
}

/** A chunk is found by all of its words, or by what is left of it without the noise between them. */
function matchChunk(source: TextSource, words: string[], find: typeof matchWord): Found {
  const found = inAll(words, (word) => find(source, word)) ?? nothing(source)
  if (words.length === 1) return found
  const joined = matchWord(source, words.join(''))
  unite(found.any, joined.any)
  unite(found.begun, joined.begun)
  unite(found.whole, joined.whole)
  giveBack(joined)
  return found
}

/**
 * Words are corrected where little is found: all of them where nothing is, else those that begin no word of a name. Short
 * words, numbers and codes only where that finds nothing either.
 */
function correct(source: TextSource, chunks: string[][], found: Bitset): TextMatch | null {
  const count = countShared(found, source.live)
  if (count >= enough || chunks.length === 0) return null
  const isSuspect = (word: string) => count === 0 || !beginsSomeName(source, word)
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

/** What all of them find; undefined for none. The rest is not looked for once nothing is left. */
function inAll<Item>(items: readonly Item[], find: (item: Item) => Found): Found | undefined {
  const [first, ...others] = items
  if (first === undefined) return undefined
  const found = find(first)
  for (const item of others) {
    if (isEmpty(found.any)) return found
    const other = find(item)
    intersect(found.any, other.any)
    intersect(found.begun, other.begun)
    intersect(found.whole, other.whole)
    giveBack(other)
  }
  return found
}

function both(a: Bitset, b: Bitset): Bitset {
  const shared = a.slice()
  intersect(shared, b)
  return shared
}
