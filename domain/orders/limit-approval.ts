import { type Decimal, decimal } from '#domain/money/money.ts'

/**
 * A dealer asks the store to let one order pass its risk limit. `used`: the order exists. A request that waits, and an
 * approval that was not used, end as `expired`.
 */
export const limitApprovalStates = ['waiting', 'approved', 'refused', 'withdrawn', 'used', 'expired'] as const
export type LimitApprovalState = (typeof limitApprovalStates)[number]

/** Days that a request waits for the store. */
export const limitRequestDays = 7
/** Days for which the store may approve an order: the range, and what the form proposes. */
export const limitApprovalDays = { min: 1, max: 30, default: 3 } as const
/** Characters of the dealer's note, and of the store's answer. */
export const limitNoteMax = 500

export type StoredLimitApproval = {
  state: Exclude<LimitApprovalState, 'expired'>
  expiresAt: Date
  cartHash: string
  /** In lira, with tax. */
  totalTry: Decimal | number | string
}

/** The state at a time. */
export function limitApprovalStateAt({ state, expiresAt }: StoredLimitApproval, now: Date): LimitApprovalState {
  const isOpen = state === 'waiting' || state === 'approved'
  return isOpen && expiresAt <= now ? 'expired' : state
}

/** Why an approval does not let an order pass; null if it does. */
export type LimitApprovalProblem = 'not_approved' | 'other_cart' | 'total_grew'

/**
 * Whether the approval lets this order pass: it is approved, neither used nor expired, for the same lines, and the total in
 * lira has not grown since it was asked for.
 */
export function limitApprovalProblem(
  approval: StoredLimitApproval,
  order: { cartHash: string; totalTry: Decimal | number | string },
  now: Date,
): LimitApprovalProblem | null {
  if (limitApprovalStateAt(approval, now) !== 'approved') return 'not_approved'
  if (approval.cartHash !== order.cartHash) return 'other_cart'
  return decimal(order.totalTry).greaterThan(approval.totalTry) ? 'total_grew' : null
}
