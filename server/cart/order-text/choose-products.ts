import { judgeLearned, type LearnedChoice } from '#domain/cart/order-text/decide-line.ts'
import { countFitting, type NameWords, nameWords } from '#domain/cart/order-text/fits-name.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { Candidate } from './load-candidates.ts'
import type { FoundPiece } from './find-pieces.ts'

/** The products of a line, the best first. `isParent`: a product that must be chosen among its variants. */
export type ChosenProducts = {
  ids: number[]
  isOnly: boolean
  isParent: boolean
  isByCode: boolean
  /** The code is a barcode of this product's unit. */
  barcode?: string
  learnedIds: number[]
  learnedUnit?: string
}

export type CandidateBook = {
  byId: ReadonlyMap<number, Candidate>
  childrenOf: ReadonlyMap<number | null, Candidate[]>
  wordsOf(candidate: Candidate): NameWords
}

export function bookOf(candidates: readonly Candidate[]): CandidateBook {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const words = new Map<number, NameWords>()
  return {
    byId,
    childrenOf: Map.groupBy(candidates, ({ parentId }) => parentId),
    wordsOf(candidate) {
      const known = words.get(candidate.id)
      if (known !== undefined) return known
      const above = byId.get(candidate.parentId ?? 0)
      const made = nameWords([candidate.name, candidate.labels, ...(above === undefined ? [] : [above.name])])
      words.set(candidate.id, made)
      return made
    },
  }
}

/** Which products a line means: what the dealer chose before, then those of its code, then those of its words. */
export function chooseProducts(
  book: CandidateBook,
  found: FoundPiece,
  learned: readonly LearnedChoice[] | undefined,
): ChosenProducts {
  const chosen = byCode(book, found) ?? byWords(book, found)
  if (learned === undefined || chosen.isByCode) return chosen
  const { ids, isSure, unit } = judgeLearned(learned.filter(({ productId }) => book.byId.has(productId)))
  if (ids.length === 0) return chosen
  return {
    ...chosen,
    ids: [...new Set([...ids, ...chosen.ids])],
    // A choice that is no longer on sale counts as another one.
    isOnly: isSure && new Set(learned.map(({ productId }) => productId)).size === 1,
    isParent: false,
    learnedIds: ids,
    ...(unit !== undefined && { learnedUnit: unit }),
  }
}

const none = { isParent: false, isByCode: false, learnedIds: [] }

/** null if no product has the code itself; codes of equivalents are no proof. */
function byCode(book: CandidateBook, { code }: FoundPiece): ChosenProducts | null {
  if (code === undefined) return null
  const near = code.ids.flatMap((id) => [
    ...(book.byId.has(id) ? [book.byId.get(id) as Candidate] : []),
    ...(book.childrenOf.get(id) ?? []),
  ])
  const own = near.filter((one) => squeezeCode(one.code) === code.squeezed)
  const scanned = near.filter(({ barcodes }) => barcodes.some((barcode) => squeezeCode(barcode) === code.squeezed))
  const special = near.filter((one) => one.special !== null && squeezeCode(one.special) === code.squeezed)
  const hits = [...new Set([...own, ...scanned, ...(own.length + scanned.length > 0 ? [] : special)])]
  const [first, ...others] = hits
  if (first === undefined) return null
  const fits =
    countFitting(code.rest, book.wordsOf(first)) >= code.rest.length / 2 &&
    code.rest.every((term) => countFitting([term], book.wordsOf(first)) > 0)
  const barcode = first.barcodes.find((one) => squeezeCode(one) === code.squeezed)
  if (first.isParent && others.length === 0) {
    const children = book.childrenOf.get(first.id) ?? []
    return {
      ...none,
      ids: rank(book, children, code.rest).map(({ id }) => id),
      isOnly: false,
      isParent: true,
      isByCode: true,
    }
  }
  return {
    ...none,
    ids: hits.filter(({ isParent }) => !isParent).map(({ id }) => id),
    isOnly: others.length === 0 && fits,
    isByCode: true,
    ...(barcode !== undefined && { barcode }),
  }
}

type Ranked = { id: number; score: number; count: number; at: number; isChild: boolean }

/** By the number of fitting words, then by the names with the fewest others. */
function rank(book: CandidateBook, candidates: readonly Candidate[], terms: FoundPiece['terms']): Ranked[] {
  return candidates
    .map((candidate, at) => {
      const words = book.wordsOf(candidate)
      const isChild = candidate.parentId !== null
      return { id: candidate.id, score: countFitting(terms, words), count: words.count, at, isChild }
    })
    .sort((a, b) => b.score - a.score || a.count - b.count || a.at - b.at)
}

function byWords(book: CandidateBook, { words, terms, reading }: FoundPiece): ChosenProducts {
  // What names no quantity is often said to a person: only whole words count.
  const isUsable = words.fit === 'whole' || reading.kind !== 'missing'
  const listed = isUsable ? words.ids.flatMap((id) => book.byId.get(id) ?? []) : []
  const open = listed.flatMap((one) => (one.isParent ? (book.childrenOf.get(one.id) ?? []) : [one]))
  const ranked = rank(book, open, terms)
  const [best, second] = ranked
  const isClear =
    best !== undefined && best.score >= terms.length && (second === undefined || second.score < terms.length)
  const [only] = listed
  return {
    ...none,
    ids: ranked.map(({ id }) => id),
    // One word alone is too little.
    isOnly: words.isOnly && terms.length > 1 && listed.length === 1 && (only?.isParent ? isClear : ranked.length === 1),
    isParent: words.isOnly && listed.length === 1 && only?.isParent === true && !isClear,
  }
}
