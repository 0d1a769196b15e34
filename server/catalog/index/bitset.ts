/** One bit per slot of the index, 32 to a word. */
export type Bitset = Uint32Array

export function createBitset(size: number): Bitset {
  return new Uint32Array((size + 31) >>> 5)
}

const spares: Bitset[] = []
const maxSpareBytes = 8 * 1_048_576

/** An empty set for one computation. Reusing arrays costs less than allocating new ones. */
export function borrowBitset(size: number): Bitset {
  const length = (size + 31) >>> 5
  const spare = spares.pop()
  return spare?.length === length ? spare.fill(0) : new Uint32Array(length)
}

/** Returns a borrowed set for reuse. The caller must not use it afterwards. */
export function returnBitset(bits: Bitset): void {
  if (spares.length * bits.byteLength < maxSpareBytes) spares.push(bits)
}

export function setBit(bits: Bitset, slot: number): void {
  bits[slot >>> 5]! |= 1 << (slot & 31)
}

export function clearBit(bits: Bitset, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << (slot & 31))
}

export function hasBit(bits: Bitset, slot: number): boolean {
  return (bits[slot >>> 5]! & (1 << (slot & 31))) !== 0
}

export function writeBit(bits: Bitset, slot: number, value: boolean): void {
  if (value) setBit(bits, slot)
  else clearBit(bits, slot)
}

/** The number of bits set in one word. */
export function countWord(word: number): number {
  let value = word - ((word >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return (((value + (value >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export function countBits(bits: Bitset): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += countWord(bits[i]!)
  return count
}

/** Keeps in `target` only the bits that `other` also has. */
export function intersect(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!
}

/** Adds all bits of `other` to `target`. */
export function unite(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!
}

/** Adds the bits of `a` that `b` lacks to `target`. */
export function uniteDifference(target: Bitset, a: Bitset, b: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! |= a[i]! & ~b[i]!
}

/** Adds the bits that `a` and `b` share to `target`. */
export function uniteShared(target: Bitset, a: Bitset, b: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! |= a[i]! & b[i]!
}

/** Keeps in `target` only the bits that `a` or `b` also has. */
export function intersectEither(target: Bitset, a: Bitset, b: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! &= a[i]! | b[i]!
}

/** Removes the bits of `other` from `target`. */
export function subtract(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i]! &= ~other[i]!
}

/**
 * Moves the bits that `source` and `other` share from `source` to `target`, overwriting `target`. Returns their number.
 */
export function moveShared(source: Bitset, other: Bitset, target: Bitset): number {
  let count = 0
  for (let i = 0; i < source.length; i++) {
    const shared = source[i]! & other[i]!
    target[i] = shared
    if (shared === 0) continue
    source[i]! ^= shared
    count += countWord(shared)
  }
  return count
}

/** The number of bits set in both. */
export function countShared(a: Bitset, b: Bitset): number {
  let count = 0
  for (let i = 0; i < a.length; i++) count += countWord(a[i]! & b[i]!)
  return count
}

export function isEmpty(bits: Bitset): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function sharesBits(a: Bitset, b: Bitset): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i]! & b[i]!) !== 0) return true
  return false
}

/** Whether `bits` and `live` share a bit that `other` lacks. */
export function addsBits(bits: Bitset, live: Bitset, other: Bitset): boolean {
  for (let i = 0; i < bits.length; i++) if ((bits[i]! & live[i]! & ~other[i]!) !== 0) return true
  return false
}

/** Calls `visit` with every set slot in ascending order. */
export function eachBit(bits: Bitset, visit: (slot: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i]!
    while (word !== 0) {
      const lowest = word & -word
      visit((i << 5) + 31 - Math.clz32(lowest))
      word ^= lowest
    }
  }
}

/** The positions of the 32-bit words that have a bit. */
export function nonEmptyWords(bits: Bitset): Int32Array {
  const positions = new Int32Array(bits.length)
  let count = 0
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) positions[count++] = i
  return positions.subarray(0, count)
}

/** The words of a set at these positions. */
export function pickWords(bits: Bitset, positions: Int32Array): Bitset {
  const picked = new Uint32Array(positions.length)
  for (let i = 0; i < positions.length; i++) picked[i] = bits[positions[i]!]!
  return picked
}

/** Puts picked words back to their positions. */
export function putWords(picked: Bitset, positions: Int32Array, target: Bitset): void {
  for (let i = 0; i < positions.length; i++) target[positions[i]!] = picked[i]!
}

/** A copy of the set with another capacity. */
export function resizeBitset(bits: Bitset, size: number): Bitset {
  const resized = createBitset(size)
  resized.set(bits.length <= resized.length ? bits : bits.subarray(0, resized.length))
  return resized
}
