import { refuse, type Refusal } from '#contract/core/errors.ts'

const windowMs = 3_600_000 // milliseconds
/** A whole office may share one network. */
const maxPerNetwork = 60

/**
 * Limits new guest carts per network and hour, so that nobody can fill the table. Counts per process, as all rate
 * limits do.
 */
export function createNewCartLimit(): (network: string) => Refusal | null {
  let counts = new Map<string, number>()
  let until = 0
  return (network) => {
    const moment = Date.now()
    if (moment >= until) [counts, until] = [new Map(), moment + windowMs]
    const times = (counts.get(network) ?? 0) + 1
    counts.set(network, times)
    return times <= maxPerNetwork ? null : refuse('too_many_requests', { seconds: Math.ceil((until - moment) / 1000) })
  }
}
