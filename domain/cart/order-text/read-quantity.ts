import { type Size, sizesOfQuery } from '#domain/search/sizes.ts'
import { fold } from '#domain/text/text.ts'
import { unitOfWord, type UnitWord } from './ordered-units.ts'
import { withoutSpoken } from './spoken-words.ts'
import { numberAt } from './written-number.ts'

/**
 * How a quantity is written. `stated`: with a unit or a sign of multiplication; `bare`: a number that may belong to the
 * product; `missing`: not at all.
 */
export type QuantityKind = 'stated' | 'bare' | 'missing'

/**
 * A way to read a piece. `quantity` is null if there is none, or none that is valid; `typed` is the text in its place.
 * Parts of a packing are fractions. `rest` is the text that names the product.
 */
export type Reading = {
  kind: QuantityKind
  quantity: number | null
  typed: string
  unit?: string
  rest: string
  /** For each of several products: "2'şer". */
  isShare?: true
  /** The quantity comes before the product. */
  isLeading?: true
}

type Word = { text: string; plain: string; isSize: boolean }
type Found = { from: number; to: number; value: number | null; unit?: UnitWord | undefined; isShare: boolean }

const sign = /^[x×*]$/i
const [leading, trailing] = [/^[\s,;:.=)\]*•–—-]+/u, /[\s,;:=([*–—-]+$/u]

/** The ways to read a piece, the likely one first; at least one. */
export function readQuantities(text: string): [Reading, ...Reading[]] {
  const words = wordsOf(text)
  const all = statedIn(words)
  const clear = all.filter(({ unit }) => unit?.isMeasure !== true)
  // A measure beside a quantity with another unit is a size: `5 m – 6 adet`.
  const stated = clear.length === 1 ? clear : all
  const [first, ...others] = stated.map((found) => readingOf(words, found, 'stated'))
  const whole: Reading = { kind: 'missing', quantity: null, typed: '', rest: tidy(text) }
  if (first !== undefined && stated.length === 1 && (stated[0]?.unit?.isClear ?? true)) return [first]
  const bare = stated.flatMap((found) => withoutUnit(words, found))
  const numbers = stated.length > 0 ? [] : bareNumbers(words)
  const [best, ...rest] = [...(first === undefined ? [] : [first, ...others]), ...bare, ...numbers, whole]
  return [best ?? whole, ...rest]
}

const statedIn = (words: readonly Word[]) => words.flatMap((_, at) => statedAt(words, at) ?? []).filter(isNotWithin)

const mostOrders = 60

/** The ways to split a text with several quantities into orders: after each quantity, or before. */
export function runsOf(text: string): string[][] {
  const words = wordsOf(text)
  const stated = statedIn(words)
  const plain = words.map((word) => word.plain)
  const figures = words.flatMap(({ isSize }, at): Found[] => {
    const number = isSize || stated.some(({ from, to }) => from <= at && at < to) ? null : numberAt(plain, at)
    if (number?.isFigure !== true || number.value === null || number.value > 9999) return []
    return [{ from: at, to: at + number.length, value: number.value, isShare: false }]
  })
  const both = [...stated, ...figures].sort((a, b) => a.from - b.from)
  return [
    ...(stated.length > 1 ? splitAt(words, stated) : []),
    ...(figures.length > 0 && both.length > 1 ? splitAt(words, both) : []),
  ]
}

function splitAt(words: readonly Word[], found: readonly Found[]): string[][] {
  if (found.length > mostOrders) return []
  const after = found.map(({ to }) => to)
  const before = found.map(({ from }) => from)
  return [after, before].map((places) => {
    const edges = [...new Set([0, ...places, words.length])].sort((a, b) => a - b)
    const texts = edges.slice(1).map((to, i) => textOf(words.slice(edges[i], to)))
    return texts.filter((part) => withoutSpoken(part) !== '')
  })
}

/** The words, with numbers apart from the units and signs that are joined to them: `10ad`, `5x`, `x5`. */
function wordsOf(text: string): Word[] {
  const apart = text
    .replace(/(?<=^|[\s(])(\d[\d.,]*)(\p{L}{2,8})(?=$|[\s.,;:)])/gu, (whole, figures: string, letters: string) =>
      unitOfWord(letters)?.isMeasure === false ? `${figures} ${letters}` : whole,
    )
    .replace(/(?<=^|[\s(])(\d{1,6})[x×*](?=\s|$)/giu, '$1 x')
    .replace(/(?<=\s)[x×*](\d{1,6})(?=$|[\s),;])/giu, 'x $1')
    .replace(/(?<=\p{L}{2}[^\s*×]{0,40})[*×](\d{1,6})(?=$|[\s),;])/giu, ' x $1')
    .replace(/[()[\]]/g, ' ')
    .replace(/^(\d{1,4})\s?-\s?(?=\p{L}{3})/u, '$1 ')
    .replace(/(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?['’]?(l[iıuü]k?)(?=$|[\s.,;:])/giu, "$1'$2")
    .replace(/(?<=\p{L})\s?[:=]\s?(?=\d)/gu, ' ')
  const sizes = sizesOfQuery(fold(withoutFactor(apart))).filter(isFixed)
  const isSizeAt = (from: number, to: number) => sizes.some((size) => size.start < to && from < size.end)
  return [...apart.matchAll(/\S+/g)].map((match) => {
    const [from, to] = [match.index, match.index + match[0].length]
    return { text: match[0], plain: fold(match[0]).replace(/[.,:;]+$/, ''), isSize: isSizeAt(from, to) }
  })
}

/** `25 kg` and `5 metre` may be quantities, other sizes not. */
const isFixed = ({ isList, text }: Size) => isList || unitOfWord(/\p{L}+$/u.exec(text)?.[0] ?? '') === undefined

/** The first figure of `5 x 3x2,5` is no part of the size, nor is what follows a code: `KVR-180 x 5`. */
const withoutFactor = (text: string) =>
  text
    .replace(/^(\d{1,5} [x×*]) (?=\d{1,4}(?:[.,]\d{1,3})?(?:[x×*]\d|\s?(?:m|mt|mtr|metre)\s))/iu, (factor) =>
      ' '.repeat(factor.length),
    )
    .replace(/(?<=\p{L}{2}-\S{0,40}) [x×*] \d{1,6}/giu, (factor) => ' '.repeat(factor.length))

/** A number with a unit after it, with a sign beside it, or after its unit ("adet 5"). */
function statedAt(words: readonly Word[], at: number): Found | null {
  const plain = words.map((word) => word.plain)
  const number = words[at]?.isSize ? null : numberAt(plain, at)
  if (number === null) return null
  const end = at + number.length
  const [next, before] = [words[end], words[at - 1]]
  const found = { value: number.value, isShare: number.isShare }
  const unit = next === undefined || next.isSize ? undefined : unitOfWord(next.text)
  if (unit !== undefined) {
    const from = before !== undefined && sign.test(before.plain) ? at - 1 : at
    const isSignAfter = sign.test(words[end + 1]?.plain ?? '') && !/^\d/.test(words[end + 2]?.plain ?? '')
    return { ...found, from, to: isSignAfter ? end + 2 : end + 1, unit }
  }
  if (before !== undefined && sign.test(before.plain) && !/^\d/.test(words[at - 2]?.plain ?? '') && at >= 2) {
    return { ...found, from: at - 1, to: end }
  }
  const named = words[end + 1]
  if (
    next !== undefined &&
    sign.test(next.plain) &&
    named !== undefined &&
    (named.isSize || !/^\d/.test(named.plain))
  ) {
    return { ...found, from: at, to: end + 1 }
  }
  if (before !== undefined && number.isFigure && isAblative(words, at - 1)) {
    return { ...found, from: /^[dt][ae]n?$/.test(before.plain) ? at - 1 : at, to: end }
  }
  const unitBefore = before === undefined || before.isSize ? undefined : unitOfWord(before.text)
  const isLast = end === words.length
  if (unitBefore?.isClear && isLast && number.isFigure) return { ...found, from: at - 1, to: end, unit: unitBefore }
  return number.isShare ? { ...found, from: at, to: end } : null
}

/** "prizden 60", "KVR-1 den 12", "baretten de 10". */
function isAblative(words: readonly Word[], at: number): boolean {
  const word = words[at]?.plain ?? ''
  return /[\p{L}\d]{0,30}[dt][ae]n$/u.test(word) || (/^d[ae]$/.test(word) && at > 0 && isAblative(words, at - 1))
}

/** A number within another one: `yirmi beş adet` is not `beş adet`. */
function isNotWithin({ from, to }: Found, i: number, all: readonly Found[]): boolean {
  return !all.some(
    (other, j) => j !== i && other.from <= from && to <= other.to && (other.from < from || to < other.to),
  )
}

function readingOf(words: readonly Word[], found: Found, kind: QuantityKind): Reading {
  const typed = textOf(words.slice(found.from, found.to))
  return {
    kind,
    quantity: found.value,
    typed: typed.replace(/^[x×*]\s?|\s?[x×*]$/giu, ''),
    ...(found.unit && { unit: found.unit.unit }),
    rest: tidy(textOf([...words.slice(0, found.from), ...words.slice(found.to)])),
    ...(found.isShare && { isShare: true as const }),
    ...(found.from <= 1 && found.to < words.length && { isLeading: true as const }),
  }
}

/** The unit may be the first word of the product: `5 takım çantası`; or the number a size: `5 metre`. */
function withoutUnit(words: readonly Word[], found: Found): Reading[] {
  if (found.unit === undefined || found.unit.isClear) return []
  const number = { ...found, to: found.to - 1, unit: undefined }
  return [readingOf(words, number, 'bare')]
}

/** A number at the beginning or end. */
function bareNumbers(words: readonly Word[]): Reading[] {
  const plain = words.map((word) => word.plain)
  const readings: Reading[] = []
  const last = words.length - 1
  for (const at of new Set([0, last])) {
    if (words[at] === undefined || words[at].isSize || words.length === 1 || isBarcode(words[at])) continue
    const number = numberAt(plain, at)
    if (number === null || (at === last && number.length > 1)) continue
    const found = { from: at, to: at + number.length, value: number.value, isShare: false }
    readings.push(readingOf(words, found, 'bare'))
  }
  return readings
}

const isBarcode = ({ plain }: Word) => /^\d{8,14}$/.test(plain)

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** Without signs at its edges and words that are said to a person. */
function tidy(text: string): string {
  return withoutSpoken(text).replace(leading, '').replace(trailing, '').replace(/\s+/g, ' ').trim()
}
