import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { mayVoid, paidStates, type PaymentState } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { movePayment } from '#server/payments/payment/transition.ts'
import { after, firstPause } from '#server/payments/payment/inquiry-schedule.ts'
import {
  chargeOfPayment,
  findPaymentById,
  lockPayment,
  paidPayment,
  type PaymentRow,
  receiptOf,
} from '#server/payments/payment/payment-rows.ts'
import {
  findRefund,
  insertNextReturn,
  insertRefund,
  isRefundUnderWay,
  loadRefund,
  moveRefund,
  type RefundRow,
} from './refund-rows.ts'

/** The job takes up what its sender has not sent, or not heard the end of, by then. */
const refundStale = 60 // seconds

export type RefundRequest = {
  paymentId: number
  /** The same key, the same refund. */
  key: string
  kind: 'void' | 'refund'
  /** Lira; null = all of it. */
  amount: string | null
  cause: string
  userId: number
  /** Where the request came from. */
  address: string
}

/** Writes down that money is to go back, if it may; sending is a step of its own. */
export async function requestRefund(deps: PaymentDeps, request: RefundRequest): Promise<RefundRow | Refusal> {
  const at = deps.now()
  const refund = await transactionOrRefusal(deps.pool, async (db) => {
    const payment = await lockPayment(db, request.paymentId)
    const amount = request.amount ?? decimal(payment.amount).minus(payment.refunded).toFixed(2)
    const known = await findRefund(db, payment.id, request.key)
    if (known !== undefined) return sameRefund(known, request.kind, amount)
    await checkRefund(db, payment, { kind: request.kind, amount, at })
    const { key, kind, cause, userId } = request
    const dueAt = after(at, refundStale)
    const author = { actor: { userId }, address: request.address }
    const audited = { after: { amount, cause } }
    await writeAudit(db, author, { action: kind, noun: 'payment', id: payment.reference, ...audited })
    return insertRefund(db, { paymentId: payment.id, key, kind, amount, cause, requestedBy: userId, dueAt, at })
  })
  failpoint('refund.after_request')
  return refund
}

/** A void names no amount: its own row stands for the whole. */
function sameRefund(known: RefundRow, kind: RefundRow['kind'], amount: string): RefundRow | Refusal {
  const isSame = known.kind === kind && (kind === 'void' || decimal(known.amount).equals(amount))
  return isSame ? known : refuse('idempotency_mismatch')
}

async function checkRefund(
  db: Db,
  payment: PaymentRow,
  { kind, amount, at }: { kind: RefundRow['kind']; amount: string; at: Date },
): Promise<void> {
  if (!paidStates.includes(payment.state)) abortTransaction('refund_not_possible')
  if (await isRefundUnderWay(db, payment.id)) abortTransaction('refund_pending')
  const { state, refunded, captured_at: capturedAt } = payment
  if (kind === 'void' && !mayVoid({ state, capturedAt }, at)) abortTransaction('refund_not_possible')
  if (decimal(refunded).plus(amount).greaterThan(payment.amount)) abortTransaction('refund_too_much')
}

/** Sends a requested refund to the bank, once: whoever moves it to `sending` does. */
export async function sendRefund(deps: PaymentDeps, id: number): Promise<RefundRow> {
  const refund = await loadRefund(deps.pool, id)
  const payment = await findPaymentById(deps.pool, refund.payment_id)
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const inquireAt = after(deps.now(), refundStale)
  if (!(await moveRefund(deps.pool, id, { from: ['requested'], to: 'sending', inquireAt }))) return refund
  failpoint('refund.after_sending')
  const outcome = await askBank(gateway, payment, refund, deps.publicUrl)
  failpoint('refund.after_bank')
  await endRefund(deps, refund, outcome)
  return loadRefund(deps.pool, id)
}

async function askBank(
  gateway: Gateway,
  payment: PaymentRow,
  { kind, amount }: RefundRow,
  publicUrl: string,
): Promise<RefundOutcome> {
  const charge = chargeOfPayment(payment, publicUrl)
  const receipt = receiptOf(payment) ?? { authCode: null, bankReference: null, transaction: null }
  const asked = kind === 'void' ? gateway.void(charge, receipt) : gateway.refund(charge, receipt, amount)
  return asked.catch((): RefundOutcome => ({ kind: 'unknown', text: 'failed' }))
}

/** Writes down what the bank said of a refund, with all that follows from it, in one transaction. */
export async function endRefund(deps: PaymentDeps, refund: RefundRow, outcome: RefundOutcome): Promise<void> {
  const at = deps.now()
  const from = ['sending', 'unknown'] as const
  if (outcome.kind === 'unknown') {
    const inquireAt = after(at, firstPause)
    await moveRefund(deps.pool, refund.id, { from: ['sending'], to: 'unknown', text: outcome.text, inquireAt })
    return
  }
  await transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, refund.payment_id)
    const to = outcome.kind
    const text = outcome.kind === 'refused' ? outcome.text : ''
    if (!(await moveRefund(db, refund.id, { from, to, code: outcome.code, text, endedAt: at }))) return
    if (outcome.kind === 'done') await writeRefunded(db, deps, payment, refund)
    else if (refund.requested_by === null) await returnAnotherWay(db, payment, { ...refund, code: outcome.code }, at)
    failpoint('refund.before_commit')
  })
  failpoint('refund.after_commit')
}

async function writeRefunded(db: Db, deps: PaymentDeps, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const at = deps.now()
  const refunded = decimal(payment.refunded).plus(refund.amount)
  const isWhole = refunded.equals(payment.amount)
  const to: PaymentState = refund.kind === 'void' ? 'voided' : isWhole ? 'refunded' : 'partially_refunded'
  const moved = await movePayment(db, payment.id, {
    to,
    cause: refund.kind,
    detail: refund.amount,
    userId: refund.requested_by,
    at,
    set: { refunded: refunded.toFixed(2) },
  })
  if (moved === null) throw new Error(`Money of the payment ${payment.id} went back in the state ${payment.state}.`)
  // Returned money had no order and no account entry.
  if (payment.order_id === null && payment.movement_id === null) return
  const paid = paidPayment(payment, payment.captured_at ?? at)
  const { movementId } = await deps.subjects[payment.kind].refunded(db, paid, { id: refund.id, amount: refund.amount })
  if (movementId === null) return
  await db.execute('UPDATE payment_refunds SET movement_id = $2 WHERE id = $1', [refund.id, movementId])
}

async function returnAnotherWay(
  db: Db,
  payment: PaymentRow,
  refused: RefundRow & { code: string },
  at: Date,
): Promise<void> {
  if (await insertNextReturn(db, payment, refused, at)) return
  await db.execute("UPDATE payments SET attention = 'return_refused', attention_settled_at = NULL WHERE id = $1", [
    payment.id,
  ])
}
