import { analyzeQuery, type Term } from '#domain/search/analyze-query.ts'
import { type CodeWindow, codeWindows } from '#domain/cart/order-text/code-windows.ts'
import type { TextLine } from '#domain/cart/order-text/parse-order-text.ts'
import type { Reading } from '#domain/cart/order-text/read-quantity.ts'
import { type OrderPiece, runsOfPiece } from '#domain/cart/order-text/split-text.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { PieceFinder, PieceMatch } from '#server/catalog/catalog.ts'

/** What the catalog has for a piece, as it is read best. */
export type FoundPiece = {
  piece: TextLine
  reading: Reading
  /** Another reading, with another quantity, fits as well. */
  hasOtherReading: boolean
  /** What may be a code, with the products that have it. */
  code: { squeezed: string; ids: number[]; rest: Term[] } | undefined
  words: PieceMatch
  terms: Term[]
}

/** From a whole code down to nothing. */
const ranks = { code: 5, partCode: 4, whole: 3, part: 2, some: 1, none: 0 } as const
type Read = Omit<FoundPiece, 'piece' | 'hasOtherReading'> & { rank: number }

/**
 * What the catalog has for a piece. A piece with commas is one line if all of it fits a product, otherwise several if
 * they fit on their own.
 */
export function findPiece(finder: PieceFinder, piece: TextLine): FoundPiece[] {
  if (piece.cells !== undefined) return [findRow(finder, piece)]
  const whole = findReadings(finder, piece)
  if (whole.rank === ranks.code || whole.rank === ranks.whole || whole.rank === ranks.part) return [whole.found]
  const run = findRun(finder, piece)
  if (run !== undefined) return run
  const parts = piece.parts?.flatMap((part) => findPart(finder, part)) ?? []
  return parts.some(({ rank }) => rank >= ranks.part) ? parts.map(({ found }) => found) : [whole.found]
}

function findPart(finder: PieceFinder, part: OrderPiece): { found: FoundPiece; rank: number }[] {
  const run = findRun(finder, part)
  return run?.map((found) => ({ found, rank: ranks.part })) ?? [findReadings(finder, part)]
}

/**
 * Orders in a row, if each that has a quantity fits a product. Where one ends and the next begins is a guess, so that
 * none of them is sure.
 */
function findRun(finder: PieceFinder, piece: OrderPiece): FoundPiece[] | undefined {
  for (const pieces of runsOfPiece(piece)) {
    const found = pieces.map((one) => findReadings(finder, one))
    const orders = found.filter((one) => one.found.reading.kind !== 'missing')
    const isComplete = orders.every((one) => one.rank >= ranks.part && one.found.reading.quantity !== null)
    if (orders.length > 1 && isComplete) return found.map((one) => ({ ...one.found, hasOtherReading: true }))
  }
  return undefined
}

function findReadings(finder: PieceFinder, piece: OrderPiece): { found: FoundPiece; rank: number } {
  const [likely, ...further] = piece.readings
  const first = read(finder, likely)
  // No other reading is better, and the line is asked about anyway.
  const isSettled = first.rank === ranks.whole && !first.words.isOnly
  const others = isSettled ? [] : further.map((reading) => read(finder, reading))
  const best = others.reduce((before, next) => (next.rank > before.rank ? next : before), first)
  const hasOtherReading = [first, ...others].some((other) => other !== best && isRival(other, best))
  const { rank, ...facts } = best
  return { found: { piece, ...facts, hasOtherReading }, rank }
}

/** Whether another reading, with another quantity or unit, fits a product as well as words can. */
function isRival(other: Read, best: Read): boolean {
  const isSame = other.reading.quantity === best.reading.quantity && other.reading.unit === best.reading.unit
  const isSameCode = other.code !== undefined && other.code.squeezed === best.code?.squeezed
  return !isSame && !isSameCode && other.rank >= ranks.part && other.rank >= Math.min(best.rank, ranks.whole)
}

function read(finder: PieceFinder, reading: Reading): Read {
  const terms = termsOf(reading.rest)
  const window = findCode(finder, codeWindows(reading.rest))
  if (window === undefined) {
    const words = finder.withWords(terms)
    return { reading, code: undefined, words, terms, rank: ranks[words.fit] }
  }
  // Products with the code of an equivalent are choices only.
  const words: PieceMatch = { ids: window.ids, fit: 'part', isOnly: false }
  const rest = termsOf(`${window.before} ${window.after}`)
  const code = { squeezed: window.squeezed, ids: window.ids, rest }
  return { reading, code, words, terms, rank: rest.length === 0 ? ranks.code : ranks.partCode }
}

function findCode(finder: PieceFinder, windows: readonly CodeWindow[]): (CodeWindow & { ids: number[] }) | undefined {
  for (const window of windows) {
    const ids = finder.withCode(window.squeezed)
    if (ids.length > 0) return { ...window, ids }
  }
  return undefined
}

/** A row of a sheet: by its code, its barcode and its name. */
function findRow(finder: PieceFinder, piece: TextLine): FoundPiece {
  const [reading] = piece.readings
  const { code = '', barcode = '', name = '' } = piece.cells ?? {}
  const terms = termsOf(name)
  const words = finder.withWords(terms)
  for (const text of [code, barcode]) {
    const squeezed = squeezeCode(text)
    const ids = squeezed === '' ? [] : finder.withCode(squeezed)
    if (ids.length > 0) {
      return { piece, reading, hasOtherReading: false, code: { squeezed, ids, rest: [] }, words, terms }
    }
  }
  // A column of codes may hold names.
  if (name === '' && code !== '') {
    const cellTerms = termsOf(code)
    return {
      piece,
      reading,
      hasOtherReading: false,
      code: undefined,
      words: finder.withWords(cellTerms),
      terms: cellTerms,
    }
  }
  return { piece, reading, hasOtherReading: false, code: undefined, words, terms }
}

/** `18'lik` and `5'li` are figures of the name. */
const suffix = /(\d)['’]?l[iıuü]k?(?=$|[\s.,;:])/giu

/** What a text says about a product. */
const termsOf = (text: string): Term[] =>
  analyzeQuery(text.replace(suffix, '$1')).terms.filter(({ kind }) => kind !== 'filler')
