import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { requestAttention } from '#server/payments/payment/transition.ts'
import { inquiryDelays, isInquiryWindowOver } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, findPaymentById, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { notDoneCode, type RefundRow } from './refund-rows.ts'
import { completeRefund, sendRefund } from './refunds.ts'

/** After this many inquiries (seven minutes) without the refund, it counts as not done. */
const inquiriesUntilNotDone = 9
const batchSize = 5

/** Sends the requested refunds of a POS account and inquires about those with an unknown outcome. Returns how many were due. */
export async function runRefunds(deps: PaymentDeps, posAccountId: number): Promise<number> {
  const refunds = await claimRefunds(deps.pool, posAccountId, deps.now())
  for (const refund of refunds) {
    const work = refund.state === 'requested' ? sendRefund(deps, refund.id) : inquireRefund(deps, refund)
    await work.catch((error: unknown) => deps.warn({ refund: refund.id, reason: String(error) }, 'A refund failed'))
  }
  return refunds.length
}

/** Claims due refunds by setting their next time first: other processes claim others, and one that dies loses none. */
async function claimRefunds(db: Db, posAccountId: number, now: Date): Promise<RefundRow[]> {
  return db.query<RefundRow>(
    `UPDATE payment_refunds r
        SET inquiries = r.inquiries + (r.state <> 'requested')::int,
            inquire_at = $1::timestamptz + make_interval(secs => coalesce(($2::integer[])[r.inquiries + 2], 86400))
      WHERE r.id IN (SELECT d.id FROM payment_refunds d JOIN payments p ON p.id = d.payment_id
                      WHERE d.inquire_at <= $1 AND p.pos_account_id = $4
                      ORDER BY d.inquire_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED)
      RETURNING id, payment_id, request_key, kind, amount, state, cause, requested_by, inquiries`,
    [now, inquiryDelays, batchSize, posAccountId],
    'payments_claim_refunds',
  )
}

/** Derives the refund's outcome from the total that the bank has refunded of the payment. */
async function inquireRefund(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  const payment = await findPaymentById(deps.pool, refund.payment_id)
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const charge = chargeOfPayment(payment, deps.publicUrl)
  const answer = await gateway
    .inquire(charge, receiptOf(payment))
    .catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
  const expected = decimal(payment.refunded).plus(refund.amount)
  if (answer.kind === 'captured' && decimal(answer.refunded).greaterThanOrEqualTo(expected)) {
    await completeRefund(deps, refund, { kind: 'done', code: '' })
  } else if (answer.kind === 'captured' && refund.inquiries >= inquiriesUntilNotDone) {
    await completeRefund(deps, refund, { kind: 'refused', code: notDoneCode, text: '' })
  } else if (isInquiryWindowOver(refund.inquiries)) {
    await requestAttention(deps.pool, payment.id, 'refund_unknown')
  }
}
