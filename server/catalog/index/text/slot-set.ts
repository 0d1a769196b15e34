import { type Bitset, borrowBitset, countWord, eachBit, hasBit, returnBitset } from '#server/catalog/index/bitset.ts'

/** Slots of a term: few as a sorted list, many as bits. */
export type SlotSet = { count: number; list: Int32Array | null; bits: Bitset | null }

/** A list of so many slots takes a quarter of the bits of a large catalog. */
const listedMax = 1500

export const noSlots: SlotSet = { count: 0, list: new Int32Array(), bits: null }

/** The slots of a set that are also in `live`; the set itself may be changed. */
export function slotSet(bits: Bitset, live: Bitset): SlotSet {
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i]! & live[i]!
    bits[i] = word
    if (word !== 0) count += countWord(word)
  }
  if (count > listedMax) return { count, list: null, bits: bits.slice() }
  return { count, list: listOf(bits, count), bits: null }
}

function listOf(bits: Bitset, count: number): Int32Array {
  const list = new Int32Array(count)
  let at = 0
  if (count > 0) eachBit(bits, (slot) => (list[at++] = slot))
  return list
}

function hasSlot({ list, bits }: SlotSet, slot: number): boolean {
  if (list === null) return bits !== null && hasBit(bits, slot)
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < slot) low = middle + 1
    else high = middle
  }
  return list[low] === slot
}

/** The slots that all sets have. */
export function intersectSets(sets: readonly SlotSet[]): SlotSet {
  const [first, ...others] = sets.toSorted((a, b) => a.count - b.count)
  if (first === undefined || first.count === 0) return noSlots
  if (others.length === 0) return first
  if (first.list !== null) {
    const list = first.list.filter((slot) => others.every((other) => hasSlot(other, slot)))
    return { count: list.length, list, bits: null }
  }
  return intersectBits(
    first.bits ?? new Uint32Array(),
    others.flatMap(({ bits }) => (bits === null ? [] : [bits])),
  )
}

/** All bits in one pass, because most words of several sets share nothing. */
function intersectBits(first: Bitset, others: readonly Bitset[]): SlotSet {
  const shared = borrowBitset(first.length * 32)
  let count = 0
  for (let i = 0; i < first.length; i++) {
    let word = first[i]!
    for (let at = 0; word !== 0 && at < others.length; at++) word &= others[at]![i]!
    if (word === 0) continue
    shared[i] = word
    count += countWord(word)
  }
  const found: SlotSet =
    count > listedMax ? { count, list: null, bits: shared.slice() } : { count, list: listOf(shared, count), bits: null }
  returnBitset(shared)
  return found
}

/** The slots of a set in ascending order, up to a number of those that a test accepts. */
export function pickSlots({ count, list, bits }: SlotSet, most: number, isWanted: (slot: number) => boolean): number[] {
  const found: number[] = []
  const slots = list ?? (bits === null ? [] : listOf(bits, count))
  for (let i = 0; i < slots.length && found.length < most; i++) if (isWanted(slots[i]!)) found.push(slots[i]!)
  return found
}

/** Of more sets, only one is left out. */
const leftOutInPairs = 6

/**
 * The slots that most sets share, when no slot is in all of them: empty sets and one or two others are left out, but never
 * more than half. Of several such choices, the one with the fewest slots is returned: it leaves out the most common word.
 */
export function leavingOut(sets: readonly SlotSet[]): { slots: SlotSet; missing: number } {
  const known = sets.filter(({ count }) => count > 0)
  const unknown = sets.length - known.length
  const isEnough = (left: number) => left > 0 && left * 2 >= sets.length
  if (!isEnough(known.length)) return { slots: noSlots, missing: sets.length }
  if (unknown > 0) {
    const slots = intersectSets(known)
    if (slots.count > 0) return { slots, missing: unknown }
  }
  for (const out of known.length <= leftOutInPairs ? [1, 2] : [1]) {
    if (!isEnough(known.length - out)) break
    let best = noSlots
    for (const kept of choices(known, out)) {
      const slots = intersectSets(kept)
      if (slots.count > 0 && (best.count === 0 || slots.count < best.count)) best = slots
    }
    if (best.count > 0) return { slots: best, missing: unknown + out }
  }
  return { slots: noSlots, missing: sets.length }
}

/** The sets without one, or without two of them. */
function choices(sets: readonly SlotSet[], out: number): SlotSet[][] {
  return sets.flatMap((_, i) => {
    const others = sets.filter((__, at) => at !== i)
    if (out === 1) return [others]
    return others.slice(i).map((___, j) => others.filter((____, at) => at !== i + j))
  })
}
