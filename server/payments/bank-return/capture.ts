import { isRefusal } from '#contract/core/errors.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway, Outcome, Proof } from '#server/payments/gateways/gateway.ts'
import { transitionPayment } from '#server/payments/payment/transition.ts'
import { chargeOfPayment, lockPayment, type PaymentRow, toPaidPayment } from '#server/payments/payment/payment-rows.ts'
import { declineColumns, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from './settle.ts'
import { addSeconds, firstInquiryDelay, unknownInquiryDelay } from '#server/payments/payment/inquiry-schedule.ts'

/**
 * Captures the money of an authenticated payment, once: only the call whose transition to `capturing` is committed sends the
 * request. A missing answer makes the payment `unknown`, never declined, and the request is never sent again.
 */
export async function capturePayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  gateway: Gateway,
  proof: Proof,
): Promise<void> {
  if (!(await beginCapture(deps, payment))) return
  failpoint('payment.after_capturing')
  const charge = chargeOfPayment(payment, deps.publicUrl)
  // Whatever a gateway throws, the outcome is unknown.
  const outcome = await gateway.capture(charge, proof).catch((error: unknown): Outcome => {
    deps.warn({ payment: payment.reference, reason: String(error) }, 'A capture failed')
    return { kind: 'unknown', text: 'failed' }
  })
  failpoint('payment.after_bank_capture')
  await applyOutcome(deps, payment, outcome).catch((error: unknown) => {
    // The payment stays `capturing`: the inquiry job finds the outcome at the bank and records it.
    deps.warn({ payment: payment.reference, reason: String(error) }, 'The outcome of a capture could not be recorded')
  })
}

/** Whether this call sends the request. A payment that is no longer wanted is cancelled in the same transaction. */
async function beginCapture(deps: PaymentDeps, { id, kind }: PaymentRow): Promise<boolean> {
  const at = deps.now()
  return transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, id)
    if (payment.state !== 'authenticated') return false
    const refusal = await deps.subjects[kind].confirm(db, toPaidPayment(payment, at))
    if (isRefusal(refusal)) {
      const set = { result_code: refusal.code }
      await endPayment(db, deps, payment, { to: 'cancelled', from: ['authenticated'], cause: 'not_wanted', at, set })
      return false
    }
    const set = { inquire_at: addSeconds(at, firstInquiryDelay), inquiries: 0 }
    return (await transitionPayment(db, id, { to: 'capturing', cause: 'capture', at, set })) !== null
  })
}

async function applyOutcome(deps: PaymentDeps, payment: PaymentRow, outcome: Outcome): Promise<void> {
  const at = deps.now()
  const from = ['capturing'] as const
  if (outcome.kind === 'captured') {
    await settlePayment(deps, payment.id, { receipt: outcome.receipt, cause: 'capture_approved' })
  } else if (outcome.kind === 'declined') {
    const set = declineColumns(outcome)
    await transaction(deps.pool, (db) =>
      endPayment(db, deps, payment, { to: 'declined', from, cause: 'capture_declined', at, set }),
    )
  } else {
    const set = { inquire_at: addSeconds(at, unknownInquiryDelay), inquiries: 0 }
    await transaction(deps.pool, (db) =>
      transitionPayment(db, payment.id, {
        to: 'unknown',
        from,
        cause: 'capture_unanswered',
        detail: outcome.text,
        at,
        set,
      }),
    )
  }
}
