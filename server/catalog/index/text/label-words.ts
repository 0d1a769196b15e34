import { fold } from '#domain/text/text.ts'
import { type Bitset, setBit } from '#server/catalog/index/bitset.ts'
import { wordsOf } from './document.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { eachNearRange, lowerBound, type Mistakes } from './near-words.ts'
import type { ListingPostings, Postings } from '#server/catalog/index/postings.ts'

/** The words of brand, model and category names in byte order, each with its range of postings. */
export type LabelWords = { words: string[]; ranges: LabelPostings[] }
type LabelPostings = { kind: keyof ListingPostings; from: number; to: number }

export function createLabelWords({ brands, models, categories, tree }: Labels): LabelWords {
  const entries: { word: string; range: LabelPostings }[] = []
  const add = (name: string | undefined, range: LabelPostings) => {
    for (const word of wordsOf(fold(name ?? ''))) entries.push({ word, range })
  }
  for (const [at, row] of brands.rows.entries()) add(row?.name, { kind: 'brand', from: at, to: at + 1 })
  for (const [at, row] of models.rows.entries()) add(row?.name, { kind: 'model', from: at, to: at + 1 })
  for (const [at, row] of categories.rows.entries()) {
    add(row?.name, { kind: 'category', from: tree.place[at]!, to: tree.end[at]! })
  }
  entries.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0))
  return { words: entries.map(({ word }) => word), ranges: entries.map(({ range }) => range) }
}

/** Marks the products whose brand, model or category has a word with this prefix. */
export function markLabels(labels: LabelWords, postings: ListingPostings, prefix: string, into: Bitset): void {
  markRanges(labels, postings, lowerBound(labels.words, prefix), lowerBound(labels.words, `${prefix}\uffff`), into)
}

/** Marks the products whose brand, model or category has a word that matches a mistyped one. */
export function markNearLabels(
  labels: LabelWords,
  postings: ListingPostings,
  typed: string,
  mistakes: Mistakes,
  into: Bitset,
): void {
  eachNearRange(labels.words, typed, mistakes, (from, to) => markRanges(labels, postings, from, to, into))
}

/** Marks the products whose brand, model or category has a word that a test accepts; only words with this start. */
export function markLabelsWhere(
  labels: LabelWords,
  postings: ListingPostings,
  isWanted: (word: string) => boolean,
  into: Bitset,
  start = '',
): void {
  const { words } = labels
  for (let at = lowerBound(words, start); words[at]?.startsWith(start); at++) {
    if (isWanted(words[at]!)) markRanges(labels, postings, at, at + 1, into)
  }
}

export function isBrandWord({ words, ranges }: LabelWords, word: string): boolean {
  for (let at = lowerBound(words, word); words[at] === word; at++) if (ranges[at]!.kind === 'brand') return true
  return false
}

function markRanges(labels: LabelWords, postings: ListingPostings, first: number, end: number, into: Bitset): void {
  for (let at = first; at < end; at++) {
    const { kind, from, to } = labels.ranges[at]!
    markPostings(postings[kind], from, to, into)
  }
}

export function markPostings({ starts, slots }: Postings, from: number, to: number, into: Bitset): void {
  const end = starts[to]!
  for (let i = starts[from]!; i < end; i++) setBit(into, slots[i]!)
}
