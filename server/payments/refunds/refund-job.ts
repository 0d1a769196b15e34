import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { callAttention } from '#server/payments/payment/transition.ts'
import { inquiryPauses, isWindowOver } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, findPaymentById, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { notDone, type RefundRow } from './refund-rows.ts'
import { endRefund, sendRefund } from './refunds.ts'

/** After so many answers that nothing went back (five minutes and more), a refund has not happened. */
const asksUntilNotDone = 4
const atOnce = 20

/** Sends what waits to be sent, and asks for what nobody heard the end of. Answers how many it took up. */
export async function runRefunds(deps: PaymentDeps): Promise<number> {
  const refunds = await claimRefunds(deps.pool, deps.now())
  for (const refund of refunds) {
    const work = refund.state === 'requested' ? sendRefund(deps, refund.id) : inquireRefund(deps, refund)
    await work.catch((error: unknown) => deps.warn({ refund: refund.id, reason: String(error) }, 'A refund failed'))
  }
  return refunds.length
}

/** What is due, put off to its next time: another process takes others, and a process that dies loses none. */
async function claimRefunds(db: Db, now: Date): Promise<RefundRow[]> {
  return db.query<RefundRow>(
    `UPDATE payment_refunds r
        SET inquiries = r.inquiries + (r.state <> 'requested')::int,
            inquire_at = $1::timestamptz + make_interval(secs => coalesce(($2::integer[])[r.inquiries + 2], 86400))
      WHERE r.id IN (SELECT id FROM payment_refunds WHERE inquire_at <= $1
                      ORDER BY inquire_at LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING id, payment_id, request_key, kind, amount, state, cause, requested_by, inquiries`,
    [now, inquiryPauses, atOnce],
    'payments_claim_refunds',
  )
}

/** What went back of the payment, as the bank has it, tells whether this refund is among it. */
async function inquireRefund(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  const payment = await findPaymentById(deps.pool, refund.payment_id)
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const charge = chargeOfPayment(payment, deps.publicUrl)
  const answer = await gateway
    .inquire(charge, receiptOf(payment))
    .catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
  const expected = decimal(payment.refunded).plus(refund.amount)
  if (answer.kind === 'captured' && decimal(answer.refunded).greaterThanOrEqualTo(expected)) {
    await endRefund(deps, refund, { kind: 'done', code: '' })
  } else if (answer.kind === 'captured' && refund.inquiries >= asksUntilNotDone) {
    await endRefund(deps, refund, { kind: 'refused', code: notDone, text: '' })
  } else if (isWindowOver(refund.inquiries)) {
    await callAttention(deps.pool, payment.id, 'refund_unknown')
  }
}
