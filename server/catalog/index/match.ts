import type { SearchReport } from '#domain/search/search-report.ts'
import type { SearchTerms } from '#domain/search/search-terms.ts'
import {
  type Bitset,
  borrowBitset,
  clearBit,
  countBits,
  createBitset,
  eachBit,
  intersect,
  returnBitset,
} from './bitset.ts'
import type { CountedRange, FacetCounts } from '#server/catalog/index/facets/facet-counts.ts'
import { type Condition, conditionsOf, type Filter, filterKey, type ListingState } from './filter.ts'
import { createLabelWords, type LabelWords } from '#server/catalog/index/text/label-words.ts'
import { createPriceSets, priceCondition, type PriceSets } from './price-condition.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'
import { createListingPostings, createValuePostings, type Postings } from './postings.ts'
import type { TextIndex } from '#server/catalog/index/text/text-index.ts'
import { matchText, type TextMatch } from '#server/catalog/index/text/text-match.ts'
import type { TextSource } from '#server/catalog/index/text/word-match.ts'

/**
 * The products that match a filter. For a search, `ranks` gives the order of relevance, and the list begins with some
 * of each of `heads`; these sets may include products that do not match.
 */
export type Match = {
  /** Unique for each match. */
  serial: number
  bits: Bitset
  count: number
  ranks: Bitset[]
  heads: Bitset[]
  counts: FacetCounts
  search?: SearchReport
}

/** Each is incremented with every change that results of its kind depend on. */
export type Versions = { listing: number; stock: number; price: number; text: number }

type CachedMatch = { stamp: string; match: Match }
type CachedText = { stamp: string; match: TextMatch | null }

/** Data derived from one version of columns, labels and text. */
export type Derived = {
  listing: number
  state: ListingState
  labelWords: LabelWords
  matches: LruCache<CachedMatch>
  texts: LruCache<CachedText>
  priceSets: PriceSets
  /** Counts of price ranges, by match, prices and their version. */
  ranges: LruCache<CountedRange[]>
}

export type Matchable = Omit<ListingState, 'postings' | 'valuePostings'> & {
  text: TextIndex
  /** The synonyms of now. */
  searchTerms: () => SearchTerms
  versions: Versions
  derived?: Derived
}

const megabyte = 1_048_576
/** A set takes 25 kB at 200,000 products and five times that at a million; a search has up to a dozen sets. */
const matchCacheLimits = {
  entries: 128,
  bytes: 16 * megabyte,
  bytesOf: ({ match }: CachedMatch) => bytesOf(match.bits, match.ranks),
}
const textCacheLimits = {
  entries: 32,
  bytes: 8 * megabyte,
  bytesOf: ({ match }: CachedText) => (match === null ? 0 : bytesOf(match.all, match.ranks)),
}

/** Dealers with price rules have ranges of their own. */
const rangeCacheLimits = {
  entries: 8192,
  bytes: 8 * megabyte,
  bytesOf: (ranges: readonly CountedRange[]) => 512 + ranges.length * 64,
}

function bytesOf(bits: Bitset, ranks: readonly Bitset[]): number {
  return bits.byteLength * (1 + ranks.length)
}

/** The products that match the filter, cached until something they depend on changes. */
export function matchFilter(index: Matchable, filter: Filter): Match {
  const derived = derivedOf(index)
  const { listing, stock, price } = index.versions
  const stamp = [
    listing,
    filter.inStockOnly && stock,
    filter.price && price,
    filter.text !== '' && textStamp(index),
  ].join()
  const key = filterKey(filter)
  const cached = derived.matches.get(key)
  if (cached?.stamp === stamp) return cached.match
  const match = computeMatch(index, derived, filter)
  derived.matches.set(key, { stamp, match })
  return match
}

export function derivedOf(index: Matchable): Derived {
  const { columns, labels, defaultListId, versions } = index
  if (index.derived?.listing === versions.listing) return index.derived
  const previous = index.derived
  const isSameLabels = previous?.state.labels === labels
  let valuePostings: Postings | undefined
  index.derived = {
    listing: versions.listing,
    state: {
      columns,
      labels,
      defaultListId,
      orders: index.orders,
      postings: createListingPostings(columns, labels),
      valuePostings: () => (valuePostings ??= createValuePostings(columns, labels.values.rows.length)),
    },
    labelWords: isSameLabels ? previous.labelWords : createLabelWords(labels),
    matches: previous?.matches ?? createLruCache<CachedMatch>(matchCacheLimits),
    texts: previous?.texts ?? createLruCache<CachedText>(textCacheLimits),
    priceSets: previous?.priceSets ?? createPriceSets(),
    ranges: previous?.ranges ?? createLruCache<CountedRange[]>(rangeCacheLimits),
  }
  return index.derived
}

let lastSerial = 0

function computeMatch(index: Matchable, derived: Derived, filter: Filter): Match {
  const { columns } = index
  const found = filter.text === '' ? null : cachedTextMatch(index, derived, filter)
  const conditions = conditionsOf(derived.state, filter)
  if (filter.price !== undefined) {
    const stamp = `${index.versions.listing},${index.versions.price}`
    conditions.push(priceCondition(derived.priceSets, stamp, derived.state, filter.price))
  }
  conditions.sort((a, b) => a.size - b.size)
  const bits = startingSet(columns.live, conditions, found?.all)
  intersect(bits, filter.inStockOnly ? columns.inStock : columns.live)
  const tests: ((slot: number) => boolean)[] = []
  for (const condition of conditions.slice(found === null ? 1 : 0)) narrow(bits, condition, tests)
  if (tests.length > 0) {
    eachBit(bits, (slot) => {
      if (!tests.every((test) => test(slot))) clearBit(bits, slot)
    })
  }
  const serial = ++lastSerial
  const match = {
    serial,
    bits,
    count: countBits(bits),
    ranks: found?.ranks ?? [],
    heads: found?.heads ?? [],
    counts: {},
  }
  return found?.search === undefined ? match : { ...match, search: found.search }
}

/** Marking a whole condition costs less per slot than testing single slots. */
function narrow(bits: Bitset, condition: Condition, tests: ((slot: number) => boolean)[]): void {
  if (condition.size > countBits(bits) * 8) {
    tests.push(condition.allows)
    return
  }
  const allowed = borrowBitset(bits.length * 32)
  condition.mark(allowed)
  intersect(bits, allowed)
  returnBitset(allowed)
}

/** The smallest set that contains the result. */
function startingSet(live: Bitset, [smallest]: Condition[], found: Bitset | undefined): Bitset {
  if (smallest === undefined || found !== undefined) return (found ?? live).slice()
  const bits = createBitset(live.length * 32)
  smallest.mark(bits)
  return bits
}

function textStamp({ versions, searchTerms }: Matchable): string {
  return `${versions.text} ${searchTerms().version}`
}

/** The current data that text search reads. */
export function textSourceOf(
  index: Matchable,
  { state, labelWords }: Pick<Derived, 'state' | 'labelWords'> = derivedOf(index),
): TextSource {
  return {
    text: index.text,
    labels: labelWords,
    postings: state.postings,
    capacity: index.columns.live.length * 32,
    live: index.columns.live,
    terms: index.searchTerms(),
    found: new Map(),
  }
}

function cachedTextMatch(
  index: Matchable,
  { state, labelWords, texts }: Derived,
  { text, isExactText = false }: Filter,
): TextMatch | null {
  const stamp = `${index.versions.listing},${textStamp(index)}`
  const key = `${isExactText ? 'exact' : ''} ${text}`
  const cached = texts.get(key)
  if (cached?.stamp === stamp) return cached.match
  const match = matchText(textSourceOf(index, { state, labelWords }), text, { isExactText })
  texts.set(key, { stamp, match })
  return match
}
