import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { BrowserStep } from '#contract/shop/payments.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Card, Gateway, Started } from '#server/payments/gateways/gateway.ts'
import { transitionPayment } from '#server/payments/payment/transition.ts'
import { addSeconds, firstInquiryDelay, abandonedAfter } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { declineColumns, endPayment } from '#server/payments/payment/end-payment.ts'
import type { OpenedSubject } from '#server/payments/subject.ts'

/** A payment that is recorded and not yet sent. The card is held in memory only. */
export type PreparedPayment = {
  payment: PaymentRow
  basket: OpenedSubject['basket']
  card: Card | null
  gateway: Gateway
}

export type StartedPayment = { reference: string; step: BrowserStep }

/** Starts the recorded payment at the bank. `origin`: at which the payer's browser has the shop open. No money moves before 3-D Secure, so a failure ends the attempt. */
export async function sendToBank(
  deps: PaymentDeps,
  { payment, basket, card, gateway }: PreparedPayment,
  origin: string,
): Promise<StartedPayment | Refusal> {
  const charge = chargeOfPayment(payment, deps.returnOrigin(origin), basket)
  const started = await gateway
    .start(charge, card)
    .catch((): Started => ({ ok: false, kind: 'unreachable', text: 'failed' }))
  failpoint('payment.after_gateway_start')
  const at = deps.now()
  if (!started.ok) return failStart(deps, payment, started, at)
  const inquireAt = addSeconds(at, gateway.takesMoneyItself ? firstInquiryDelay : abandonedAfter)
  const set = { redirected_at: at, inquire_at: inquireAt, bank_reference: started.bankReference ?? null }
  const previous = await transitionPayment(deps.pool, payment.id, { to: 'redirected', cause: 'start', at, set })
  failpoint('payment.after_redirect')
  // A later attempt has replaced this one.
  if (previous === null) return refuse('payment_cancelled')
  return { reference: payment.reference, step: browserStep(started.step) }
}

async function failStart(
  deps: PaymentDeps,
  payment: PaymentRow,
  started: Exclude<Started, { ok: true }>,
  at: Date,
): Promise<Refusal> {
  const isDeclined = started.kind === 'declined'
  const set = declineColumns(isDeclined ? started : { code: 'unreachable', text: started.text })
  const cause = isDeclined ? 'start_declined' : 'bank_unreachable'
  await transaction(deps.pool, (db) =>
    endPayment(db, deps, payment, { to: 'declined', from: ['created'], cause, at, set }),
  )
  return refuse(isDeclined ? 'payment_declined' : 'bank_unavailable')
}

export function browserStep(step: Extract<Started, { ok: true }>['step']): BrowserStep {
  return step.kind === 'redirect' ? step : { ...step, fields: step.fields.map(([name, value]) => [name, value]) }
}
