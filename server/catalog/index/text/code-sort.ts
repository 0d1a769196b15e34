import { createIntList, type IntList, pushInt } from '#server/catalog/index/growable.ts'
import type { Pause } from '#server/catalog/index/pause.ts'

const pairValues = 1 << 16
const sliceSize = 1 << 16

/**
 * The first `count` codes sorted by bytes: a radix sort of two bytes at a time from the last to the first, with pauses.
 * The bytes of code n are in `text` from `starts[n]` to `starts[n + 1]`.
 */
export async function sortCodes(text: Buffer, starts: Int32Array, count: number, pause: Pause): Promise<Int32Array> {
  const byPair = groupByPairs(starts, count)
  let sorted: Int32Array = new Int32Array(0)
  for (let pair = byPair.length - 1; pair >= 0; pair--) {
    // Codes that end here come before longer codes with the same bytes.
    const ending = byPair[pair]!
    const longer = sorted
    sorted = new Int32Array(ending.length + longer.length)
    sorted.set(ending.items.subarray(0, ending.length))
    sorted.set(longer, ending.length)
    sorted = await sortByPair(text, starts, { codes: sorted, at: pair * 2, pause })
  }
  return sorted
}

/** Groups codes by the position of their last pair of bytes. */
function groupByPairs(starts: Int32Array, count: number): IntList[] {
  const byPair: IntList[] = []
  for (let code = 0; code < count; code++) {
    const pair = Math.max(0, Math.ceil((starts[code + 1]! - starts[code]!) / 2) - 1)
    while (byPair.length <= pair) byPair.push(createIntList())
    pushInt(byPair[pair]!, code)
  }
  return byPair
}

type Pass = { codes: Int32Array; at: number; pause: Pause }

/** One stable pass over the two bytes at a position; a missing byte sorts first. */
async function sortByPair(text: Buffer, starts: Int32Array, { codes, at, pause }: Pass): Promise<Int32Array> {
  const digitOf = (code: number) => {
    const place = starts[code]! + at
    const end = starts[code + 1]!
    return place >= end ? 0 : (text[place]! << 8) | (place + 1 < end ? text[place + 1]! : 0)
  }
  const next = new Int32Array(pairValues + 1)
  for (let i = 0; i < codes.length; i++) {
    next[digitOf(codes[i]!) + 1]!++
    if (i % sliceSize === 0) await pause()
  }
  for (let i = 1; i < next.length; i++) next[i]! += next[i - 1]!
  const sorted = new Int32Array(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    sorted[next[digitOf(code)]!++] = code
    if (i % sliceSize === 0) await pause()
  }
  return sorted
}
