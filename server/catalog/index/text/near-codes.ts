import { type Bitset, hasBit, setBit } from '#server/catalog/index/bitset.ts'
import { type Codes, eachWithPrefix, eachWithSubstring } from './codes.ts'
import { nearnessOf } from './near-words.ts'

/**
 * Minimum number of letters and digits for correcting a code: the half before the mistake, or the half after it, must
 * find the code.
 */
const minCorrectedLength = 7

/** Marks the slots with a code that matches a mistyped one in full or as a prefix. */
export function markNearCodes(codes: Codes, typed: string, outdated: Bitset | null, into: Bitset): void {
  const [head, tail] = piecesWithoutMistake(typed)
  if (head === '') return
  const { text, starts, slots } = codes
  const markIfNear = (code: number) => {
    const [start, end] = [starts[code]!, starts[code + 1]!]
    if (end - start < typed.length - 1 || hasBit(into, slots[code]!)) return
    if (outdated !== null && hasBit(outdated, slots[code]!)) return
    if (isNearCode(typed, text.toString('utf8', start, end))) setBit(into, slots[code]!)
  }
  eachWithPrefix(codes, Buffer.from(head), false, markIfNear)
  eachWithSubstring(codes, Buffer.from(tail), markIfNear)
}

export function isNearCode(typed: string, code: string): boolean {
  return typed.length >= minCorrectedLength && nearnessOf(typed, code, 'any') !== null
}

/** The start of the code for a mistake in its second half, and a substring for a mistake in the first half. */
function piecesWithoutMistake(typed: string): [head: string, tail: string] {
  const middle = Math.floor(typed.length / 2)
  return typed.length < minCorrectedLength ? ['', ''] : [typed.slice(0, middle - 1), typed.slice(middle + 1)]
}
