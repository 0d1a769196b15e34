import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { BrowserStep } from '#contract/shop/payments.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway, Started, StartedStored } from '#server/payments/gateways/gateway.ts'
import { transitionPayment } from '#server/payments/payment/transition.ts'
import { addSeconds, firstInquiryDelay, abandonedAfter } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { declineColumns, endPayment } from '#server/payments/payment/end-payment.ts'
import type { OpenedSubject } from '#server/payments/subject.ts'
import { recordCardProblem, recordCardUse } from '#server/payments/cards/use-card.ts'
import { type PaymentMeans, startAt } from './payment-means.ts'

/** A payment that is recorded and not yet sent. The card or its token is held in memory only. */
export type PreparedPayment = {
  payment: PaymentRow
  basket: OpenedSubject['basket']
  means: PaymentMeans
  gateway: Gateway
}

export type StartedPayment = { reference: string; step: BrowserStep }

/** Starts the recorded payment at the bank. `origin`: at which the payer's browser has the shop open. No money moves before 3-D Secure, so a failure ends the attempt. */
export async function sendToBank(
  deps: PaymentDeps,
  { payment, basket, means, gateway }: PreparedPayment,
  origin: string,
): Promise<StartedPayment | Refusal> {
  const charge = chargeOfPayment(payment, deps.returnOrigin(origin), basket)
  const started = await startAt(gateway, charge, means)
  failpoint('payment.after_gateway_start')
  const at = deps.now()
  if (!started.ok) {
    if (means.kind === 'stored') await recordCardProblem(deps.pool, means.id, { kind: started.kind, at })
    return failStart(deps, payment, started, at)
  }
  const inquireAt = addSeconds(at, gateway.takesMoneyItself ? firstInquiryDelay : abandonedAfter)
  const set = { redirected_at: at, inquire_at: inquireAt, bank_reference: started.bankReference ?? null }
  const previous = await transitionPayment(deps.pool, payment.id, { to: 'redirected', cause: 'start', at, set })
  failpoint('payment.after_redirect')
  // A later attempt has replaced this one.
  if (previous === null) return refuse('payment_cancelled')
  if (means.kind === 'stored') await recordCardUse(deps.pool, means.id, at)
  return { reference: payment.reference, step: browserStep(started.step) }
}

async function failStart(
  deps: PaymentDeps,
  payment: PaymentRow,
  started: Exclude<StartedStored, { ok: true }>,
  at: Date,
): Promise<Refusal> {
  const { kind } = started
  const isDeclined = kind === 'declined'
  // What the bank did not decline does not count as a decline.
  const text = kind === 'needs_cvc' ? kind : started.text
  const set = declineColumns(isDeclined ? started : { code: 'unreachable', text })
  const cause = isDeclined || isOfCard(kind) ? 'start_declined' : 'bank_unreachable'
  await transaction(deps.pool, (db) =>
    endPayment(db, deps, payment, { to: 'declined', from: ['created'], cause, at, set }),
  )
  return refuse(refusals[kind])
}

const refusals = {
  declined: 'payment_declined',
  unreachable: 'bank_unavailable',
  unknown_card: 'stored_card_refused',
  needs_cvc: 'card_cvc_invalid',
} as const

const isOfCard = (kind: keyof typeof refusals) => kind === 'unknown_card' || kind === 'needs_cvc'

export function browserStep(step: Extract<Started, { ok: true }>['step']): BrowserStep {
  return step.kind === 'redirect' ? step : { ...step, fields: step.fields.map(([name, value]) => [name, value]) }
}
