/** Seconds between attempts. The last one is 24 hours after the first. */
const pauses = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 37_045] as const

/** Answers that ask for fewer requests. */
const throttled = new Set([429, 502, 503, 504])

export type Attempt = { status: number | null; retryAfter: string | null }
/** `retry`: after so many seconds. */
export type NextStep = { step: 'delivered' } | { step: 'dead' } | { step: 'gone' } | { step: 'retry'; seconds: number }

/**
 * What follows an attempt. Any answer from 200 to 299 accepts the delivery; 410 says that the address is gone for good.
 * @param attempts how many there were, this one included
 * @param random from 0 to 1: spreads the retries of deliveries that failed together
 */
export function afterAttempt({ status, retryAfter }: Attempt, attempts: number, random: number): NextStep {
  if (status !== null && status >= 200 && status < 300) return { step: 'delivered' }
  if (status === 410) return { step: 'gone' }
  const pause = pauses[attempts - 1]
  if (pause === undefined) return { step: 'dead' }
  const wanted = status !== null && throttled.has(status) ? secondsOf(retryAfter) : 0
  return { step: 'retry', seconds: Math.max(wanted, Math.round(pause * (1 + random * 0.1))) }
}

const longestWait = 6 * 3600

/** Seconds of a Retry-After header; dates and what is no number count as none. */
function secondsOf(retryAfter: string | null): number {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Math.min(Number(retryAfter), longestWait) : 0
}
