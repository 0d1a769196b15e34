import { refuse, type Refusal } from '#contract/core/errors.ts'

const window = 600_000 // milliseconds A payer types a few cards; a whole office may share one network.
const maxPerPayer = 30
const maxPerNetwork = 150

/**
 * Limits card lookups, so that the table cannot be read out number by number. Counts per process, as all rate limits
 * do.
 */
export type LookupLimit = { check(person: string, network: string): Refusal | null }

export function createLookupLimit(now: () => Date): LookupLimit {
  let counts = new Map<string, number>()
  let until = 0
  const count = (key: string) => {
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    return times
  }
  return {
    check(person, network) {
      const moment = now().getTime()
      if (moment >= until) [counts, until] = [new Map(), moment + window]
      const isTooMuch = [count(`person ${person}`) > maxPerPayer, count(`network ${network}`) > maxPerNetwork]
      if (!isTooMuch.includes(true)) return null
      return refuse('too_many_attempts', { seconds: Math.ceil((until - moment) / 1000) })
    },
  }
}
