import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { canVoid, paidStates, type PaymentState } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { transitionPayment } from '#server/payments/payment/transition.ts'
import { addSeconds, unknownInquiryDelay } from '#server/payments/payment/inquiry-schedule.ts'
import {
  chargeOfPayment,
  findPaymentById,
  lockPayment,
  toPaidPayment,
  type PaymentRow,
  receiptOf,
} from '#server/payments/payment/payment-rows.ts'
import {
  findRefund,
  insertReturnRetry,
  insertRefund,
  isRefundInProgress,
  loadRefund,
  transitionRefund,
  type RefundRow,
} from './refund-rows.ts'

/** Seconds after which the job sends a refund that is not sent yet, or inquires about one without an outcome. */
const refundTimeout = 60

export type RefundRequest = {
  paymentId: number
  /** Idempotency key: the same key is the same refund. */
  key: string
  kind: 'void' | 'refund'
  /** In the payment's currency; null = all of it. */
  amount: string | null
  cause: string
  /**
   * Lira: above it, counting what was refunded before, the refund waits for a second person, and every refund in another
   * currency does. 0 = never.
   */
  secondOver: number
  userId: number
  /** The IP address of the request, for the audit log. */
  address: string
}

/** Records a refund if the payment allows it. Sending it is a separate step (`sendRefund`). */
export async function requestRefund(deps: PaymentDeps, request: RefundRequest): Promise<RefundRow | Refusal> {
  const at = deps.now()
  const refund = await transactionOrRefusal(deps.pool, async (db) => {
    const payment = await lockPayment(db, request.paymentId)
    const amount = request.amount ?? decimal(payment.amount).minus(payment.refunded).toFixed(2)
    const existing = await findRefund(db, payment.id, request.key)
    if (existing !== undefined) return matchExistingRefund(existing, request.kind, amount)
    await checkRefund(db, payment, { kind: request.kind, amount, at })
    await deps.requireBank(db, payment.pos_account_id)
    const { key, kind, cause, userId } = request
    const sum = decimal(payment.refunded).plus(amount)
    const isAbove = payment.currency !== lira || sum.greaterThan(request.secondOver)
    const isWaiting = request.secondOver > 0 && isAbove
    const dueAt = isWaiting ? null : addSeconds(at, refundTimeout)
    const author = { actor: { userId }, address: request.address }
    await writeAudit(db, author, {
      action: kind,
      noun: 'payment',
      id: payment.reference,
      after: {
        amount,
        ...(payment.currency !== lira && { currency: payment.currency }),
        cause,
        ...(isWaiting && { waiting: true }),
      },
    })
    return insertRefund(db, { paymentId: payment.id, key, kind, amount, cause, requestedBy: userId, dueAt, at })
  })
  failpoint('refund.after_request')
  return refund
}

/** A void has no amount of its own: its row holds the whole amount. */
function matchExistingRefund(existing: RefundRow, kind: RefundRow['kind'], amount: string): RefundRow | Refusal {
  const isSame = existing.kind === kind && (kind === 'void' || decimal(existing.amount).equals(amount))
  return isSame ? existing : refuse('idempotency_mismatch')
}

async function checkRefund(
  db: Db,
  payment: PaymentRow,
  { kind, amount, at }: { kind: RefundRow['kind']; amount: string; at: Date },
): Promise<void> {
  if (!paidStates.includes(payment.state)) abortTransaction('refund_not_possible')
  if (await isRefundInProgress(db, payment.id)) abortTransaction('refund_pending')
  const { state, refunded, captured_at: capturedAt } = payment
  if (kind === 'void' && !canVoid({ state, capturedAt }, at)) abortTransaction('refund_not_possible')
  if (decimal(refunded).plus(amount).greaterThan(payment.amount)) abortTransaction('refund_too_much')
}

type Decision = { paymentId: number; refundId: number; isApproved: boolean; userId: number; address: string }

/**
 * Approves or declines a refund that waits for a second person. Whoever requested it may decline it, but not approve it. An
 * approved refund is sent separately (`sendRefund`).
 */
export function decideRefund(deps: PaymentDeps, decision: Decision): Promise<{ ok: true } | Refusal> {
  const { paymentId, refundId, isApproved, userId, address } = decision
  const at = deps.now()
  return transactionOrRefusal(deps.pool, async (db) => {
    const payment = await lockPayment(db, paymentId)
    const refund = await db.one<RefundRow>(
      `SELECT id, payment_id, request_key, kind, amount, state, cause, requested_by, inquiries
         FROM payment_refunds WHERE id = $1 AND payment_id = $2`,
      [refundId, paymentId],
    )
    if (refund === undefined) return abortTransaction('not_found')
    if (refund.state !== 'waiting') abortTransaction('refund_decided')
    if (isApproved) await deps.requireBank(db, payment.pos_account_id)
    if (isApproved && refund.requested_by === userId) abortTransaction('second_person_needed')
    const { state, captured_at: capturedAt } = payment
    if (isApproved && refund.kind === 'void' && !canVoid({ state, capturedAt }, at))
      abortTransaction('refund_not_possible')
    await db.execute(
      `UPDATE payment_refunds SET state = $2, decided_by = $3, inquire_at = $4, ended_at = $5 WHERE id = $1`,
      isApproved
        ? [refund.id, 'requested', userId, addSeconds(at, refundTimeout), null]
        : [refund.id, 'declined', userId, null, at],
    )
    await writeAudit(
      db,
      { actor: { userId }, address },
      {
        action: isApproved ? 'approve' : 'decline',
        noun: 'payment',
        id: payment.reference,
        after: { amount: refund.amount },
      },
    )
    return { ok: true as const }
  })
}

/** Sends a requested refund to the bank, once: only the call that changes its state to `sending` does. */
export async function sendRefund(deps: PaymentDeps, id: number): Promise<RefundRow> {
  const refund = await loadRefund(deps.pool, id)
  const payment = await findPaymentById(deps.pool, refund.payment_id)
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const inquireAt = addSeconds(deps.now(), refundTimeout)
  if (!(await transitionRefund(deps.pool, id, { from: ['requested'], to: 'sending', inquireAt }))) return refund
  failpoint('refund.after_sending')
  const outcome = await requestAtBank(gateway, payment, refund, deps.publicUrl)
  failpoint('refund.after_bank')
  await completeRefund(deps, refund, outcome)
  return loadRefund(deps.pool, id)
}

async function requestAtBank(
  gateway: Gateway,
  payment: PaymentRow,
  { kind, amount }: RefundRow,
  publicUrl: string,
): Promise<RefundOutcome> {
  const charge = chargeOfPayment(payment, publicUrl)
  const receipt = receiptOf(payment) ?? { authCode: null, bankReference: null, transaction: null }
  const answer = kind === 'void' ? gateway.void(charge, receipt) : gateway.refund(charge, receipt, amount)
  return answer.catch((): RefundOutcome => ({ kind: 'unknown', text: 'failed' }))
}

/** Records the bank's answer to a refund with all its effects, in one transaction. */
export async function completeRefund(deps: PaymentDeps, refund: RefundRow, outcome: RefundOutcome): Promise<void> {
  const at = deps.now()
  const from = ['sending', 'unknown'] as const
  if (outcome.kind === 'unknown') {
    const inquireAt = addSeconds(at, unknownInquiryDelay)
    await transitionRefund(deps.pool, refund.id, { from: ['sending'], to: 'unknown', text: outcome.text, inquireAt })
    return
  }
  await transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, refund.payment_id)
    const to = outcome.kind
    const text = outcome.kind === 'refused' ? outcome.text : ''
    if (!(await transitionRefund(db, refund.id, { from, to, code: outcome.code, text, endedAt: at }))) return
    if (outcome.kind === 'done') await recordRefund(db, deps, payment, refund)
    else if (refund.requested_by === null) await retryReturn(db, payment, { ...refund, code: outcome.code }, at)
    failpoint('refund.before_commit')
  })
  failpoint('refund.after_commit')
}

/** Records the effects of money that was returned, in the transaction that ends the refund. */
export async function recordRefund(db: Db, deps: PaymentDeps, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const at = deps.now()
  const refunded = decimal(payment.refunded).plus(refund.amount)
  const isWhole = refunded.equals(payment.amount)
  const to: PaymentState = refund.kind === 'void' ? 'voided' : isWhole ? 'refunded' : 'partially_refunded'
  const previous = await transitionPayment(db, payment.id, {
    to,
    cause: refund.kind,
    detail: refund.amount,
    userId: refund.requested_by,
    at,
    set: { refunded: refunded.toFixed(2) },
  })
  if (previous === null) throw new Error(`Payment ${payment.id} was refunded in the state ${payment.state}.`)
  // Money that was returned automatically made neither an order nor an account entry.
  if (payment.order_id === null && payment.movement_id === null) return
  const paid = toPaidPayment(payment, payment.captured_at ?? at)
  const { movementId } = await deps.subjects[payment.kind].refunded(db, paid, refund)
  if (movementId === null) return
  await db.execute('UPDATE payment_refunds SET movement_id = $2 WHERE id = $1', [refund.id, movementId])
}

async function retryReturn(
  db: Db,
  payment: PaymentRow,
  refused: RefundRow & { code: string },
  at: Date,
): Promise<void> {
  if (await insertReturnRetry(db, payment, refused, at)) return
  await db.execute("UPDATE payments SET attention = 'return_refused', attention_settled_at = NULL WHERE id = $1", [
    payment.id,
  ])
}
