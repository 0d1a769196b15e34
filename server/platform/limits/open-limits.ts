import { Counter, Gauge, type Registry } from 'prom-client'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Counts, createCounts } from './counts.ts'
import { postgresStore } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'

type LimitsOptions = {
  pool: Pool
  /** Without it: the database. */
  redisUrl?: string | undefined
  registry: Registry
  warn(error: Error): void
}

const opened = new WeakMap<Pool, Counts>()

/** Opens the counts that the processes of a database share, and their metrics. */
export async function openLimits({ pool, redisUrl, registry, warn }: LimitsOptions): Promise<Counts> {
  const registers = [registry]
  const failures = new Counter({
    name: 'limiter_failures_total',
    help: 'Times that the store of limits was lost',
    registers,
  })
  const onFailure = (error: Error) => {
    failures.inc()
    warn(error)
  }
  // Each failed attempt of the client is reported once, by the exchange that it fails.
  const store = redisUrl === undefined ? postgresStore(pool) : await redisStore(redisUrl, () => {})
  const counts = createCounts({ store, warn: onFailure })
  const available: Gauge = new Gauge({
    name: 'limiter_available',
    help: '1 if limits are counted over all processes; 0: sign-in and payment answer 503',
    registers,
    collect: () => available.set(counts.isAvailable() ? 1 : 0),
  })
  useCounts(pool, counts)
  return counts
}

/** Features with this pool use these counts: also a pool that reads from a replica. */
export function useCounts(pool: Pool, counts: Counts): void {
  opened.set(pool, counts)
}

/** The counts of a database; of this process alone while none are opened (commands, tests of parts). */
export function countsOf(pool: Pool): Counts {
  const counts = opened.get(pool) ?? createCounts()
  opened.set(pool, counts)
  return counts
}
