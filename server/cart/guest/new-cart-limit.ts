import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createQuota } from '#server/platform/limits/quota.ts'

const hour = 3_600 // seconds
const day = 24 * hour

/** A whole office may share one network. In all: what a busy shop does not reach, and the disk holds for 30 days. */
const rates = {
  each: [
    { max: 60, seconds: hour },
    { max: 200, seconds: day },
  ],
  all: { max: 5_000, seconds: day },
}

/** Limits new guest carts per network and in all, so that nobody can fill the table. */
export function createNewCartLimit(pool: Pool): (network: string) => Refusal | null {
  const quota = createQuota(pool, 'guest carts', rates)
  return (network) => {
    const seconds = quota.take(network)
    return seconds === 0 ? null : refuse('too_many_requests', { seconds })
  }
}
