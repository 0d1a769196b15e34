import {
  type Bitset,
  borrowBitset,
  countWord,
  eachBit,
  hasBit,
  returnBitset,
  setBit,
} from '#server/catalog/index/bitset.ts'
import type { Order } from './orders.ts'

/** At most `limit` of the `count` set slots in `bits`, sorted by `order`, starting at `offset`. */
export function selectPage(order: Order, bits: Bitset, count: number, offset: number, limit: number): number[] {
  if (offset >= count || limit <= 0) return []
  const all = order.slots.length
  if (count === all) return Array.from(order.slots.subarray(offset, offset + limit))
  // Scanning the order visits slots that do not match; scanning positions visits every slot that matches.
  const scanLength = ((offset + limit) * all) / count
  return scanLength <= count + all / 32
    ? scanOrder(order, bits, offset, limit)
    : scanPositions(order, bits, offset, limit)
}

function scanOrder({ slots }: Order, bits: Bitset, offset: number, limit: number): number[] {
  const page: number[] = []
  let skip = offset
  for (let i = 0; i < slots.length && page.length < limit; i++) {
    const slot = slots[i]!
    if (!hasBit(bits, slot)) continue
    if (skip > 0) skip--
    else page.push(slot)
  }
  return page
}

/** Sets the positions of the matching slots in a bitset, which skips up to 32 of them at a time. */
function scanPositions(order: Order, bits: Bitset, offset: number, limit: number): number[] {
  const positions = (order.positions ??= invert(order.slots, bits.length * 32))
  const matched = borrowBitset(order.slots.length)
  eachBit(bits, (slot) => setBit(matched, positions[slot]!))
  const page: number[] = []
  let skip = offset
  for (let i = 0; i < matched.length && page.length < limit; i++) {
    let word = matched[i]!
    const bitsInWord = countWord(word)
    if (skip >= bitsInWord) {
      skip -= bitsInWord
      continue
    }
    for (; word !== 0 && page.length < limit; word &= word - 1) {
      if (skip > 0) skip--
      else page.push(order.slots[(i << 5) + 31 - Math.clz32(word & -word)]!)
    }
  }
  returnBitset(matched)
  return page
}

function invert(slots: Int32Array, capacity: number): Int32Array {
  const positions = new Int32Array(capacity)
  for (let i = 0; i < slots.length; i++) positions[slots[i]!] = i
  return positions
}
