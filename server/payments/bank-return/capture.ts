import { isRefusal } from '#server/platform/http/handle.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway, Outcome, Proof } from '#server/payments/gateways/gateway.ts'
import { movePayment } from '#server/payments/payment/transition.ts'
import { chargeOfPayment, lockPayment, paidPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { declined, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from './settle.ts'
import { after, askAfter, firstPause } from '#server/payments/payment/inquiry-schedule.ts'

/**
 * Asks the bank for the money of an authenticated payment, once: whoever moves it to `capturing` sends, and the move is
 * committed before. No answer is `unknown`, never declined, and is never sent again.
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
  // What a gateway throws may be anything; what it means is that nobody knows.
  const outcome = await gateway.capture(charge, proof).catch((error: unknown): Outcome => {
    deps.warn({ payment: payment.reference, reason: String(error) }, 'A capture failed')
    return { kind: 'unknown', text: 'failed' }
  })
  failpoint('payment.after_bank_capture')
  await applyOutcome(deps, payment, outcome).catch((error: unknown) => {
    // The payer is told that it is being checked, which it is: the bank is asked, and what it says is written down then.
    deps.warn({ payment: payment.reference, reason: String(error) }, 'The end of a capture could not be written down')
  })
}

/** Whether this call sends; in the same transaction the payment is still wanted, or it is cancelled. */
async function beginCapture(deps: PaymentDeps, { id, kind }: PaymentRow): Promise<boolean> {
  const at = deps.now()
  return transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, id)
    if (payment.state !== 'authenticated') return false
    const refusal = await deps.subjects[kind].confirm(db, paidPayment(payment, at))
    if (isRefusal(refusal)) {
      const set = { result_code: refusal.code }
      await endPayment(db, deps, payment, { to: 'cancelled', from: ['authenticated'], cause: 'not_wanted', at, set })
      return false
    }
    const set = { inquire_at: after(at, askAfter), inquiries: 0 }
    return (await movePayment(db, id, { to: 'capturing', cause: 'capture', at, set })) !== null
  })
}

async function applyOutcome(deps: PaymentDeps, payment: PaymentRow, outcome: Outcome): Promise<void> {
  const at = deps.now()
  const from = ['capturing'] as const
  if (outcome.kind === 'captured') {
    await settlePayment(deps, payment.id, { receipt: outcome.receipt, cause: 'capture_approved' })
  } else if (outcome.kind === 'declined') {
    const move = { to: 'declined', from, cause: 'capture_declined', at, set: declined(outcome) } as const
    await transaction(deps.pool, (db) => endPayment(db, deps, payment, move))
  } else {
    const set = { inquire_at: after(at, firstPause), inquiries: 0 }
    const move = { to: 'unknown', from, cause: 'capture_unanswered', detail: outcome.text, at, set } as const
    await transaction(deps.pool, (db) => movePayment(db, payment.id, move))
  }
}
