import type { Term } from '#domain/search/analyze-query.ts'
import { fold } from '#domain/text/text.ts'
import {
  type Bitset,
  borrowBitset,
  hasBit,
  intersect,
  isEmpty,
  returnBitset,
  sharesBits,
  unite,
} from '#server/catalog/index/bitset.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import { textSourceOf } from '#server/catalog/index/match.ts'
import { eachWithPrefix } from './codes.ts'
import { markLabels, markLabelsWhere } from './label-words.ts'
import { intersectSets, leavingOut, pickSlots, type SlotSet, slotSet } from './slot-set.ts'
import { readSoftly, readTerm } from './term-match.ts'
import {
  isNameWord,
  markByCode,
  matchName,
  mayBeMistyped,
  readNearWord,
  releaseMatch,
  type TextSource,
} from './word-match.ts'

/**
 * How well the words of a piece fit. `whole`: products have all of them as whole words; `part`: as beginnings of words,
 * with another ending, or corrected; `some`: they lack some of the words; `none`: nothing.
 */
export type PieceFit = 'whole' | 'part' | 'some' | 'none'

/**
 * Products that fit the words of a piece, the best first; a product with variants stands for these. `isOnly`: no other
 * product could be meant, even with words that only begin alike.
 */
export type PieceMatch = { ids: number[]; fit: PieceFit; isOnly: boolean }

export type PieceFinder = {
  /** The products with exactly this code or barcode, without signs and spaces. */
  withCode(squeezed: string): number[]
  withWords(terms: readonly Term[]): PieceMatch
}

/** More products are not worth comparing by their names; some of those in stock are enough. */
const [mostCompared, enough] = [40, 12]
/** Bound of the terms that are kept at a time, in numbers of four bytes. */
const keptNumbers = 8_000_000
const nothing: PieceMatch = { ids: [], fit: 'none', isOnly: false }

/** `strict`: as whole words; `loose`: these and what only begins alike, or is corrected. */
type TermSets = { strict: SlotSet; loose: SlotSet }

/** Finds products for many short texts. What a term matches is kept for as long as the finder, until the index changes. */
export function createPieceFinder(index: CatalogIndex): PieceFinder {
  let known = new Map<string, TermSets>()
  let size = 0
  let stamp = ''
  const idsOf = (slots: readonly number[]) => slots.map((slot) => index.columns.ids[slot] ?? 0)

  function setsOf(term: Term): TermSets {
    const now = `${index.versions.listing},${index.versions.text},${index.searchTerms().version}`
    if (now !== stamp || size > keptNumbers) {
      known = new Map()
      size = 0
      stamp = now
    }
    const key = `${term.kind} ${fold(term.typed)}`
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const found = matchTerm(textSourceOf(index), term)
    known.set(key, found)
    for (const { list, bits } of [found.strict, found.loose]) size += (list ?? bits ?? []).length
    return found
  }

  function best(slots: SlotSet): number[] {
    if (slots.count <= mostCompared) return idsOf(pickSlots(slots, mostCompared, () => true))
    const stocked = pickSlots(slots, enough, (slot) => hasBit(index.columns.inStock, slot))
    return idsOf(stocked.length > 0 ? stocked : pickSlots(slots, enough, () => true))
  }

  return {
    withCode: (squeezed) => idsOf(slotsWithCode(index, squeezed)),
    withWords(terms) {
      if (terms.length === 0) return nothing
      const sets = terms.map(setsOf)
      const loose = intersectSets(sets.map((set) => set.loose))
      const strict = loose.count === 0 ? loose : intersectSets([loose, ...sets.map((set) => set.strict)])
      if (strict.count > 0) return { ids: best(strict), fit: 'whole', isOnly: strict.count === 1 && loose.count === 1 }
      if (loose.count > 0) return { ids: best(loose), fit: 'part', isOnly: false }
      // Figures and sizes alone name no product.
      if (!terms.some(({ kind }, at) => kind !== 'size' && sets[at]!.loose.count > 0)) return nothing
      const { slots } = leavingOut(sets.map((set) => set.loose))
      return slots.count === 0 ? nothing : { ids: best(slots), fit: 'some', isOnly: false }
    },
  }
}

function slotsWithCode({ text, columns }: CatalogIndex, squeezed: string): number[] {
  const found = new Set<number>()
  eachWithPrefix(text.codes, Buffer.from(squeezed), true, (code) => {
    const slot = text.codes.slots[code]!
    if (!hasBit(text.outdated, slot)) found.add(slot)
  })
  for (const [slot, { codes }] of text.changedTexts) if (codes.some((code) => code.text === squeezed)) found.add(slot)
  return [...found].filter((slot) => hasBit(columns.live, slot)).slice(0, enough)
}

function matchTerm(source: TextSource, term: Term): TermSets {
  const { labels, postings, live, capacity } = source
  // Sizes have no endings.
  const read =
    term.size === undefined ? readSoftly(source, [term], 0, 'same', matchName) : readTerm(source, term, matchName)
  const [strict, loose] = [borrowBitset(capacity), borrowBitset(capacity)]
  strict.set(read.whole)
  const [word, ...others] = term.words
  const isWord = word !== undefined && others.length === 0 && term.size === undefined
  // A word of two letters begins too many others.
  loose.set(isWord && word.length < 3 ? read.whole : read.prefix)
  if (isWord) {
    markLabelsWhere(labels, postings, (label) => label === word, strict, word)
    if (word.length >= 3) markLabels(labels, postings, word, loose)
  }
  if (/\d/.test(term.typed)) markCodesOf(source, term, loose)
  unite(loose, strict)
  // Other words of the same stem (vidalı, vidasız) are other products: they count where nothing else does.
  if (!sharesBits(loose, live)) unite(loose, readSoftly(source, [term], 0, 'related', matchName).prefix)
  if (!sharesBits(loose, live)) addCorrections(source, term, loose)
  const sets = { strict: slotSet(strict, live), loose: slotSet(loose, live) }
  for (const bits of [strict, loose]) returnBitset(bits)
  for (const match of source.found.values()) releaseMatch(match)
  return sets
}

function markCodesOf(source: TextSource, { words }: Term, into: Bitset): void {
  const code = words.join('')
  if (code.length < 3) return
  for (const match of ['exact', 'part'] as const) markByCode(source, code, match, into)
  if (code.length >= 4 && isEmpty(into)) markByCode(source, code, 'substring', into)
}

function addCorrections(source: TextSource, { kind, words: [word, ...others] }: Term, into: Bitset): void {
  if (kind !== 'word' || word === undefined || others.length > 0) return
  if (mayBeMistyped(word, 'letters')) unite(into, readNearWord(source, word, 'letters').any)
  if (!isEmpty(into)) return
  // Two words without the space between them.
  for (let at = 2; at <= word.length - 2; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (!isNameWord(source, left) || !isNameWord(source, right)) continue
    const [first, second] = [matchName(source, left), matchName(source, right)]
    intersect(first.whole, second.whole)
    unite(into, first.whole)
    releaseMatch(first)
    releaseMatch(second)
  }
}
