export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True in that share of the draws. */
  chance(share: number): boolean
}

/** mulberry32: the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from.')
      return item
    },
    chance: (share) => next() < share,
  }
}

/** A stable hash of a text, for choices that must not depend on the order of draws. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
