import { analyzeQuery, isFraction, type Term } from '#domain/search/analyze-query.ts'
import { fold } from '#domain/text/text.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import { type Mistakes, nearnessOf } from '#server/catalog/index/text/near-words.ts'
import { type NaiveCatalog, type Searched, searchedOf } from './searched-texts.ts'
import { type Class, classOf, halvesOf, hasSubstring, mayBeMistyped, nameClassOf, nearClassOf } from './word-classes.ts'
import { type NaiveProduct, type NaiveSearch, softClass, typedClass, worst } from './term-classes.ts'

// The expected search results, computed product by product.

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

const isExact = (ranks: Map<number, number>) => [...ranks.values()].includes(0)

function ranked(products: readonly NaiveProduct[], rankOf: (product: NaiveProduct) => number | undefined) {
  return new Map(
    products.flatMap((product) => {
      const rank = rankOf(product)
      return rank === undefined ? [] : [[product.id, rank] as const]
    }),
  )
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
    return isNear ? nearClassOf(search, searched, word, { mistakes: 'letters', hasHalves: false }) : undefined
  })
  const share = term.size === undefined ? 0.6 : 0.3
  return new Map([...others.keys()].map((id) => [id, weightOf(others.size) * share]))
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
  const near = (term: Term, word: string, hasHalves = false) =>
    isSuspect(word) && !isFixed(term) ? nearClassOf(search, searched, word, { mistakes, hasHalves }) : undefined
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
    const hasHalves = search.products.some((product) => halvesOf(product.searched, text) !== undefined)
    step(after, 1, near(term, text, hasHalves))
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
