import { analyzeQuery, isFraction, type Term } from '#domain/search/analyze-query.ts'
import { isSkeleton } from '#domain/search/far-words.ts'
import { sizesOfText } from '#domain/search/sizes.ts'
import { isFormOf, stemsOf } from '#server/catalog/index/text/turkish-stems.ts'
import { farnessOf } from '#server/catalog/index/text/far-match.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import type { LabelRows } from '#server/catalog/index/labels.ts'
import { type Mistakes, nearnessOf } from '#server/catalog/index/text/near-words.ts'

/** A catalog as plain rows, for computing the expected results of the index in the simplest way. */
export type NaiveCatalog = { rows: IndexedProductRow[]; labels: LabelRows }

/** The expected search results, computed product by product. */

/** 0 = a word of the name, 1 = the prefix of one, 2 = found elsewhere. */
type Class = 0 | 1 | 2

type Searched = {
  names: string[]
  sizes: string[]
  labels: string[]
  codes: string[]
  barcodes: string[]
  parts: string[]
}

/** The found products by id with their rank; lower ranks come first. The list begins with some of each head. */
type NaiveResult = { ranks: Map<number, number>; heads: number[][] }

let lastResult: ({ key: string; rows: IndexedProductRow[]; labels: object } & NaiveResult) | undefined

/** Cached for the last query, because every row requests it. */
export function searchNaively({ rows, labels }: NaiveCatalog, query: string): NaiveResult {
  const key = `${rows.length} ${query}`
  if (lastResult?.key === key && lastResult.rows === rows && lastResult.labels === labels) return lastResult
  lastResult = { key, rows, labels, ...findRanks({ rows, labels }, query) }
  return lastResult
}

function findRanks(catalog: NaiveCatalog, query: string): NaiveResult {
  const analyzed = analyzeQuery(query)
  const { terms, core } = analyzed
  const products = catalog.rows.map((row) => ({ id: row.id, searched: searchedOf(catalog, row) }))
  const search: NaiveSearch = { products, brandWords: catalog.labels.brands.flatMap(({ name }) => wordsOf(fold(name))) }
  if (terms.length === 0) return { ranks: new Map(), heads: [] }
  const typed = typedRanks(search, terms)
  if (isExact(typed)) return { ranks: typed, heads: [] }
  if (typed.size > 0) return { ranks: addSimilar(search, typed, terms), heads: [] }
  const isUnknown = (word: string) => !hasNamePrefix(search, word)
  const attempts = [
    () => (core === terms ? new Map<number, number>() : coreRanks(search, core)),
    () =>
      ranked(products, ({ searched }) =>
        worst(terms === core ? terms : core, (at) => softClass(search, searched, core, at)),
      ),
    () => correctedRanks(search, core, 'letters', isUnknown),
    () =>
      new Map([...correctedRanks(search, core, 'letters', () => true)].filter(([, rank]) => rank < severalCorrected)),
    () => correctedRanks(search, core, 'any', (word) => /\d/.test(word) || isUnknown(word)),
    () => ranked(products, ({ searched }) => (hasCodeOf(searched, core) ? 0 : undefined)),
  ]
  for (const attempt of attempts) {
    const ranks = attempt()
    if (ranks.size > 0) return { ranks: preferOthers(search, terms, ranks), heads: [] }
  }
  const { ranks, heads } = mostRanks(search, core)
  return { ranks: preferOthers(search, terms, ranks), heads: heads.map((head) => withOthers(search, terms, head)) }
}

type NaiveProduct = { id: number; searched: Searched }
type NaiveSearch = { products: NaiveProduct[]; brandWords: string[] }

const isExact = (ranks: Map<number, number>) => [...ranks.values()].includes(0)

function ranked(products: readonly NaiveProduct[], rankOf: (product: NaiveProduct) => number | undefined) {
  return new Map(
    products.flatMap((product) => {
      const rank = rankOf(product)
      return rank === undefined ? [] : [[product.id, rank] as const]
    }),
  )
}

/** The worst class of all terms; undefined if one of them is missing. */
function worst(terms: readonly Term[], classAt: (at: number) => Class | undefined): Class | undefined {
  let found: Class = 0
  for (const at of terms.keys()) {
    const one = classAt(at)
    if (one === undefined) return undefined
    if (one > found) found = one
  }
  return found
}

function typedRanks(search: NaiveSearch, terms: readonly Term[]): Map<number, number> {
  const hasOthers = terms.some(({ kind }) => kind !== 'filler')
  const whole = terms.flatMap(({ words }) => words).join('')
  const isList = terms.length === 1 && (terms[0]?.size?.isList === true || isFraction(terms[0]!))
  return ranked(search.products, ({ searched }) => {
    const codes = [...searched.codes, ...searched.barcodes]
    if (codes.includes(whole)) return 0
    if (terms.length > 1 && hasCodeOf(searched, terms)) {
      const isFound = worst(terms, (at) => typedClass(search, searched, terms[at]!, hasOthers)) !== undefined
      if (isFound || codes.some((code) => code.startsWith(whole))) return 0.5
    }
    const isPart = !(isList && isFraction(terms[0]!)) && whole.length >= 3 && searched.parts.includes(whole)
    if (!isList && codes.some((code) => code.startsWith(whole))) return isPart ? 1 : 2
    const found = worst(terms, (at) => typedClass(search, searched, terms[at]!, hasOthers)) ?? 3
    if (found < 2) return 3 + found
    if (isPart) return 5
    if (!isList && whole.length >= 3 && hasSubstring(searched, whole)) return 6
    return found < 3 ? 7 : undefined
  })
}

function typedClass(search: NaiveSearch, searched: Searched, term: Term, isFillerWhole = true): Class | undefined {
  if (term.kind === 'filler' && isFillerWhole)
    return term.words.every((word) => searched.names.includes(word)) ? 0 : undefined
  if (term.size !== undefined) return sizeClass(search, searched, term)
  return bestOf([
    worst(
      term.words.map(() => term),
      (i) => classOf(searched, term.words[i]!),
    ),
    classOf(searched, term.words.join('')),
  ])
}

function sizeClass({ products }: NaiveSearch, searched: Searched, term: Term): Class | undefined {
  const { words, size } = term
  const has = (one: Searched) => size?.wanted.some((form) => one.sizes.includes(form)) === true
  if (has(searched)) return 0
  const isKnown = products.some((product) => has(product.searched))
  const word = words.join('')
  if (words.length > 1) {
    if (isKnown || size?.isList || isFraction(term)) return undefined
    return words.every((one) => searched.names.includes(one)) ? 0 : undefined
  }
  if (!isKnown && !size?.isList) return classOf(searched, word)
  if (searched.names.includes(word)) return 0
  if ([...searched.codes, ...searched.barcodes].includes(word)) return 2
  if (word.length >= 3 && searched.parts.includes(word)) return 2
  return !size?.isList && searched.labels.some((label) => label.startsWith(word)) ? 2 : undefined
}

function softClass(search: NaiveSearch, searched: Searched, terms: readonly Term[], at: number): Class | undefined {
  const term = terms[at]!
  const typed = typedClass(search, searched, term)
  const word = term.words.join('')
  if (term.kind !== 'word' || term.words.length > 1 || word.length < 4 || search.brandWords.includes(word)) return typed
  const stems = stemsOf(term.typed)
  const isForm = (one: string) => stems.some((stem) => isFormOf(one, stem))
  const forms = searched.names.filter(isForm)
  const named = forms.length === 0 ? undefined : forms.some((form) => stems.includes(form)) ? 0 : 1
  return bestOf([typed, named, searched.labels.some(isForm) ? 2 : undefined])
}

function bestOf(classes: (Class | undefined)[]): Class | undefined {
  return ([0, 1, 2] as const).find((one) => classes.includes(one))
}

function coreRanks(search: NaiveSearch, core: readonly Term[]): Map<number, number> {
  const typed = typedRanks(search, core)
  return typed.size === 0 || isExact(typed) ? typed : addSimilar(search, typed, core)
}

function addSimilar(search: NaiveSearch, typed: Map<number, number>, terms: readonly Term[]): Map<number, number> {
  if (typed.size >= 5) return typed
  const { products } = search
  const all = new Map(typed)
  const add = (more: Map<number, number>, offset: number) => {
    for (const [id, rank] of more) if (!all.has(id)) all.set(id, offset + rank)
  }
  add(
    ranked(products, ({ searched }) => worst(terms, (at) => softClass(search, searched, terms, at))),
    20,
  )
  const isUnknown = (word: string) => !hasNamePrefix(search, word)
  add(correctedRanks(search, terms, 'letters', isUnknown), 30)
  return all
}

/** Ranks of products that also have the fillers and quantities come before the others of the same rank. */
function preferOthers(search: NaiveSearch, terms: readonly Term[], ranks: Map<number, number>) {
  const preferred = withOthers(search, terms, [...ranks.keys()])
  return new Map([...ranks].map(([id, rank]) => [id, rank + (preferred.includes(id) ? 0 : 0.25)]))
}

/** Those of the products that also have the fillers and quantities, as far as some have them. */
function withOthers({ products }: NaiveSearch, terms: readonly Term[], ids: number[]): number[] {
  let preferred = ids
  for (const { words } of terms.filter(({ kind }) => kind === 'filler' || kind === 'quantity')) {
    const found = products
      .filter(({ id, searched }) => preferred.includes(id) && words.every((word) => searched.names.includes(word)))
      .map(({ id }) => id)
    if (found.length > 0) preferred = found
  }
  return preferred
}

function hasCodeOf(searched: Searched, terms: readonly Term[]): boolean {
  return terms.some((_, from) =>
    [1, 2, 3].some((count) => {
      const code = terms
        .slice(from, from + count)
        .flatMap(({ words }) => words)
        .join('')
      return code.length >= 4 && /\d/.test(code) && [...searched.codes, ...searched.barcodes].includes(code)
    }),
  )
}

/** The products with the highest number of terms, by the sum of the weights of the terms. */
function mostRanks(search: NaiveSearch, terms: readonly Term[]): NaiveResult {
  const { products } = search
  const valued = terms.map((_, at) => valuesOf(search, terms, at))
  const scored = products.map(({ id }) => {
    const has = [...valued.keys()].filter((at) => valued[at]!.has(id))
    return { id, has, sum: Math.round(has.reduce((sum, at) => sum + valued[at]!.get(id)!, 0) * 1000) }
  })
  const most = Math.max(0, ...scored.map(({ has }) => has.length))
  const candidates = most === 0 ? [] : scored.filter(({ has }) => has.length === most)
  const best = Math.max(0, ...candidates.map(({ sum }) => sum))
  const nearly = candidates.filter(({ sum }) => sum >= best * 0.4)
  const sums = [...new Set(nearly.map(({ sum }) => sum))].sort((a, b) => b - a)
  const choiceOf = (has: number[]) => has.reduce((sum, at) => sum + 2 ** at, 0)
  const heads = Map.groupBy(
    nearly.toSorted((a, b) => b.sum - a.sum || choiceOf(a.has) - choiceOf(b.has)),
    ({ has }) => choiceOf(has),
  )
  return {
    ranks: new Map(nearly.map(({ id, sum }) => [id, Math.min(8, sums.indexOf(sum))])),
    heads: [...heads.values()]
      .slice(0, heads.size < 2 ? 0 : 3)
      .map((head) => head.filter(({ sum }) => sum === head[0]!.sum).map(({ id }) => id)),
  }
}

/** What a term counts for each product that has it. */
function valuesOf(search: NaiveSearch, terms: readonly Term[], at: number): Map<number, number> {
  const { products } = search
  const term = terms[at]!
  const word = term.words.join('')
  const weightOf = (count: number) => 0.5 + Math.log(1 + products.length / (1 + count))
  const soft = ranked(products, ({ searched }) => softClass(search, searched, terms, at))
  if (soft.size > 0) {
    const typed = ranked(products, ({ searched }) => typedClass(search, searched, term))
    const shareOf = (id: number) => [1, 0.9, 0.8][typed.get(id) ?? 3] ?? 0.75
    return new Map([...soft.keys()].map((id) => [id, weightOf(soft.size) * shareOf(id)]))
  }
  const isNear = term.kind === 'word' && mayBeMistyped(word, 'letters')
  const others = ranked(products, ({ searched }) => {
    if (term.size !== undefined) return nameClassOf(searched, word)
    return isNear ? nearClassOf(search, searched, word, 'letters') : undefined
  })
  const share = term.size === undefined ? 0.6 : 0.3
  return new Map([...others.keys()].map((id) => [id, weightOf(others.size) * share]))
}

function mayBeMistyped(word: string, mistakes: Mistakes): boolean {
  if (isSkeleton(word)) return true
  return mistakes === 'any' ? word.length >= 3 : word.length >= 4 && !/^[^\p{L}]+$/u.test(word)
}

function correctedRanks(
  search: NaiveSearch,
  terms: readonly Term[],
  mistakes: Mistakes,
  isUnknown: (word: string) => boolean,
): Map<number, number> {
  const isSuspect = (word: string) => mayBeMistyped(word, mistakes) && isUnknown(word)
  return ranked(search.products, ({ searched }) => rankCorrected(search, searched, { terms, mistakes, isSuspect }))
}

function hasNamePrefix({ products }: NaiveSearch, word: string): boolean {
  return products.some(({ searched }) => searched.names.some((name) => name.startsWith(word)))
}

const severalCorrected = 11

/** 8 to 10 = one word corrected, 11 = several words or the whole code corrected. */
function rankCorrected(
  search: NaiveSearch,
  searched: Searched,
  { terms, mistakes, isSuspect }: { terms: readonly Term[]; mistakes: Mistakes; isSuspect(word: string): boolean },
): number | undefined {
  let best: number | undefined
  const isFixed = ({ size }: Term) => size !== undefined && (mistakes === 'letters' || size.isList)
  const near = (term: Term, word: string) =>
    isSuspect(word) && !isFixed(term) ? nearClassOf(search, searched, word, mistakes) : undefined
  const wordsAt = (at: number) =>
    terms[at]?.size === undefined ? (terms[at]?.words ?? []) : [terms[at]?.words.join('') ?? '']
  const visit = (at: number, word: number, corrections: number, worstClass: Class) => {
    if (at === terms.length) {
      const rank = corrections === 1 ? 8 + worstClass : severalCorrected
      if (corrections > 0 && (best === undefined || rank < best)) best = rank
      return
    }
    const step = (to: [at: number, word: number], added: number, one: Class | undefined) => {
      if (one !== undefined) visit(...to, corrections + added, one > worstClass ? one : worstClass)
    }
    const term = terms[at]!
    const words = wordsAt(at)
    const text = words[word]!
    const after: [number, number] = word + 1 < words.length ? [at, word + 1] : [at + 1, 0]
    step(after, 0, words.length === 1 ? softClass(search, searched, terms, at) : classOf(searched, text))
    step(after, 1, near(term, text))
    if (isSuspect(text) && !isFixed(term)) step(after, 1, halvesOf(searched, text))
    if (word === 0 && words.length > 1) {
      step([at + 1, 0], 0, classOf(searched, words.join('')))
      step([at + 1, 0], 1, near(term, words.join('')))
    }
    const next = terms[at + 1]
    if (word === words.length - 1 && next !== undefined && next.size === undefined && term.size === undefined) {
      const rest: [number, number] = next.words.length > 1 ? [at + 1, 1] : [at + 2, 0]
      step(rest, 1, nameClassOf(searched, text + next.words[0]!))
    }
  }
  visit(0, 0, 0, 0)
  const whole = terms.flatMap(({ words }) => words).join('')
  const isNearCode = (code: string) => whole.length >= 7 && nearnessOf(whole, code, 'any') !== null
  if (best === undefined && mistakes === 'any' && [...searched.codes, ...searched.barcodes].some(isNearCode))
    return severalCorrected
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

/** Two mistakes are accepted only where no product has the word with one. */
function nearClassOf(search: NaiveSearch, searched: Searched, word: string, mistakes: Mistakes): Class | undefined {
  const near = oneMistakeClass(searched, word, mistakes)
  const isFar = farnessOf(word)
  if (isFar === null) return near
  const isTried =
    isSkeleton(word) ||
    !search.products.some((product) => oneMistakeClass(product.searched, word, mistakes) !== undefined)
  if (!isTried) return near
  const hasLabel = searched.labels.some((label) => isFar(label))
  return bestOf([near, searched.names.some((name) => isFar(name)) ? 0 : undefined, hasLabel ? 2 : undefined])
}

function oneMistakeClass({ names, labels }: Searched, word: string, mistakes: Mistakes): Class | undefined {
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
