/** Creates random numbers from a seed: the same run draws the same requests. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    pick<Value>(values: readonly Value[]): Value {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('Nothing to pick from')
      return value
    },
  }
}
export type Random = ReturnType<typeof createRandom>
