import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/**
 * The states of a card payment (decisions, "Payments"). Money may have moved from `capturing` on; `unknown` is a payment of
 * which nobody answered yet whether it did, and only the bank's word ends it.
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

/** The one table of allowed moves. Money that is found later brings back what was given up. */
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

/** Whether a payment may go from one state to the other. */
export function canTransition(from: PaymentState, to: PaymentState): boolean {
  return transitions[from].includes(to)
}

/** The states from which a payment may go to this one. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return paymentStates.filter((from) => canTransition(from, to))
}

/** States in which nobody knows yet whether money moved: no second attempt meanwhile. */
export const pendingStates: readonly PaymentState[] = ['authenticated', 'capturing', 'unknown']

/** States in which the shop holds money of the payment. */
export const paidStates: readonly PaymentState[] = ['captured', 'partially_refunded']

/** A void takes the whole amount back, on the bank day of its capture (decisions, "Payments"); bank days are Turkey's. */
export function canVoid(
  { state, capturedAt }: { state: PaymentState; capturedAt: Date | null },
  moment: Date,
): boolean {
  return state === 'captured' && capturedAt !== null && dayInTurkey(capturedAt) === dayInTurkey(moment)
}

export type Charge = { base: Decimal; feePercent: Decimal; fee: Decimal; total: Decimal }

/**
 * What is charged for an amount under a plan (checkout, section 9): amount × (100 + fee) / 100, rounded to kuruş, half away
 * from zero. The fee is what that is beyond the amount, so that the two always add up.
 */
export function chargeOf(amount: Decimal | number | string, feePercent: Decimal | number | string): Charge {
  const base = roundMoney(decimal(amount))
  const percent = decimal(feePercent)
  const total = roundMoney(base.times(percent.plus(100)).dividedBy(100))
  return { base, feePercent: percent, fee: total.minus(base), total }
}

/** The total by months, for display: equal amounts in kuruş, the last month takes the rest of the rounding. */
export function monthlyAmounts(total: Decimal | number | string, installment: number): Decimal[] {
  const sum = decimal(total)
  const month = roundMoney(sum.dividedBy(installment))
  const last = sum.minus(month.times(installment - 1))
  return Array.from({ length: installment }, (_, i) => (i === installment - 1 ? last : month))
}
