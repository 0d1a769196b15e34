import type { LinkState } from '#contract/shop/payment-links.ts'

/** Failed attempts after which a link takes no more: whoever tries card numbers out here gets no further. */
export const maxFailures = 10

export type LinkStateFacts = {
  paid_at: Date | null
  cancelled_at: Date | null
  expires_at: Date
  /** Attempts that ended without money. */
  failures: number
}

/** What may be done with a link. What ended it for good is said first. */
export function linkStateOf({ paid_at, cancelled_at, expires_at, failures }: LinkStateFacts, now: Date): LinkState {
  if (paid_at !== null) return 'paid'
  if (cancelled_at !== null) return 'cancelled'
  if (expires_at <= now) return 'expired'
  return failures >= maxFailures ? 'locked' : 'open'
}
