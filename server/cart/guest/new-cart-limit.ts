import { refuse, type Refusal } from '#contract/core/errors.ts'

const windowMs = 3_600_000 // milliseconds
/** A whole office may share one address. */
const maxPerNetwork = 60

/**
 * Limits new guest carts per network and hour, so that nobody can fill the table. Counts per process, as all rate
 * limits do.
 */
export function createNewCartLimit(): (address: string) => Refusal | null {
  let counts = new Map<string, number>()
  let until = 0
  return (address) => {
    const moment = Date.now()
    if (moment >= until) [counts, until] = [new Map(), moment + windowMs]
    const network = networkOf(address)
    const times = (counts.get(network) ?? 0) + 1
    counts.set(network, times)
    return times <= maxPerNetwork ? null : refuse('too_many_requests', { seconds: Math.ceil((until - moment) / 1000) })
  }
}

/** One IPv6 connection has 2^64 addresses, so they count as one network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const rest = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const filled =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
  return filled.slice(0, 4).join(':')
}
