import { fold } from '#domain/text/text.ts'
import { type AsideReason, reasonOf } from './aside-reason.ts'
import { unitOfWord } from './ordered-units.ts'
import { type Reading, readQuantities, runsOf } from './read-quantity.ts'
import { plainWords } from './spoken-words.ts'
import { takePrice } from './take-price.ts'
import { numberAt } from './written-number.ts'

/** Maximum number of lines of an order text. */
export const orderLinesMax = 2000
/** Longer pieces are no product. */
export const pieceLengthMax = 500

/**
 * A piece that may be a line. `row` counts the lines of the text from 1. `parts`: the same as several pieces, for a piece
 * with commas that may belong to one name. `source`: its text without
 * the price, which may be several orders in a row (`runsOfPiece`).
 */
export type OrderPiece = {
  row: number
  text: string
  readings: [Reading, ...Reading[]]
  price?: string
  parts?: OrderPiece[]
  source?: string
}
export type Aside = { row: number; text: string; reason: AsideReason }
export type SplitLine = { pieces: OrderPiece[]; asides: Aside[] }

const quote = /^(?:>\s?)+/
/** `[29.11.2026 09:12:33] Ahmet: ` and `29.11.2026 09:12 - Ahmet: ` of a copied chat. */
const chatHead = /^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?(?: -)? [^:]{1,40}: ?/
const bullet = /^\s*(?:[-–—•·*▪►✓>]+\s+|\(?\d{1,3}\s?\)\s*|[a-z]\)\s+)/i
const numbering = /^\s*(\d{1,3})\s?[.-]\s+(?=\S)/

/** The text of a line without quotes, the head of a chat message, bullets and numbers of a list. */
export function bareLine(line: string, number: number | null): string {
  const text = line.replace(quote, '').replace(chatHead, '')
  const plain = number === null ? text : text.replace(numbering, '')
  return plain
    .replace(bullet, '')
    .replace(/\.{2,}|…|_{2,}/g, ' - ')
    .trim()
}

/** The number that a line begins with in a numbered list: `3.` and `3-`. */
export function listNumber(line: string): number | null {
  const [, digits] = numbering.exec(line.slice(0, 20)) ?? []
  return digits === undefined ? null : Number(digits)
}

/** A comma between figures is a decimal one. */
const separators = /\s*[;|]\s*|,(?!\d)\s*|(?<!\d),\s*|\s+\+\s+(?!kdv)|\s+\/\s+|[.!?]+\s+(?=\S)/giu

/** The pieces of a line of a message, and what is set aside. */
export function splitLine(row: number, line: string): SplitLine {
  const whole = reasonOf(line.slice(0, pieceLengthMax))
  if (whole !== null && (whole === 'greeting' || !hasOrder(line))) {
    if (whole !== 'greeting' || partsOf(line).every((part) => reasonOf(part) !== null)) {
      return { pieces: [], asides: [{ row, text: shorten(line), reason: whole }] }
    }
  }
  const found: SplitLine = { pieces: [], asides: [] }
  const pieces: OrderPiece[] = []
  // One more than a text may have: it is refused as a whole.
  for (const part of partsOf(line).slice(0, orderLinesMax + 1)) {
    const reason = reasonOf(part)
    const piece = reason === null ? pieceOf(row, part) : null
    if (piece !== null) pieces.push(piece)
    else found.asides.push({ row, text: shorten(part), reason: reason ?? 'price' })
  }
  found.pieces = shareQuantities(joinParts(joinQuantities(pieces)))
  return found
}

const hasOrder = (line: string) =>
  partsOf(line).some((part) => readQuantities(part.slice(0, pieceLengthMax))[0].kind === 'stated')

const shorten = (text: string) => (text.length > pieceLengthMax ? `${text.slice(0, pieceLengthMax)}…` : text)

/** null for nothing but a price. */
export function pieceOf(row: number, text: string): OrderPiece | null {
  const shown = shorten(text.trim())
  const { rest, price } = takePrice(shown)
  if (price !== undefined && plainWords(rest).length === 0) return null
  return {
    row,
    text: shown,
    readings: readQuantities(rest),
    ...(price !== undefined && { price }),
    source: rest,
  }
}

/** The ways to read a piece as several orders in a row. */
export function runsOfPiece({ row, source }: OrderPiece): OrderPiece[][] {
  if (source === undefined) return []
  return runsOf(source).map((texts) =>
    texts.map((one): OrderPiece => ({ row, text: one, readings: readQuantities(one) })),
  )
}

/** Whether a piece is a quantity without a product: "5 adet". */
export const isQuantityOnly = ({ readings: [first] }: OrderPiece): boolean =>
  first.kind === 'stated' && plainWords(first.rest).length === 0

export const hasNoQuantity = ({ readings: [first] }: OrderPiece): boolean => first.kind === 'missing'

/** A piece followed by its quantity, or after it. */
export function withQuantity(piece: OrderPiece, amount: OrderPiece): OrderPiece {
  const [{ quantity, typed, unit }] = amount.readings
  const [{ rest }] = piece.readings
  const reading: Reading = { kind: 'stated', quantity, typed, ...(unit !== undefined && { unit }), rest }
  const price = [piece.price, amount.price].filter((one) => one !== undefined).join(' · ')
  return { ...piece, text: `${piece.text}, ${amount.text}`, readings: [reading], ...(price !== '' && { price }) }
}

/** Sentences and parts between separators. Parts that are only a number or unit stay with their neighbour. */
function partsOf(line: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const match of line.matchAll(separators)) {
    if (/^[.!?]/.test(match[0]) && !endsSentence(line.slice(Math.max(0, match.index - 20), match.index))) continue
    parts.push(line.slice(from, match.index))
    from = match.index + match[0].length
  }
  parts.push(line.slice(from))
  return parts
    .flatMap(splitAtAnd)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** "5 ad." and "No. 5" go on. */
function endsSentence(before: string): boolean {
  const word = /(\S+)$/.exec(before)?.[1] ?? ''
  return word.length > 2 && !/\d/.test(word) && unitOfWord(word) === undefined
}

const conjunction = /\s+(?:ve|ayrica|bir de|bi de|birde|bide|arti)\s+/giu

/** "5 ad A ve 3 ad B": at a conjunction with a quantity on both sides. */
function splitAtAnd(text: string): string[] {
  const folded = fold(text)
  if (folded.length !== text.length) return [text]
  const parts: string[] = []
  let from = 0
  let tried = 0
  for (const match of folded.matchAll(conjunction)) {
    if ((tried += 1) > orderLinesMax) break
    const [left, right] = [text.slice(from, match.index), text.slice(match.index + match[0].length)]
    if (!hasEdgeNumber(left.slice(-100)) || !hasEdgeNumber(right.slice(0, 100))) continue
    parts.push(left)
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)]
}

function hasEdgeNumber(text: string): boolean {
  const words = fold(text.trim()).split(/\s+/)
  return words.some((_, at) => numberAt(words, at) !== null) || /\d/.test(text)
}

/** A part that is only a quantity belongs to a neighbour without one: "A-1, 5 adet", "KVR-1, 5, koli". */
function joinQuantities(pieces: readonly OrderPiece[]): OrderPiece[] {
  const joined: OrderPiece[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as OrderPiece
    const [before, next] = [joined.at(-1), pieces[at + 1]]
    if (before !== undefined && belongsTo(before, piece)) {
      joined[joined.length - 1] = withQuantity(before, asQuantity(piece, before))
    } else if (isQuantityOnly(piece) && next !== undefined && hasNoQuantity(next)) {
      joined.push(withQuantity(next, piece))
      at++
    } else joined.push(piece)
  }
  return joined
}

/** "5" and "koli" after a piece, which has none or only the other. */
function belongsTo(before: OrderPiece, piece: OrderPiece): boolean {
  if (isQuantityOnly(piece)) return hasNoQuantity(before)
  const text = piece.readings[0].rest
  if (/^\d{1,7}$/.test(text)) return hasNoQuantity(before)
  const [{ kind, unit }] = before.readings
  return kind === 'stated' && unit === undefined && unitOfWord(text) !== undefined && !/\s/.test(text)
}

function asQuantity(piece: OrderPiece, before: OrderPiece): OrderPiece {
  if (isQuantityOnly(piece)) return piece
  const [{ rest }] = piece.readings
  const unit = unitOfWord(rest)?.unit
  const number = numberAt([rest], 0)
  const [{ quantity, typed }] = before.readings
  const amount = unit === undefined ? { quantity: number?.value ?? null, typed: rest } : { quantity, typed, unit }
  return { ...piece, readings: [{ kind: 'stated', ...amount, rest: '' }] }
}

/**
 * Parts without a quantity are part of a name with commas as a rule: of the one before if quantities come first,
 * otherwise of the one after. The separate parts stay a possibility.
 */
function joinParts(pieces: readonly OrderPiece[]): OrderPiece[] {
  const first = pieces.find((piece) => !hasNoQuantity(piece))
  if (pieces.length < 2 || pieces.every((piece) => !hasNoQuantity(piece))) return [...pieces]
  const isLeading = first?.readings[0].isLeading === true
  const groups: OrderPiece[][] = []
  let open: OrderPiece[] = []
  for (const piece of pieces) {
    if (isLeading && !hasNoQuantity(piece) && open.length > 0) {
      groups.push(open)
      open = []
    }
    open.push(piece)
    if (!isLeading && !hasNoQuantity(piece)) {
      groups.push(open)
      open = []
    }
  }
  if (open.length > 0) groups.push(open)
  return groups.map((group) => joinGroup(group))
}

function joinGroup(group: readonly OrderPiece[]): OrderPiece {
  const [only, ...others] = group
  if (only === undefined || others.length === 0) return only as OrderPiece
  const owner = group.find((piece) => !hasNoQuantity(piece)) ?? only
  const rest = group.map(({ readings: [reading] }) => reading.rest).join(', ')
  const prices = group.flatMap(({ price }) => price ?? []).join(' · ')
  return {
    row: only.row,
    text: shorten(group.map(({ text }) => text).join(', ')),
    readings: [{ ...owner.readings[0], rest }],
    ...(prices !== '' && { price: prices }),
    parts: [...group],
  }
}

/** "A, B ve C 2'şer adet": what is for each belongs to the parts before as well. */
function shareQuantities(pieces: readonly OrderPiece[]): OrderPiece[] {
  return pieces.flatMap((piece) => {
    const [{ isShare, quantity, typed, unit }] = piece.readings
    if (!isShare || piece.parts === undefined) return [piece]
    const share = { kind: 'bare' as const, quantity, typed, ...(unit !== undefined && { unit }) }
    return piece.parts
      .flatMap((part) => splitShared(part))
      .map((part): OrderPiece => {
        return { ...part, readings: [{ ...share, rest: part.readings[0].rest }] }
      })
  })
}

function splitShared(piece: OrderPiece): OrderPiece[] {
  const [{ rest }] = piece.readings
  const names = rest.split(/\s+ve\s+/i)
  return names.map((name) => ({ ...piece, readings: [{ ...piece.readings[0], rest: name }] }))
}
