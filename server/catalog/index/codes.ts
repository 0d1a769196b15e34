import { type Bitset, hasBit, setBit } from './bitset.ts'
import { type ByteList, createByteList, createIntList, type IntList, pushInt, pushText } from './growable.ts'
import type { Pause } from './pause.ts'

/** `code`: every code a product is known by; `barcode`: found by a piece only from five digits on. */
export type CodeKind = 'code' | 'barcode'
/** `part`: what stands between two separators of the code as it is written. */
export type CodeMatch = 'exact' | 'prefix' | 'piece' | 'part'

/** A squeezed code. Bit n of `edges`: at byte n began a part of the code as it is written; barcodes have no parts. */
export type Code = { text: string; kind: CodeKind; edges: number }

/** Shortest piece of a code, and of a barcode, that finds it. */
export const shortestPiece = 3
export const shortestBarcodePiece = 5
const longestCode = 60
const edgesKept = 32
const classes = 40
const firstSharedClass = 37
const classOf = classifyBytes()

/**
 * Squeezed codes with the slots they belong to, found by any three bytes in a row; the beginning of a code counts as two
 * bytes of its own. Barcodes come after `firstBarcode`.
 */
export type Codes = {
  text: Buffer
  starts: Int32Array
  slots: Int32Array
  /** Of codes only, not of barcodes. */
  edges: Int32Array
  firstBarcode: number
  /** The rising codes of each gram, as distances of one byte and more: seven bits to a byte, the last one without the eighth. */
  gramStarts: Uint32Array
  gramCodes: Uint8Array
}

type Batch = { text: ByteList; starts: IntList; slots: IntList; edges: IntList }
export type CodesBuilder = Record<CodeKind, Batch>

export function createCodesBuilder(): CodesBuilder {
  return { code: createBatch(), barcode: createBatch() }
}

function createBatch(): Batch {
  return { text: createByteList(), starts: createIntList(), slots: createIntList(), edges: createIntList() }
}

/** Where the parts of a code begin once they stand together. */
export function edgesOf(parts: readonly string[]): number {
  let edges = 0
  let at = 0
  for (const part of parts) {
    if (at < edgesKept) edges |= 1 << at
    at += Buffer.byteLength(part)
  }
  return edges
}

export function addCode(builder: CodesBuilder, slot: number, { text, kind, edges }: Code): void {
  const batch = builder[kind]
  pushInt(batch.starts, batch.text.length)
  pushInt(batch.slots, slot)
  if (kind === 'code') pushInt(batch.edges, edges)
  pushText(batch.text, text.slice(0, longestCode))
}

export async function finishCodes(builder: CodesBuilder, pause: Pause): Promise<Codes> {
  const { code, barcode } = builder
  const count = code.starts.length + barcode.starts.length
  const starts = new Int32Array(count + 1)
  starts.set(code.starts.items.subarray(0, code.starts.length))
  for (let i = 0; i < barcode.starts.length; i++) {
    starts[code.starts.length + i] = code.text.length + barcode.starts.items[i]!
  }
  starts[count] = code.text.length + barcode.text.length
  const slots = new Int32Array(count)
  slots.set(code.slots.items.subarray(0, code.slots.length))
  slots.set(barcode.slots.items.subarray(0, barcode.slots.length), code.slots.length)
  const text = Buffer.concat([
    code.text.items.subarray(0, code.text.length),
    barcode.text.items.subarray(0, barcode.text.length),
  ])
  const edges = code.edges.items.slice(0, code.edges.length)
  const firstBarcode = code.starts.length
  // What was copied is let go of before the grams take their room.
  Object.assign(builder, createCodesBuilder())
  const grams = await indexGrams(text, starts, pause)
  return { text, starts, slots, edges, firstBarcode, ...grams }
}

async function indexGrams(text: Buffer, starts: Int32Array, pause: Pause) {
  const gramStarts = new Uint32Array(classes ** 3 + 1)
  const last = new Int32Array(classes ** 3)
  const eachGram = async (visit: (gram: number, distance: number) => void) => {
    last.fill(-1)
    for (let code = 0; code < starts.length - 1; code++) {
      let gram = 0
      for (let at = starts[code]!; at < starts[code + 1]!; at++) {
        gram = (gram % (classes * classes)) * classes + classOf[text[at]!]!
        if (last[gram] === code) continue
        visit(gram, code - last[gram]!)
        last[gram] = code
      }
      if (code % 4096 === 0) await pause()
    }
  }
  await eachGram((gram, distance) => {
    gramStarts[gram + 1]! += distance < 1 << 7 ? 1 : distance < 1 << 14 ? 2 : distance < 1 << 21 ? 3 : 4
  })
  for (let i = 1; i < gramStarts.length; i++) gramStarts[i]! += gramStarts[i - 1]!
  const next = gramStarts.slice()
  const gramCodes = new Uint8Array(gramStarts.at(-1)!)
  await eachGram((gram, distance) => {
    for (; distance >= 1 << 7; distance >>>= 7) gramCodes[next[gram]!++] = distance | 0x80
    gramCodes[next[gram]!++] = distance
  })
  return { gramStarts, gramCodes }
}

/** A walk along the codes of one gram; `code` is Infinity behind the last. */
type Walk = { bytes: Uint8Array; at: number; end: number; code: number }

function walkGram({ gramStarts, gramCodes }: Codes, gram: number): Walk {
  const walk = { bytes: gramCodes, at: gramStarts[gram]!, end: gramStarts[gram + 1]!, code: -1 }
  stepOn(walk)
  return walk
}

function stepOn(walk: Walk): void {
  const { bytes } = walk
  if (walk.at >= walk.end) {
    walk.code = Number.POSITIVE_INFINITY
    return
  }
  let byte = bytes[walk.at++]!
  let distance = byte & 0x7f
  for (let shift = 7; byte & 0x80; shift += 7) {
    byte = bytes[walk.at++]!
    distance |= (byte & 0x7f) << shift
  }
  walk.code += distance
}

/**
 * Marks the slots whose code is `needle`, begins with it, holds it, or has it as a part (the latter two from three bytes on),
 * but for the outdated ones.
 */
export function markCodes(codes: Codes, needle: string, match: CodeMatch, outdated: Bitset | null, into: Bitset): void {
  const bytes = Buffer.from(needle.slice(0, longestCode))
  const isSure = saysItAll(bytes, match)
  eachCandidate(codes, bytes, match, (code) => {
    const slot = codes.slots[code]!
    if ((isSure || fits(codes, code, bytes, match)) && !(outdated !== null && hasBit(outdated, slot)))
      setBit(into, slot)
  })
}

/** Visits the codes, rising, that have the two rarest grams of the needle. */
export function eachCandidate(codes: Codes, needle: Buffer, match: CodeMatch, visit: (code: number) => void): void {
  const [rarest, second] = gramsOf(codes, needle, match)
  if (rarest === undefined) return
  const { slots, firstBarcode } = codes
  const isCodeOnly = match === 'part' || (match === 'piece' && needle.length < shortestBarcodePiece)
  const limit = isCodeOnly ? firstBarcode : slots.length
  const other = second === undefined ? undefined : walkGram(codes, second)
  for (const one = walkGram(codes, rarest); one.code < limit; stepOn(one)) {
    // Both lists rise, so what lacks the second gram is passed over without a look at its text.
    while (other !== undefined && other.code < one.code) stepOn(other)
    if (other === undefined || other.code === one.code) visit(one.code)
  }
}

/** Whether one gram alone decides: a piece of three bytes, or a beginning of up to two, each with a class of its own. */
function saysItAll(needle: Buffer, match: CodeMatch): boolean {
  if (match === 'exact' || match === 'part' || needle.length > (match === 'piece' ? 3 : 2)) return false
  return needle.every((byte) => classOf[byte]! < firstSharedClass)
}

/** Grams of the needle, those of the fewest codes first. */
function gramsOf({ gramStarts }: Codes, needle: Buffer, match: CodeMatch): number[] {
  const grams = new Set<number>()
  let gram = 0
  for (let i = 0; i < needle.length; i++) {
    gram = (gram % (classes * classes)) * classes + classOf[needle[i]!]!
    if (match === 'exact' || match === 'prefix' || i >= 2) grams.add(gram)
  }
  const sizeOf = (one: number) => gramStarts[one + 1]! - gramStarts[one]!
  return [...grams].sort((a, b) => sizeOf(a) - sizeOf(b))
}

function fits({ text, starts, edges }: Codes, code: number, needle: Buffer, match: CodeMatch): boolean {
  const start = starts[code]!
  const length = starts[code + 1]! - start
  const last = length - needle.length
  if (last < 0 || (match === 'exact' && last !== 0)) return false
  if (match === 'part') {
    let places = partsOf(edges[code]!, length, needle.length)
    for (; places !== 0; places &= places - 1) {
      if (standsAt(text, start + 31 - Math.clz32(places & -places), needle)) return true
    }
    return false
  }
  const lastStart = match === 'piece' ? last : 0
  for (let at = 0; at <= lastStart; at++) if (standsAt(text, start + at, needle)) return true
  return false
}

function standsAt(text: Buffer, at: number, needle: Buffer): boolean {
  let i = 0
  while (i < needle.length && text[at + i] === needle[i]) i++
  return i === needle.length
}

/** Bit n: at byte n of a code of this length begins a part, or several in a row, that are `size` bytes long. */
export function partsOf(edges: number, length: number, size: number): number {
  if (size >= edgesKept) return 0
  const ends = length < edgesKept ? edges | (1 << length) : edges
  const atEnd = length >= edgesKept && length - size < edgesKept ? edges & (1 << (length - size)) : 0
  return (edges & (ends >>> size)) | atEnd
}

/** 1-26 letters, 27-36 digits, two classes for every other byte; 0 is the beginning of a code. */
function classifyBytes(): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => firstSharedClass + (byte & 1))
  for (let i = 0; i < 26; i++) table[0x61 + i] = 1 + i
  for (let i = 0; i < 10; i++) table[0x30 + i] = 27 + i
  return table
}
