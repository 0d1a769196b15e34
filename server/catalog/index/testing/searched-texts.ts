import { sizesOfText } from '#domain/search/sizes.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import type { LabelRows } from '#server/catalog/index/labels.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'

/** A catalog as plain rows, for computing the expected results of the index in the simplest way. */
export type NaiveCatalog = { rows: IndexedProductRow[]; labels: LabelRows }

/** The texts of a product that a search reads. */
export type Searched = {
  names: string[]
  sizes: string[]
  labels: string[]
  codes: string[]
  barcodes: string[]
  parts: string[]
}

const textsByRow = new WeakMap<IndexedProductRow, Omit<Searched, 'labels'>>()

export function searchedOf(catalog: NaiveCatalog, row: IndexedProductRow): Searched {
  const texts = textsByRow.get(row) ?? ownTextsOf(row)
  textsByRow.set(row, texts)
  return { ...texts, labels: labelsOf(catalog, row) }
}

function ownTextsOf(row: IndexedProductRow): Omit<Searched, 'labels'> {
  const codes = row.codes.split('\n').map(squeezeCode)
  const barcodes = row.barcodes?.split('\n').map(squeezeCode) ?? []
  return {
    names: namesOf(row),
    sizes: [row.name, row.child_names ?? ''].flatMap((text) => sizesOfText(fold(text)).flatMap(({ forms }) => forms)),
    codes,
    barcodes: barcodes.filter((code) => !codes.includes(code)),
    parts: row.codes.split('\n').flatMap((code) => runsOf(wordsOf(fold(code)))),
  }
}

/** All runs of adjacent parts, joined. */
function runsOf(parts: string[]): string[] {
  return parts.flatMap((_, from) => parts.slice(from).map((_, i) => parts.slice(from, from + i + 1).join('')))
}

function namesOf(row: IndexedProductRow): string[] {
  const texts = [row.name, row.child_names ?? ''].map(fold)
  const chunks = texts.flatMap((text) =>
    [...text.matchAll(/\S+/g)].map(({ 0: chunk, index }) => {
      const isInSize = sizesOfText(text).some(({ start, end }) => start < index + chunk.length && index < end)
      return { words: wordsOf(chunk), isFraction: isInSize && /\d[.,/]\d/.test(chunk) }
    }),
  )
  const joined = chunks
    .filter(({ words, isFraction }) => words.length > 1 && !isFraction)
    .map(({ words }) => words.join(''))
  const shortCodeParts = row.codes.split('\n').flatMap((code) => wordsOf(fold(code)).filter((part) => part.length <= 2))
  return [...chunks.flatMap(({ words }) => words), ...joined.filter((word) => word.length <= 20), ...shortCodeParts]
}

function labelsOf({ labels }: NaiveCatalog, row: IndexedProductRow): string[] {
  const names = [
    labels.brands.find(({ id }) => id === row.brand_id)?.name,
    labels.models.find(({ id }) => id === row.model_id)?.name,
  ]
  for (let at = row.category_id; at !== null; ) {
    const category = labels.categories.find(({ id }) => id === at)
    names.push(category?.name)
    at = category?.parent_id ?? null
  }
  return names.flatMap((name) => wordsOf(fold(name ?? '')))
}
