import type { jobReasons } from '#contract/admin/jobs.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import { maskAddresses } from '#domain/text/mask-address.ts'

type Reason = (typeof jobReasons)[number]

const patterns: readonly [Reason, RegExp][] = [
  ['process', /^job (?:heartbeat timeout|timed out)$|shut ?down/iu],
  ['disk', /ENOSPC|no space left|53100/u],
  [
    'database',
    /statement timeout|lock timeout|deadlock|too many clients|terminating connection|Connection terminated/iu,
  ],
  [
    'connection',
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|socket hang up|fetch failed|certificate/iu,
  ],
  ['timeout', /ETIMEDOUT|time(?:d)? ?out|aborted/iu],
  ['refused', /\b(?:4\d\d|5\d\d)[ -]|EAUTH|invalid login|refused|denied|unauthorized|forbidden/iu],
]

/** The kind of a failure by its message, and the message as it may be shown. */
export function describeFailure(message: string): { reason: Reason; detail: string } {
  const reason = patterns.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other'
  return { reason, detail: maskCards(maskAddresses(message)).slice(0, 300) }
}
