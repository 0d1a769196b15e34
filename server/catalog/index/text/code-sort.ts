import { createIntList, type IntList, pushInt } from '#server/catalog/index/growable.ts'
import type { Pause } from '#server/catalog/index/pause.ts'

/** From this number of codes on, a pass over two bytes costs less than two passes over one byte. */
export const pairsFrom = 8192
const sliceSize = 1 << 16

/**
 * The first `count` codes sorted by bytes: a radix sort from the last bytes to the first, with pauses.
 * The bytes of code n are in `text` from `starts[n]` to `starts[n + 1]`.
 */
export async function sortCodes(text: Buffer, starts: Int32Array, count: number, pause: Pause): Promise<Int32Array> {
  const width = count < pairsFrom ? 1 : 2
  const byDigit = groupByDigits(starts, count, width)
  let sorted: Int32Array = new Int32Array(0)
  for (let digit = byDigit.length - 1; digit >= 0; digit--) {
    // Codes that end here come before longer codes with the same bytes.
    const ending = byDigit[digit]!
    const longer = sorted
    sorted = new Int32Array(ending.length + longer.length)
    sorted.set(ending.items.subarray(0, ending.length))
    sorted.set(longer, ending.length)
    sorted = await sortByDigit(text, starts, { codes: sorted, count, at: digit * width, width, pause })
  }
  return sorted
}

/** Groups codes by the position of their last digit of `width` bytes. */
function groupByDigits(starts: Int32Array, count: number, width: number): IntList[] {
  const byDigit: IntList[] = []
  for (let code = 0; code < count; code++) {
    const digit = Math.max(0, Math.ceil((starts[code + 1]! - starts[code]!) / width) - 1)
    while (byDigit.length <= digit) byDigit.push(createIntList())
    pushInt(byDigit[digit]!, code)
  }
  return byDigit
}

type Pass = { codes: Int32Array; count: number; at: number; width: 1 | 2; pause: Pause }

/** One stable pass over the bytes at a position; a missing byte sorts first. */
async function sortByDigit(
  text: Buffer,
  starts: Int32Array,
  { codes, count, at, width, pause }: Pass,
): Promise<Int32Array> {
  // By code, in the order of the text: neighbours in `codes` are far apart in it.
  const digits = new Uint16Array(count)
  for (let code = 0; code < count; code++) {
    if (code % sliceSize === 0) await pause()
    const place = starts[code]! + at
    const end = starts[code + 1]!
    if (place >= end) continue
    digits[code] = width === 1 ? text[place]! : (text[place]! << 8) | (place + 1 < end ? text[place + 1]! : 0)
  }
  const next = new Int32Array((1 << (8 * width)) + 1)
  for (let i = 0; i < codes.length; i++) {
    next[digits[codes[i]!]! + 1]!++
    if (i % sliceSize === 0) await pause()
  }
  for (let i = 1; i < next.length; i++) next[i]! += next[i - 1]!
  const sorted = new Int32Array(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    sorted[next[digits[code]!]!++] = code
    if (i % sliceSize === 0) await pause()
  }
  return sorted
}
