import { decimal } from '#domain/money/money.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { compareBooks } from './compare-books.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { requestAttention, transitionPayment } from '#server/payments/payment/transition.ts'
import {
  abandonedAfter,
  abandonedAtBankAfter,
  addSeconds,
  endedInquiryDelay,
  isInquiryWindowOver,
  unknownInquiryDelay,
} from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, findPaymentById, type PaymentRow, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { declineColumns, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from '#server/payments/bank-return/settle.ts'

/** Seconds after its end from which a payment that was given up is no longer inquired if the bank does not answer. */
const endedInquiriesFor = 86_400

/** What triggered an inquiry; `userId` for staff. */
export type InquiryCause = { kind: 'inquiry' | 'reconciliation' | 'staff_inquiry' | 'payer_inquiry'; userId?: number }

/** Inquires about a payment at its bank and applies the answer: only the bank's answer ends an unknown outcome. */
export async function inquireAtBank(deps: PaymentDeps, payment: PaymentRow, cause: InquiryCause): Promise<Inquiry> {
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const charge = chargeOfPayment(payment, deps.publicUrl)
  const answer = await gateway
    .inquire(charge, receiptOf(payment))
    .catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
  await recordNone(deps, payment, answer.kind === 'none')
  if (answer.kind === 'captured') await applyCaptured(deps, payment, answer, cause)
  else if (answer.kind === 'declined') await applyDeclined(deps, payment, answer, cause)
  else if (answer.kind === 'none') await applyNotFound(deps, payment, cause)
  else await applyPending(deps, payment, cause)
  return answer
}

/** Records since when the bank has not known the order of a payment with an unknown outcome. */
async function recordNone({ pool, now }: PaymentDeps, { id, none_since }: PaymentRow, isNone: boolean): Promise<void> {
  if (!isNone && none_since === null) return
  await pool.execute(
    `UPDATE payments SET none_since = CASE WHEN $2 THEN coalesce(none_since, $3) END
      WHERE id = $1 AND state IN ('capturing', 'unknown')`,
    [id, isNone, now()],
    'payments_none_since',
  )
}

/** Whether a payment ended, while money that its bank still takes would be found and returned. */
function isGivenUp({ state }: PaymentRow): boolean {
  return state === 'cancelled' || state === 'expired'
}

async function applyCaptured(
  deps: PaymentDeps,
  payment: PaymentRow,
  answer: Extract<Inquiry, { kind: 'captured' }>,
  { kind, userId }: InquiryCause,
): Promise<void> {
  const isFullyReturned = decimal(answer.refunded).greaterThanOrEqualTo(answer.amount)
  // The bank returned all of it before the payment was settled here: there is no money to settle.
  if (isFullyReturned && payment.captured_at === null) {
    const isEnded = await transaction(deps.pool, (db) =>
      endPayment(db, deps, payment, {
        to: 'declined',
        cause: `${kind}_voided`,
        at: deps.now(),
        userId: userId ?? null,
      }),
    )
    if (!isEnded && isGivenUp(payment)) await stopInquiring(deps, payment)
    return
  }
  const { receipt, amount, unwanted, taken } = answer
  const isNew = await settlePayment(deps, payment.id, {
    receipt,
    amount,
    ...(unwanted && { unwanted }),
    ...(taken && { taken }),
    cause: `${kind}_captured`,
    userId: userId ?? null,
  })
  if (!isNew) await compareBooks(deps, payment.id, answer)
}

async function applyDeclined(
  deps: PaymentDeps,
  payment: PaymentRow,
  answer: Extract<Inquiry, { kind: 'declined' }>,
  { kind, userId }: InquiryCause,
): Promise<void> {
  const isEnded = await transaction(deps.pool, (db) =>
    endPayment(db, deps, payment, {
      to: 'declined',
      from: ['redirected', 'capturing', 'unknown'],
      cause: `${kind}_declined`,
      at: deps.now(),
      userId: userId ?? null,
      set: declineColumns(answer),
    }),
  )
  if (isEnded) return
  if (isGivenUp(payment)) await stopInquiring(deps, payment)
  await compareBooks(deps, payment.id, answer)
}

/** The bank has no such order. This means nothing while the bank may still be processing it. */
async function applyNotFound(deps: PaymentDeps, payment: PaymentRow, cause: InquiryCause): Promise<void> {
  if (payment.state === 'capturing') await markUnknown(deps, payment, cause)
  else if (payment.captured_at !== null) await compareBooks(deps, payment.id, { kind: 'none' })
  else if (payment.state === 'unknown') {
    if (isInquiryWindowOver(payment.inquiries)) await expirePayment(deps, payment, `${cause.kind}_none`)
  } else if (isOlderThan(payment, abandonedAtBankAfter, deps)) {
    if (payment.state === 'redirected') await expirePayment(deps, payment, `${cause.kind}_none`)
    else await stopInquiring(deps, payment)
  }
}

/** Ends the inquiries about a payment that was given up. */
async function stopInquiring({ pool }: PaymentDeps, { id, state }: PaymentRow): Promise<void> {
  await pool.execute('UPDATE payments SET inquire_at = NULL WHERE id = $1 AND state = $2', [id, state])
}

async function applyPending(deps: PaymentDeps, payment: PaymentRow, cause: InquiryCause): Promise<void> {
  if (payment.state === 'capturing') await markUnknown(deps, payment, cause)
  if (payment.state === 'unknown' && isInquiryWindowOver(payment.inquiries)) {
    await requestAttention(deps.pool, payment.id, 'unknown_for_long')
  }
  if (isGivenUp(payment) && isOlderThan(payment, endedInquiriesFor, deps)) await stopInquiring(deps, payment)
}

/** The process died during the capture, or the bank does not answer: starts the schedule of inquiries. */
async function markUnknown(deps: PaymentDeps, payment: PaymentRow, { kind }: InquiryCause): Promise<void> {
  const at = deps.now()
  await transitionPayment(deps.pool, payment.id, {
    to: 'unknown',
    from: ['capturing'],
    cause: `${kind}_unknown`,
    at,
    set: { inquire_at: addSeconds(at, unknownInquiryDelay), inquiries: 0 },
  })
}

/** Money of a capture that was sent is still looked for after the payment expired. */
async function expirePayment(deps: PaymentDeps, payment: PaymentRow, cause: string): Promise<void> {
  const at = deps.now()
  const set = payment.state === 'unknown' ? { inquire_at: addSeconds(at, endedInquiryDelay), inquiries: 0 } : {}
  await transaction(deps.pool, (db) =>
    endPayment(db, deps, payment, { to: 'expired', from: [payment.state], cause, at, set }),
  )
}

/**
 * Ends a payment with an unknown outcome before the bank has had its time, because the bank says that it has no such
 * order: asks it again, and gives the payment up only if that is still so. Money that it takes later is found by the
 * following inquiries and settled, or returned if something else was paid since. False: the bank said something else.
 */
export async function releasePayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  { kind, userId, reason }: { kind: 'staff_inquiry' | 'payer_inquiry'; userId: number | null; reason: string },
): Promise<boolean> {
  const cause = userId === null ? { kind } : { kind, userId }
  const answer = await inquireAtBank(deps, payment, cause)
  if (answer.kind !== 'none') return false
  const at = deps.now()
  const isEnded = await transaction(deps.pool, (db) =>
    endPayment(db, deps, payment, {
      to: 'expired',
      from: ['unknown'],
      cause: kind === 'staff_inquiry' ? 'staff_released' : 'payer_released',
      detail: reason,
      userId,
      at,
      set: { inquire_at: addSeconds(at, endedInquiryDelay), inquiries: 0 },
    }),
  )
  // The bank's time may have been over: then its answer has ended the payment.
  return isEnded || (await findPaymentById(deps.pool, payment.id)).state === 'expired'
}

function isOlderThan(payment: PaymentRow, seconds: number, { now }: PaymentDeps): boolean {
  const since = payment.closed_at ?? payment.redirected_at ?? payment.created_at
  return now().getTime() - since.getTime() >= seconds * 1000
}

/**
 * Expires, without an inquiry, a payment that never reached the bank or never returned from a bank that does not take the
 * money itself. False: the payment needs an inquiry.
 */
export async function expireIfAbandoned(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  if (!(await isAbandoned(deps, payment))) return false
  await expirePayment(deps, payment, 'left')
  return true
}

async function isAbandoned(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  // Its process died before it sent the capture.
  if (payment.state === 'authenticated') return true
  if (payment.state === 'created') return isOlderThan(payment, abandonedAfter, deps)
  if (payment.state !== 'redirected' || !isOlderThan(payment, abandonedAfter, deps)) return false
  return !(await deps.takesMoneyItself(deps.pool, payment.pos_account_id))
}
