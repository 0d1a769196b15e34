import { refuse, type Refusal } from '#contract/core/errors.ts'

const window = 600_000 // milliseconds
/** Enough for a service counter that checks a pallet of returned goods. */
const maxInquiries = 100

/** Prevents trying out serial numbers one by one. Counts per process, as all rate limits do. */
export function createInquiryLimit(now: () => Date): (userId: number) => Refusal | null {
  let counts = new Map<number, number>()
  let until = 0
  return (userId) => {
    const moment = now().getTime()
    if (moment >= until) [counts, until] = [new Map(), moment + window]
    const times = (counts.get(userId) ?? 0) + 1
    counts.set(userId, times)
    return times <= maxInquiries ? null : refuse('too_many_requests', { seconds: Math.ceil((until - moment) / 1000) })
  }
}
