import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { addSeconds, firstInquiryDelay } from './inquiry-schedule.ts'
import type { PaymentRow } from './payment-rows.ts'
import { type PaymentTransition, transitionPayment } from './transition.ts'

/**
 * Cancels an attempt that has not been authenticated. A bank that takes the money on its own page is still inquired, since it
 * may already hold money. False: the attempt has gone further, or has ended.
 */
export async function cancelUnauthenticated(
  db: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { cause, at, userId = null }: { cause: string; at: Date; userId?: number | null },
): Promise<boolean> {
  const takesMoneyItself = await deps.takesMoneyItself(db, payment.pos_account_id)
  const mayHoldMoney = takesMoneyItself && payment.state === 'redirected'
  const set = mayHoldMoney ? { inquire_at: addSeconds(at, firstInquiryDelay), inquiries: 0 } : {}
  return endPayment(db, deps, payment, { to: 'cancelled', from: ['created', 'redirected'], cause, userId, at, set })
}

/**
 * Ends a payment without money and releases what it held, in the same transaction. False: another transition came first.
 */
export async function endPayment(
  db: Db,
  deps: Pick<PaymentDeps, 'subjects'>,
  payment: Pick<PaymentRow, 'id' | 'kind'>,
  transition: PaymentTransition,
): Promise<boolean> {
  const from = await transitionPayment(db, payment.id, transition)
  if (from === null) return false
  await deps.subjects[payment.kind].release(db, { id: payment.id })
  // These two reasons only asked for the outcome, which is known now.
  await db.execute(
    "UPDATE payments SET attention = NULL WHERE id = $1 AND attention IN ('unknown_for_long', 'inquiry_failed')",
    [payment.id],
    'payments_end_attention',
  )
  return true
}

/** The columns that record a bank's refusal, for staff. */
export function declineColumns({ code, text }: { code: string; text: string }) {
  return { result_code: code.slice(0, 40), result_text: text.slice(0, 300) }
}
