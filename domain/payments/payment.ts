import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/**
 * The states of a card payment (decisions, "Payments"). From `capturing` on, money may have moved. `unknown` is a
 * capture without an outcome yet; only the bank's answer ends it.
 */
export const paymentStates = [
  'created',
  'redirected',
  'authenticated',
  'capturing',
  'captured',
  'declined',
  'unknown',
  'cancelled',
  'expired',
  'voided',
  'partially_refunded',
  'refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The only table of allowed transitions. A cancelled or expired payment is captured if its money is found later. */
const transitions: Record<PaymentState, readonly PaymentState[]> = {
  created: ['redirected', 'declined', 'cancelled', 'expired'],
  redirected: ['authenticated', 'captured', 'declined', 'unknown', 'cancelled', 'expired'],
  authenticated: ['capturing', 'cancelled', 'declined', 'expired'],
  capturing: ['captured', 'declined', 'unknown'],
  unknown: ['captured', 'declined', 'expired'],
  captured: ['voided', 'partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  expired: ['captured'],
  cancelled: ['captured'],
  declined: [],
  voided: [],
  refunded: [],
}

export function canTransition(from: PaymentState, to: PaymentState): boolean {
  return transitions[from].includes(to)
}

/** The states that allow a transition to this one. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return paymentStates.filter((from) => canTransition(from, to))
}

/** States in which money may have moved without a known outcome: no second attempt is allowed. */
export const pendingStates: readonly PaymentState[] = ['authenticated', 'capturing', 'unknown']

/** States in which the bank took the money, whether or not it went back. */
export const capturedStates: readonly PaymentState[] = ['captured', 'voided', 'partially_refunded', 'refunded']

/** States in which the shop holds money of the payment. */
export const paidStates: readonly PaymentState[] = ['captured', 'partially_refunded']

/**
 * Whether a payment can be voided: in full, on the bank day of its capture (decisions, "Payments"). Bank days are
 * Turkey's.
 */
export function canVoid(
  { state, capturedAt }: { state: PaymentState; capturedAt: Date | null },
  moment: Date,
): boolean {
  return state === 'captured' && capturedAt !== null && dayInTurkey(capturedAt) === dayInTurkey(moment)
}

export type Charge = { base: Decimal; feePercent: Decimal; fee: Decimal; total: Decimal }

/**
 * What is charged for an amount under a plan (checkout, section 9): amount × (100 + fee) / 100, rounded to kuruş, half
 * away from zero. The fee is the difference, so that amount and fee always add up to the total.
 */
export function chargeOf(amount: Decimal | number | string, feePercent: Decimal | number | string): Charge {
  const base = roundMoney(decimal(amount))
  const percent = decimal(feePercent)
  const total = roundMoney(base.times(percent.plus(100)).dividedBy(100))
  return { base, feePercent: percent, fee: total.minus(base), total }
}

/** The total by months, for display: equal amounts in kuruş; the last month takes the rounding remainder. */
export function monthlyAmounts(total: Decimal | number | string, installment: number): Decimal[] {
  const sum = decimal(total)
  const month = roundMoney(sum.dividedBy(installment))
  const last = sum.minus(month.times(installment - 1))
  return Array.from({ length: installment }, (_, i) => (i === installment - 1 ? last : month))
}
