import { type Bitset, hasBit, setBit } from './bitset.ts'
import { type ByteList, createByteList, createIntList, type IntList, pushInt, pushText } from './growable.ts'
import type { Pause } from './pause.ts'

/** `code`: every code a product is known by; `barcode`: found by a piece only from five digits on. */
export type CodeKind = 'code' | 'barcode'
export type CodeMatch = 'exact' | 'prefix' | 'piece'

/** Shortest piece of a code, and of a barcode, that finds it. */
export const shortestPiece = 3
const shortestBarcodePiece = 5
const longestCode = 60
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
  firstBarcode: number
  gramStarts: Int32Array
  gramCodes: Int32Array
}

type Batch = { text: ByteList; starts: IntList; slots: IntList }
export type CodesBuilder = Record<CodeKind, Batch>

export function createCodesBuilder(): CodesBuilder {
  const batch = () => ({ text: createByteList(), starts: createIntList(), slots: createIntList() })
  return { code: batch(), barcode: batch() }
}

/** `code` is squeezed already. */
export function addCode(builder: CodesBuilder, slot: number, code: string, kind: CodeKind): void {
  const batch = builder[kind]
  pushInt(batch.starts, batch.text.length)
  pushInt(batch.slots, slot)
  pushText(batch.text, code.slice(0, longestCode))
}

export async function finishCodes({ code, barcode }: CodesBuilder, pause: Pause): Promise<Codes> {
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
  const grams = await indexGrams(text, starts, pause)
  return { text, starts, slots, firstBarcode: code.starts.length, ...grams }
}

async function indexGrams(text: Buffer, starts: Int32Array, pause: Pause) {
  const gramStarts = new Int32Array(classes ** 3 + 1)
  const eachGram = async (visit: (gram: number, code: number) => void) => {
    for (let code = 0; code < starts.length - 1; code++) {
      let gram = 0
      for (let at = starts[code]!; at < starts[code + 1]!; at++) {
        gram = (gram % (classes * classes)) * classes + classOf[text[at]!]!
        visit(gram, code)
      }
      if (code % 4096 === 0) await pause()
    }
  }
  await eachGram((gram) => gramStarts[gram + 1]!++)
  for (let i = 1; i < gramStarts.length; i++) gramStarts[i]! += gramStarts[i - 1]!
  const next = gramStarts.slice()
  const gramCodes = new Int32Array(gramStarts.at(-1)!)
  await eachGram((gram, code) => {
    gramCodes[next[gram]!++] = code
  })
  return { gramStarts, gramCodes }
}

/** Marks the slots whose code is `needle`, begins with it, or holds it (from three bytes on), but for the outdated ones. */
export function markCodes(codes: Codes, needle: string, match: CodeMatch, outdated: Bitset | null, into: Bitset): void {
  const bytes = Buffer.from(needle.slice(0, longestCode))
  const [rarest, second] = gramsOf(codes, bytes, match)
  if (rarest === undefined) return
  const { gramStarts, gramCodes, slots } = codes
  const limit = match === 'piece' && bytes.length < shortestBarcodePiece ? codes.firstBarcode : slots.length
  const isSure = saysItAll(bytes, match)
  const otherEnd = second === undefined ? 0 : gramStarts[second + 1]!
  let other = second === undefined ? 0 : gramStarts[second]!
  for (let i = gramStarts[rarest]!; i < gramStarts[rarest + 1]!; i++) {
    const code = gramCodes[i]!
    if (code >= limit) break
    // Both lists rise, so what lacks the second gram is passed over without a look at its text.
    while (other < otherEnd && gramCodes[other]! < code) other++
    if (second !== undefined && gramCodes[other] !== code) continue
    const slot = slots[code]!
    if ((isSure || fits(codes, code, bytes, match)) && !(outdated !== null && hasBit(outdated, slot)))
      setBit(into, slot)
  }
}

/** Whether one gram alone decides: a piece of three bytes, or a beginning of up to two, each with a class of its own. */
function saysItAll(needle: Buffer, match: CodeMatch): boolean {
  if (match === 'exact' || needle.length > (match === 'piece' ? 3 : 2)) return false
  return needle.every((byte) => classOf[byte]! < firstSharedClass)
}

/** Grams of the needle, those of the fewest codes first. */
function gramsOf({ gramStarts }: Codes, needle: Buffer, match: CodeMatch): number[] {
  const grams = new Set<number>()
  let gram = 0
  for (let i = 0; i < needle.length; i++) {
    gram = (gram % (classes * classes)) * classes + classOf[needle[i]!]!
    if (match !== 'piece' || i >= 2) grams.add(gram)
  }
  const sizeOf = (one: number) => gramStarts[one + 1]! - gramStarts[one]!
  return [...grams].sort((a, b) => sizeOf(a) - sizeOf(b))
}

function fits({ text, starts }: Codes, code: number, needle: Buffer, match: CodeMatch): boolean {
  const start = starts[code]!
  const last = starts[code + 1]! - needle.length
  if (last < start || (match === 'exact' && last !== start)) return false
  const lastStart = match === 'piece' ? last : start
  for (let at = start; at <= lastStart; at++) {
    let i = 0
    while (i < needle.length && text[at + i] === needle[i]) i++
    if (i === needle.length) return true
  }
  return false
}

/** 1-26 letters, 27-36 digits, two classes for every other byte; 0 is the beginning of a code. */
function classifyBytes(): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => firstSharedClass + (byte & 1))
  for (let i = 0; i < 26; i++) table[0x61 + i] = 1 + i
  for (let i = 0; i < 10; i++) table[0x30 + i] = 27 + i
  return table
}
