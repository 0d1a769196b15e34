import { fold } from '#domain/text.ts'
import { type Bitset, setBit } from './bitset.ts'
import { wordsOf } from './document.ts'
import type { Labels } from './labels.ts'
import type { ListingPostings, Postings } from './postings.ts'

/** Words of brand, model and category names, each with the stretch of postings it stands for; by rising word. */
export type LabelWords = { word: string; kind: keyof ListingPostings; from: number; to: number }[]

export function createLabelWords({ brands, models, categories, tree }: Labels): LabelWords {
  const entries: LabelWords = []
  const add = (name: string | undefined, kind: keyof ListingPostings, from: number, to: number) => {
    for (const word of wordsOf(fold(name ?? ''))) entries.push({ word, kind, from, to })
  }
  for (const [ordinal, row] of brands.rows.entries()) add(row?.name, 'brand', ordinal, ordinal + 1)
  for (const [ordinal, row] of models.rows.entries()) add(row?.name, 'model', ordinal, ordinal + 1)
  for (const [ordinal, row] of categories.rows.entries()) {
    add(row?.name, 'category', tree.place[ordinal]!, tree.end[ordinal]!)
  }
  return entries.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0))
}

/** Marks the products whose brand, model or category has a word that begins so. */
export function markLabels(labels: LabelWords, postings: ListingPostings, prefix: string, into: Bitset): void {
  for (let at = firstFrom(labels, prefix); labels[at]?.word.startsWith(prefix); at++) {
    const { kind, from, to } = labels[at]!
    markPostings(postings[kind], from, to, into)
  }
}

export function markPostings({ starts, slots }: Postings, from: number, to: number, into: Bitset): void {
  const end = starts[to]!
  for (let i = starts[from]!; i < end; i++) setBit(into, slots[i]!)
}

function firstFrom(labels: LabelWords, text: string): number {
  let low = 0
  let high = labels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (labels[middle]!.word < text) low = middle + 1
    else high = middle
  }
  return low
}
