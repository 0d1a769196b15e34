import type { Pool } from '#server/platform/db/pool.ts'
import type { Rate } from './counts.ts'
import { countsOf } from './open-limits.ts'

export type Quota = {
  /** Takes one. Returns the seconds until there is another, 0 if it was taken. */
  take(key: string): number
}

type QuotaOptions = { each: readonly Rate[]; all?: Rate }

/**
 * Bounds what visitors without an account can write, for each key (such as a network) and for all keys together, over all
 * processes of the database. `name` distinguishes it from other quotas.
 */
export function createQuota(pool: Pool, name: string, { each, all }: QuotaOptions): Quota {
  return {
    take(key) {
      const counts = countsOf(pool)
      const counters = [
        ...each.map((rate) => ({ rate, counter: counts.of(name, `key ${key}`, rate) })),
        ...(all === undefined ? [] : [{ rate: all, counter: counts.of(name, 'all', all) }]),
      ]
      const full = counters.filter(({ rate, counter }) => counter.count >= rate.max)
      if (full.length === 0) for (const { counter } of counters) counter.add()
      return Math.max(0, ...full.map(({ counter }) => Math.max(1, Math.ceil(counter.millisecondsLeft / 1000))))
    },
  }
}
