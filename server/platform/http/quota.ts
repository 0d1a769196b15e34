/** `max` times within fixed windows of `seconds`. */
export type Rate = { max: number; seconds: number }

export type Quota = {
  /** Takes one. Returns the seconds until there is another, 0 if it was taken. */
  take(key: string): number
}

/**
 * Bounds what visitors without an account can write, for each key (such as a network) and for all keys together.
 * Counts per process, as all rate limits do, and forgets at a restart.
 */
export function createQuota({ each, all }: { each: readonly Rate[]; all?: Rate }): Quota {
  const perKey = each.map((rate) => createWindow(rate))
  const total = all === undefined ? [] : [createWindow(all)]
  return {
    take(key) {
      const counters = [...perKey.map((window) => window(key)), ...total.map((window) => window(''))]
      const seconds = Math.max(...counters.map(({ isFull, secondsLeft }) => (isFull ? secondsLeft : 0)))
      if (seconds === 0) for (const { count } of counters) count()
      return seconds
    },
  }
}

function createWindow({ max, seconds }: Rate) {
  let counts = new Map<string, number>()
  let until = 0
  return (key: string) => {
    const now = performance.now()
    if (now >= until) [counts, until] = [new Map(), now + seconds * 1000]
    const times = counts.get(key) ?? 0
    return {
      isFull: times >= max,
      secondsLeft: Math.max(1, Math.ceil((until - now) / 1000)),
      count: () => void counts.set(key, times + 1),
    }
  }
}
