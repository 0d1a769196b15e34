import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'

const window = 600_000 // milliseconds
/** Unknown links of one network within the window. */
const maxGuesses = 30

/**
 * Runs calls that name a link, and refuses them once their network has named too many unknown ones, which no customer does.
 * Counts per process, as all rate limits do.
 */
export function createGuessLimit(now: () => Date) {
  let counts = new Map<string, number>()
  let until = 0
  return async <Value>(address: string, work: () => Promise<Value | Refusal>): Promise<Value | Refusal> => {
    const moment = now().getTime()
    if (moment >= until) [counts, until] = [new Map(), moment + window]
    const network = networkOf(address)
    if ((counts.get(network) ?? 0) >= maxGuesses)
      return refuse('too_many_requests', { seconds: Math.ceil((until - moment) / 1000) })
    const result = await work()
    if (isRefusal(result) && result.code === 'quote_link_unknown') counts.set(network, (counts.get(network) ?? 0) + 1)
    return result
  }
}
