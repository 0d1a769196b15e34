import { analyzeQuery, isFraction, type Query, type Term } from '#domain/search/analyze-query.ts'
import type { SearchReport } from '#domain/search/search-report.ts'
import {
  addsBits,
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
import { explainMatch } from './explain-match.ts'
import type { Mistakes } from './near-words.ts'
import { matchMost } from './relaxed-match.ts'
import { alternativesAt, type Closeness, intersectShared, readFiller, readSoftly, readTerm } from './term-match.ts'
import {
  emptyMatch,
  isNamePrefix,
  markByCode,
  markByNearCode,
  matchWithoutCodes,
  matchWord,
  mayBeMistyped,
  releaseMatch,
} from './word-match.ts'
import type { TextSource } from './word-match.ts'

/**
 * The products that match a query, possibly including dead ones, and the ranks that order them: exact code; prefix of a
 * code up to a separator; prefix of a code; all words in the name; all words as prefixes in the name; part of a code
 * between separators; substring of a code; any other match as typed; matches by endings and synonyms; matches with
 * corrected words. The remaining products come last. `search` says how the best products differ from the query. `heads`:
 * where products lack different terms, the best of each choice; the list begins with some of each.
 */
export type TextMatch = { all: Bitset; ranks: Bitset[]; heads?: Bitset[]; search?: SearchReport }

/** With this many matches no correction and no other ending is tried. */
const enoughMatches = 5
/** The first attempts of a query that nothing matches find products with all of its core. */
const completeAttempts = 3
/** At most this many neighbouring terms are tried as one code. */
const maxCodeTerms = 3

/** null = the query is empty. A query without letters and digits matches nothing. */
export function matchText(
  source: TextSource,
  query: string,
  { isExactText }: { isExactText: boolean },
): TextMatch | null {
  const analyzed = analyzeQuery(query)
  if (analyzed.folded === '') return null
  const match = matchTerms(source, analyzed, isExactText)
  for (const one of source.found.values()) releaseMatch(one)
  return match
}

function matchTerms(source: TextSource, analyzed: Query, isExactText: boolean): TextMatch {
  const { terms } = analyzed
  const typed = matchTyped(source, terms)
  if (isExactText || typed.isExact || terms.length === 0) return withoutEmptyRanks(typed)
  const count = countShared(typed.all, source.live)
  if (count > 0) return withoutEmptyRanks(addSimilar(source, terms, typed, count))
  return matchLoosely(source, analyzed) ?? withoutEmptyRanks(typed)
}

function withoutEmptyRanks({ all, ranks }: TextMatch): TextMatch {
  return { all, ranks: ranks.filter((rank) => !isEmpty(rank)) }
}

/** `isExact`: a product has this code; `isNamed`: the name of one has all words, or words that start with them. */
type TypedMatch = TextMatch & { isExact: boolean; isNamed: boolean }

function matchTyped(source: TextSource, terms: readonly Term[]): TypedMatch {
  // The codes of a single word are those of the whole query below.
  const find = terms.flatMap(({ words }) => words).length === 1 ? matchWithoutCodes : matchWord
  const hasOthers = terms.some(({ kind }) => kind !== 'filler')
  const matchOne = (term: Term) =>
    term.kind === 'filler' && hasOthers ? readFiller(source, term) : readTerm(source, term, find)
  const found = intersectShared(source, terms, matchOne) ?? emptyMatch(source)
  const whole = terms.flatMap(({ words }) => words).join('')
  const isCode = codeMatchesOf(terms)
  const byCode = (match: CodeMatch) => {
    const bits = borrowBitset(source.capacity)
    if (isCode(match)) markByCode(source, whole, match, bits)
    if (!isEmpty(bits)) return bits
    returnBitset(bits)
    return null
  }
  const [exact, prefix, part, substring] = [byCode('exact'), byCode('prefix'), byCode('part'), byCode('substring')]
  for (const bits of [exact, prefix, part, substring]) if (bits !== null) unite(found.any, bits)
  const start = prefix && part && intersection(prefix, part)
  const codes = terms.length > 1 ? matchCodes(source, terms).all : null
  const ranks = [exact, codes, start, prefix, found.whole, found.prefix, part, substring].filter(
    (rank) => rank !== null,
  )
  const has = (bits: Bitset | null) => bits !== null && sharesBits(bits, source.live)
  return { all: found.any, ranks, isExact: has(exact), isNamed: has(found.prefix) }
}

/** How a query may match codes. A part of a code that looks like a size would be another size. */
function codeMatchesOf([term, ...others]: readonly Term[]): (match: CodeMatch) => boolean {
  if (term === undefined || others.length > 0) return () => true
  if (isFraction(term)) return (match) => match === 'exact'
  return (match) => !term.size?.isList || match === 'exact' || match === 'part'
}

/**
 * Adds what matches by endings, synonyms and corrections behind the matches as typed. Without synonyms only few matches
 * are added to.
 */
function addSimilar(source: TextSource, terms: readonly Term[], typed: TypedMatch, count: number): TextMatch {
  const hasFew = count < enoughMatches
  if (!hasFew && !hasSynonyms(source, terms)) return preferForms(source, terms, typed)
  const { all } = typed
  const soft = matchAllSoftly(source, terms, all)
  const ranks = [...typed.ranks, all.slice(), ...(soft?.ranks ?? [])]
  const corrected = hasFew ? matchWithCorrections(source, terms, count) : null
  if (corrected !== null) ranks.push(...corrected.ranks)
  for (const bits of [soft?.all, corrected?.all]) if (bits !== undefined) unite(all, bits)
  return { all, ranks }
}

/**
 * When only codes and labels match (the category of vidalar), products whose names have the words with other endings
 * come first.
 */
function preferForms(source: TextSource, terms: readonly Term[], typed: TypedMatch): TextMatch {
  if (typed.isNamed) return typed
  const [whole, prefix] = [typed.all.slice(), typed.all.slice()]
  for (const at of terms.keys()) {
    const found = readSoftly(source, terms, at, 'same')
    for (const [preferred, named] of [
      [whole, found.whole],
      [prefix, found.prefix],
    ] as const) {
      if (sharesBits(intersection(preferred, named), source.live)) intersect(preferred, named)
    }
  }
  return { all: typed.all, ranks: [...typed.ranks, whole, prefix] }
}

function hasSynonyms(source: TextSource, terms: readonly Term[]): boolean {
  return terms.some((_, at) => alternativesAt(source, terms, at).length > 0)
}

/**
 * Other words that an ending makes, and the targets of one-way rules, come last. null = nothing that is not in `known`.
 */
function matchAllSoftly(source: TextSource, terms: readonly Term[], known?: Bitset): TextMatch | null {
  const matchAt = (closeness: Closeness) =>
    intersectShared(source, terms, (_, at) => readSoftly(source, terms, at, closeness)) ?? emptyMatch(source)
  const related = matchAt('related')
  if (known === undefined ? !sharesBits(related.any, source.live) : !addsBits(related.any, source.live, known)) {
    releaseMatch(related)
    return null
  }
  const same = matchAt('same')
  return {
    all: related.any,
    ranks: [same.whole, same.prefix, same.any, related.whole, related.prefix, related.any],
  }
}

/**
 * Finds the best for a query that nothing matches as typed, in this order: products with a code of the query; all words
 * that say something; with other endings; with corrections; and finally the products that have most of the words.
 */
function matchLoosely(source: TextSource, { terms, core }: Query): TextMatch | null {
  const attempts = [
    () => (core === terms ? null : matchCore(source, core)),
    () => matchAllSoftly(source, core),
    () => matchWithCorrections(source, core, 0),
    () => matchCodes(source, core),
    () => matchMost(source, core),
  ]
  for (const [at, attempt] of attempts.entries()) {
    const match = attempt()
    if (match === null || !sharesBits(match.all, source.live)) continue
    const { ranks, heads } = preferOthers(source, terms, match)
    const search = explainMatch(source, terms, { ranks, heads, isComplete: at < completeAttempts })
    return { ...withoutEmptyRanks({ all: match.all, ranks }), heads, ...(search && { search }) }
  }
  return null
}

/** Within each rank, products that also have the fillers and quantities of the query come first. */
function preferOthers(
  source: TextSource,
  terms: readonly Term[],
  match: TextMatch,
): { ranks: Bitset[]; heads: Bitset[] } {
  const [ranks, heads] = [[...match.ranks, match.all], match.heads ?? []]
  const others = terms.filter(({ kind }) => kind === 'filler' || kind === 'quantity')
  const narrow = (bits: Bitset) => {
    let preferred = bits
    for (const term of others) {
      const found = intersection(preferred, readFiller(source, term).any)
      if (sharesBits(found, source.live)) preferred = found
    }
    return preferred
  }
  const preferred = narrow(match.all)
  if (preferred === match.all) return { ranks, heads }
  return { ranks: ranks.flatMap((rank) => [intersection(rank, preferred), rank]), heads: heads.map(narrow) }
}

function matchCore(source: TextSource, core: readonly Term[]): TextMatch {
  const typed = matchTyped(source, core)
  const count = countShared(typed.all, source.live)
  return count === 0 || typed.isExact ? typed : addSimilar(source, core, typed, count)
}

/** The products that have one term, or several neighbouring ones, as an exact code. */
function matchCodes(source: TextSource, terms: readonly Term[]): TextMatch {
  const all = borrowBitset(source.capacity)
  for (const from of terms.keys()) {
    for (let to = from + 1; to <= Math.min(terms.length, from + maxCodeTerms); to++) {
      const code = terms
        .slice(from, to)
        .flatMap(({ words }) => words)
        .join('')
      if (/\d/.test(code) && code.length >= 4) markByCode(source, code, 'exact', all)
    }
  }
  return { all, ranks: [] }
}

/**
 * Corrects words when there are few matches: words that are no prefix in any name. When nothing matches, one other word
 * is tried, and then short words, numbers and codes. Several words that names have are not changed into others.
 */
function matchWithCorrections(source: TextSource, terms: readonly Term[], count: number): TextMatch | null {
  const isUnknown = (word: string) => !isNamePrefix(source, word)
  const attempt = (mistakes: Mistakes, isSuspect: (word: string) => boolean, isSingle = false) => {
    const match = matchCorrected(source, terms, {
      mistakes,
      isSuspect: (word) => mayBeMistyped(word, mistakes) && isSuspect(word),
      isSingle,
    })
    if (mistakes === 'any') markByNearCode(source, terms.flatMap(({ words }) => words).join(''), match.all)
    return sharesBits(match.all, source.live) ? match : null
  }
  const found = attempt('letters', isUnknown)
  if (found !== null || count > 0) return found
  return attempt('letters', () => true, true) ?? attempt('any', (word) => /\d/.test(word) || isUnknown(word))
}

function intersection(a: Bitset, b: Bitset): Bitset {
  const shared = a.slice()
  intersect(shared, b)
  return shared
}
