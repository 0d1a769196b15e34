import { type Bitset, hasBit, setBit } from '#server/catalog/index/bitset.ts'
import { type CodeGrams, eachWithGrams, indexGrams, isSingleGram } from './code-grams.ts'
import { sortCodes } from './code-sort.ts'
import {
  type ByteList,
  createByteList,
  createIntList,
  type IntList,
  pushInt,
  pushText,
} from '#server/catalog/index/growable.ts'
import type { Pause } from '#server/catalog/index/pause.ts'

/** `code`: any code of a product; `barcode`: matches a substring only from five digits on. */
export type CodeKind = 'code' | 'barcode'
/** `part`: the text between two separators of the code as written. */
export type CodeMatch = 'exact' | 'prefix' | 'substring' | 'part'

/**
 * A squeezed code. Bit n of `edges` is set when a part of the code as written starts at byte n; barcodes have no parts.
 */
export type Code = { text: string; kind: CodeKind; edges: number }

/** The minimum length of a substring that finds a code, and of one that finds a barcode. */
export const minSubstringLength = 3
export const minBarcodeSubstringLength = 5
const maxCodeLength = 60
const edgeBits = 32

/**
 * Squeezed codes in byte order with their slots, so that codes with a common prefix are adjacent. Barcodes start at
 * `firstBarcode` and are sorted separately.
 */
export type Codes = CodeGrams & {
  text: Buffer
  starts: Int32Array
  slots: Int32Array
  /** Only for codes, not for barcodes. */
  edges: Int32Array
  firstBarcode: number
}

type Batch = { text: ByteList; starts: IntList; slots: IntList; edges: IntList }
export type CodesBuilder = Record<CodeKind, Batch>

export function createCodesBuilder(): CodesBuilder {
  return { code: createBatch(), barcode: createBatch() }
}

function createBatch(): Batch {
  return { text: createByteList(), starts: createIntList(), slots: createIntList(), edges: createIntList() }
}

/** The start positions of the parts in the squeezed code. */
export function edgesOf(parts: readonly string[]): number {
  let edges = 0
  let at = 0
  for (const part of parts) {
    if (at < edgeBits) edges |= 1 << at
    at += Buffer.byteLength(part)
  }
  return edges
}

export function addCode(builder: CodesBuilder, slot: number, { text, kind, edges }: Code): void {
  const batch = builder[kind]
  pushInt(batch.starts, batch.text.length)
  pushInt(batch.slots, slot)
  if (kind === 'code') pushInt(batch.edges, edges)
  pushText(batch.text, text.slice(0, maxCodeLength))
}

export async function finishCodes(builder: CodesBuilder, pause: Pause): Promise<Codes> {
  const firstBarcode = builder.code.starts.length
  const count = firstBarcode + builder.barcode.starts.length
  const sorted = {
    text: Buffer.allocUnsafe(builder.code.text.length + builder.barcode.text.length),
    starts: new Int32Array(count + 1),
    slots: new Int32Array(count),
    edges: new Int32Array(firstBarcode),
    firstBarcode,
  }
  await copySorted(builder.code, sorted, 0, pause)
  // Frees the copied batch before the grams are allocated.
  builder.code = createBatch()
  await copySorted(builder.barcode, sorted, firstBarcode, pause)
  builder.barcode = createBatch()
  return { ...sorted, ...(await indexGrams(sorted.text, sorted.starts, pause)) }
}

/** Copies a batch in code order, starting at index `first`. */
async function copySorted(
  batch: Batch,
  into: Omit<Codes, keyof CodeGrams>,
  first: number,
  pause: Pause,
): Promise<void> {
  const count = batch.starts.length
  pushInt(batch.starts, batch.text.length)
  const { items: text } = batch.text
  const { items: starts } = batch.starts
  const order = await sortCodes(text, starts, count, pause)
  let at = into.starts[first]!
  for (let place = 0; place < count; place++) {
    const code = order[place]!
    at += text.copy(into.text, at, starts[code], starts[code + 1])
    into.starts[first + place + 1] = at
    into.slots[first + place] = batch.slots.items[code]!
    if (first === 0) into.edges[place] = batch.edges.items[code]!
    if (place % 4096 === 0) await pause()
  }
}

/**
 * Marks the slots with a code that equals `needle`, starts with it, contains it, or has it as a part, except outdated
 * slots. Substrings and parts need at least three bytes.
 */
export function markCodes(codes: Codes, needle: string, match: CodeMatch, outdated: Bitset | null, into: Bitset): void {
  const bytes = Buffer.from(needle.slice(0, maxCodeLength))
  const mark = (code: number) => {
    const slot = codes.slots[code]!
    if (outdated === null || !hasBit(outdated, slot)) setBit(into, slot)
  }
  if (match === 'substring') eachWithSubstring(codes, bytes, mark)
  else if (match === 'part') eachWithPart(codes, bytes, mark)
  else eachWithPrefix(codes, bytes, match === 'exact', mark)
}

/** Visits the codes that start with the needle, or equal it when `isExact`. */
export function eachWithPrefix(codes: Codes, needle: Buffer, isExact: boolean, visit: (code: number) => void): void {
  const { firstBarcode, slots } = codes
  for (const [from, to] of [
    [0, firstBarcode],
    [firstBarcode, slots.length],
  ] as const) {
    const end = isExact ? upperBound(codes, needle, from, to) : prefixEnd(codes, needle, from, to)
    for (let code = lowerBound(codes, needle, from, end); code < end; code++) visit(code)
  }
}

/** Visits the codes that contain the needle; barcodes only when the needle is long enough. */
export function eachWithSubstring(codes: Codes, needle: Buffer, visit: (code: number) => void): void {
  const isSure = isSingleGram(needle)
  const limit = needle.length < minBarcodeSubstringLength ? codes.firstBarcode : codes.slots.length
  eachWithGrams(codes, needle, limit, (code) => {
    if (isSure || containsNeedle(codes, code, needle)) visit(code)
  })
}

function eachWithPart(codes: Codes, needle: Buffer, visit: (code: number) => void): void {
  const { text, starts, edges } = codes
  eachWithGrams(codes, needle, codes.firstBarcode, (code) => {
    const start = starts[code]!
    let partOffsets = partStarts(edges[code]!, starts[code + 1]! - start, needle.length)
    for (; partOffsets !== 0; partOffsets &= partOffsets - 1) {
      if (isAt(text, start + 31 - Math.clz32(partOffsets & -partOffsets), needle)) return visit(code)
    }
  })
}

function containsNeedle({ text, starts }: Codes, code: number, needle: Buffer): boolean {
  const last = starts[code + 1]! - needle.length
  for (let at = starts[code]!; at <= last; at++) if (isAt(text, at, needle)) return true
  return false
}

function isAt(text: Buffer, at: number, needle: Buffer): boolean {
  let i = 0
  while (i < needle.length && text[at + i] === needle[i]) i++
  return i === needle.length
}

/** The first code in [low, high) that is not less than the needle. */
function lowerBound(codes: Codes, needle: Buffer, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(codes, middle, codes.starts[middle + 1]!, needle) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The first code in [low, high) that is greater than the needle. */
function upperBound(codes: Codes, needle: Buffer, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(codes, middle, codes.starts[middle + 1]!, needle) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The first code in [low, high) that is greater than every code with the needle as its prefix. */
function prefixEnd(codes: Codes, needle: Buffer, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    const end = Math.min(codes.starts[middle + 1]!, codes.starts[middle]! + needle.length)
    if (compareBytes(codes, middle, end, needle) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Negative when the bytes of a code up to `end` come before the needle, 0 when they are equal. */
function compareBytes({ text, starts }: Codes, code: number, end: number, needle: Buffer): number {
  return text.compare(needle, 0, needle.length, starts[code], end)
}

/**
 * Bit n is set when a part, or several adjacent parts, of exactly `size` bytes start at byte n of a code with this
 * length.
 */
export function partStarts(edges: number, length: number, size: number): number {
  if (size >= edgeBits) return 0
  const ends = length < edgeBits ? edges | (1 << length) : edges
  const atEnd = length >= edgeBits && length - size < edgeBits ? edges & (1 << (length - size)) : 0
  return (edges & (ends >>> size)) | atEnd
}
