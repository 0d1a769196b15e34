export const bankAlertKinds = ['silent', 'declining'] as const
export type BankAlertKind = (typeof bankAlertKinds)[number]

/** Steps of a payment in which the shop calls the bank. */
export const bankSteps = ['start', 'capture', 'inquiry', 'void', 'refund', 'list'] as const
export type BankStep = (typeof bankSteps)[number]

/** Payments that ended at the bank: with money, or declined. */
export type BankResults = { captured: number; declined: number }

/** Calls in a row without an answer from which a bank counts as silent. */
const silentCalls = 5

/** A success rate counts from this many payments on; the usual one from `usualPayments`. */
const [recentPayments, usualPayments] = [10, 30]

/** Without a usual rate, a bank that captures less than this share of the payments is reported. */
const leastRate = 0.2

/** Share of the payments that the bank captured; null if none ended. */
export function successRate({ captured, declined }: BankResults): number | null {
  return captured + declined === 0 ? null : captured / (captured + declined)
}

/**
 * What is wrong with a bank. `unanswered`: calls in a row without an answer; `recent`: results of the last two hours;
 * `usual`: those of the thirty days before. A bank is declining if it captures less than half of what is usual.
 */
export function bankAlerts(facts: { unanswered: number; recent: BankResults; usual: BankResults }): BankAlertKind[] {
  const { unanswered, recent, usual } = facts
  const isMeasured = recent.captured + recent.declined >= recentPayments
  const isUsualKnown = usual.captured + usual.declined >= usualPayments
  const least = isUsualKnown ? (successRate(usual) ?? 0) / 2 : leastRate
  const isDeclining = isMeasured && (successRate(recent) ?? 1) < least
  return [...(unanswered >= silentCalls ? ['silent' as const] : []), ...(isDeclining ? ['declining' as const] : [])]
}
