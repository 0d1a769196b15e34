import type { LinkState } from '#contract/shop/payment-links.ts'

/** Failed attempts after which a link is locked, so that it cannot be used to test card numbers. */
export const maxFailures = 10

export type LinkStateFacts = {
  paid_at: Date | null
  cancelled_at: Date | null
  expires_at: Date
  /** Attempts that ended without money. */
  failures: number
}

/** The state of a link. Final states come first. */
export function linkStateOf({ paid_at, cancelled_at, expires_at, failures }: LinkStateFacts, now: Date): LinkState {
  if (paid_at !== null) return 'paid'
  if (cancelled_at !== null) return 'cancelled'
  if (expires_at <= now) return 'expired'
  return failures >= maxFailures ? 'locked' : 'open'
}
