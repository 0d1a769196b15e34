import { fold, squeezeCode } from '#domain/text/text.ts'
import { chunksOf, wordsOf } from '#server/catalog/index/text/document.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import type { LabelRows } from '#server/catalog/index/labels.ts'
import { type Mistakes, nearnessOf } from '#server/catalog/index/text/near-words.ts'

/** A catalog as plain rows, for computing the expected results of the index in the simplest way. */
export type NaiveCatalog = { rows: IndexedProductRow[]; labels: LabelRows }

/** The expected search results, computed product by product. */

/** 0 = a word of the name, 1 = the prefix of one, 2 = found elsewhere. */
type Class = 0 | 1 | 2

type Searched = { names: string[]; labels: string[]; codes: string[]; barcodes: string[]; parts: string[] }

let lastResult: { key: string; rows: IndexedProductRow[]; labels: object; ranks: Map<number, number> } | undefined

/**
 * The found products by id with their rank; lower ranks come first. Cached for the last query, because every row
 * requests it.
 */
export function ranksOf({ rows, labels }: NaiveCatalog, query: string): Map<number, number> {
  const key = `${rows.length} ${query}`
  if (lastResult?.key === key && lastResult.rows === rows && lastResult.labels === labels) return lastResult.ranks
  lastResult = { key, rows, labels, ranks: findRanks({ rows, labels }, query) }
  return lastResult.ranks
}

function findRanks(catalog: NaiveCatalog, query: string): Map<number, number> {
  const folded = fold(query.slice(0, 200)).trim()
  const chunks = chunksOf(folded)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  const products = catalog.rows.map((row) => ({ id: row.id, searched: searchedOf(catalog, row) }))
  const ranks = new Map<number, number>()
  for (const { id, searched } of products) {
    const rank = rankAsTyped(searched, chunks, squeezeCode(folded))
    if (rank !== undefined) ranks.set(id, rank)
  }
  if (ranks.size >= 5 || [...ranks.values()].includes(0) || chunks.length === 0) return ranks
  const isUnknown = (word: string) =>
    !products.some(({ searched }) => searched.names.some((name) => name.startsWith(word)))
  for (const mistakes of ranks.size === 0 ? (['letters', 'any'] as const) : (['letters'] as const)) {
    const all = ranks.size === 0
    const corrected = new Map<number, number>()
    const isSuspect = (word: string) => mayBeMistyped(word, mistakes) && (all || isUnknown(word))
    for (const { id, searched } of products) {
      const rank = rankCorrected(searched, chunks, mistakes, isSuspect)
      if (rank !== undefined) corrected.set(id, rank)
    }
    for (const [id, rank] of corrected) if (!ranks.has(id)) ranks.set(id, rank)
    if (corrected.size > 0) break
  }
  return ranks
}

function mayBeMistyped(word: string, mistakes: Mistakes): boolean {
  return mistakes === 'any' ? word.length >= 3 : word.length >= 4 && !/^[^\p{L}]+$/u.test(word)
}

/** From 0 (exact code) to 7 (found elsewhere). */
function rankAsTyped(searched: Searched, chunks: string[][], whole: string): number | undefined {
  const codes = [...searched.codes, ...searched.barcodes]
  if (whole !== '' && codes.includes(whole)) return 0
  const isPart = whole.length >= 3 && searched.parts.includes(whole)
  if (whole !== '' && codes.some((code) => code.startsWith(whole))) return isPart ? 1 : 2
  if (chunks.length === 0) return undefined
  const best = (word: string) => classOf(searched, word) ?? 3
  const rankOfChunk = (words: string[]) => Math.min(Math.max(...words.map(best)), best(words.join('')))
  const found = Math.max(...chunks.map(rankOfChunk))
  if (found < 2) return 3 + found
  if (isPart) return 5
  if (whole.length >= 3 && hasSubstring(searched, whole)) return 6
  return found < 3 ? 7 : undefined
}

/** 8 to 10 = one word corrected, 11 = several words or the whole code corrected. */
function rankCorrected(
  searched: Searched,
  chunks: string[][],
  mistakes: Mistakes,
  isSuspect: (word: string) => boolean,
): number | undefined {
  const words = chunks.flat()
  const ends = new Set(chunks.map((_, i) => chunks.slice(0, i + 1).flat().length))
  const starts = new Set([0, ...ends])
  const near = (word: string) => (isSuspect(word) ? nearClassOf(searched, word, mistakes) : undefined)
  let best: number | undefined
  const visit = (at: number, corrections: number, worst: Class) => {
    if (at === words.length) {
      const rank = corrections === 1 ? 8 + worst : 11
      if (corrections > 0 && (best === undefined || rank < best)) best = rank
      return
    }
    const step = (to: number, added: number, one: Class | undefined) => {
      if (one !== undefined) visit(to, corrections + added, one > worst ? one : worst)
    }
    const word = words[at]!
    step(at + 1, 0, classOf(searched, word))
    step(at + 1, 1, near(word))
    if (isSuspect(word)) step(at + 1, 1, halvesOf(searched, word))
    for (const end of ends) {
      const joined = words.slice(at, end).join('')
      if (
        starts.has(at) &&
        end > at + 1 &&
        chunks.some((chunk) => chunk.length === end - at && chunk.join('') === joined)
      ) {
        step(end, 0, classOf(searched, joined))
        step(end, 1, near(joined))
      }
    }
    if (ends.has(at + 1) && at + 1 < words.length) step(at + 2, 1, nameClassOf(searched, word + words[at + 1]!))
  }
  visit(0, 0, 0)
  const whole = words.join('')
  const isNearCode = (code: string) => whole.length >= 7 && nearnessOf(whole, code, 'any') !== null
  if (best === undefined && mistakes === 'any' && [...searched.codes, ...searched.barcodes].some(isNearCode)) return 11
  return best
}

function classOf(searched: Searched, word: string): Class | undefined {
  const named = nameClassOf(searched, word)
  if (named !== undefined) return named
  return hasSubstring(searched, word) || searched.labels.some((label) => label.startsWith(word)) ? 2 : undefined
}

function nameClassOf({ names }: Searched, word: string): Class | undefined {
  if (names.includes(word)) return 0
  return names.some((name) => name.startsWith(word)) ? 1 : undefined
}

function nearClassOf({ names, labels }: Searched, word: string, mistakes: Mistakes): Class | undefined {
  const nearnesses = names.map((name) => nearnessOf(word, name, mistakes))
  if (nearnesses.includes('whole')) return 0
  if (word.length < 4) return undefined
  if (nearnesses.includes('prefix')) return 1
  return labels.some((label) => nearnessOf(word, label, mistakes) !== null) ? 2 : undefined
}

function halvesOf(searched: Searched, word: string): Class | undefined {
  const halves = Array.from({ length: Math.max(0, word.length - 3) }, (_, i) => [
    word.slice(0, i + 2),
    word.slice(i + 2),
  ])
  const found = halves
    .filter(([left = '']) => searched.names.includes(left))
    .map(([, right = '']) => nameClassOf(searched, right))
  return found.includes(0) ? 0 : found.includes(1) ? 1 : undefined
}

function hasSubstring({ codes, barcodes }: Searched, word: string): boolean {
  if (word.length < 3) return [...codes, ...barcodes].some((code) => code.startsWith(word))
  return codes.some((code) => code.includes(word)) || (word.length >= 5 && barcodes.some((code) => code.includes(word)))
}

const textsByRow = new WeakMap<IndexedProductRow, Omit<Searched, 'labels'>>()

function searchedOf(catalog: NaiveCatalog, row: IndexedProductRow): Searched {
  const texts = textsByRow.get(row) ?? ownTextsOf(row)
  textsByRow.set(row, texts)
  return { ...texts, labels: labelsOf(catalog, row) }
}

function ownTextsOf(row: IndexedProductRow): Omit<Searched, 'labels'> {
  const codes = row.codes.split('\n').map(squeezeCode)
  const barcodes = row.barcodes?.split('\n').map(squeezeCode) ?? []
  return {
    names: namesOf(row),
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
  const chunks = chunksOf(fold(`${row.name} ${row.child_names ?? ''}`)).map(wordsOf)
  const joined = chunks.filter((words) => words.length > 1).map((words) => words.join(''))
  const shortCodeParts = row.codes.split('\n').flatMap((code) => wordsOf(fold(code)).filter((part) => part.length <= 2))
  return [...chunks.flat(), ...joined.filter((word) => word.length <= 20), ...shortCodeParts]
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
