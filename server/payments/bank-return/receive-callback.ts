import { canTransition } from '#domain/payments/payment.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { capturePayment } from './capture.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Callback, CallbackResult, Gateway } from '#server/payments/gateways/gateway.ts'
import { inquireAtBank } from '#server/payments/reconcile/inquire.ts'
import { recordEvent, requestAttention, transitionPayment } from '#server/payments/payment/transition.ts'
import { addSeconds } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, findPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { declineColumns, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from './settle.ts'

/** Seconds after which an authenticated payment whose process died expires: its capture was never sent. */
const authenticatedTimeout = 120

/**
 * Processes a bank's callback for one payment; needs no session (decisions, "Payments"). The signature is checked first, and
 * a forged callback, or one without a signature, changes no state. Callbacks that repeat or arrive in any order lead to the same result.
 */
export async function receiveCallback(
  deps: PaymentDeps,
  reference: string,
  callback: Callback,
  method: 'POST' | 'GET' = 'POST',
): Promise<'received' | 'forged' | 'not_found'> {
  const payment = await findPayment(deps.pool, reference)
  if (payment === undefined) {
    deps.warn({ reference }, 'Callback for an unknown payment')
    return 'not_found'
  }
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  if (method === 'GET' && gateway.returnsByGet !== true) return 'received'
  const result = await readCallback(gateway, callback, payment, deps.publicUrl)
  if (result.kind === 'forged') {
    deps.warn({ reference, reason: result.reason }, 'Forged payment callback')
    await recordForged(deps, payment, gateway, result.reason)
    return 'forged'
  }
  await applyCallback(deps, payment, gateway, result)
  return 'received'
}

/**
 * Changes nothing but what staff see. A bank that takes the money itself is inquired, since it may hold money by now; the
 * limit of recorded events limits these inquiries too.
 */
async function recordForged(deps: PaymentDeps, payment: PaymentRow, gateway: Gateway, reason: string): Promise<void> {
  const event = { cause: 'callback_forged', detail: reason, at: deps.now() }
  const isRecorded = await recordEvent(deps.pool, payment.id, event)
  if (payment.state !== 'redirected' || !isRecorded) return
  await requestAttention(deps.pool, payment.id, 'return_unverified')
  if (gateway.takesMoneyItself) await inquireAtBank(deps, payment, { kind: 'inquiry' })
}

/** A callback that the adapter cannot read counts as forged. */
async function readCallback(
  gateway: Gateway,
  callback: Callback,
  payment: PaymentRow,
  publicUrl: string,
): Promise<CallbackResult> {
  try {
    return await gateway.readCallback(callback, chargeOfPayment(payment, publicUrl))
  } catch {
    return { kind: 'forged', reason: 'unreadable' }
  }
}

async function applyCallback(
  deps: PaymentDeps,
  payment: PaymentRow,
  gateway: Gateway,
  result: Exclude<CallbackResult, { kind: 'forged' }>,
): Promise<void> {
  if (result.kind === 'returned') {
    // A payment in a final state needs no inquiry.
    if (result.ask && canTransition(payment.state, 'captured')) await inquireAtBank(deps, payment, { kind: 'inquiry' })
    return
  }
  if (result.kind === 'captured') {
    const { kind: _, ...money } = result
    await settlePayment(deps, payment.id, { ...money, cause: 'callback_captured' })
  } else if (result.kind === 'declined') {
    const set = declineColumns(result)
    await transaction(deps.pool, (db) =>
      endPayment(db, deps, payment, {
        to: 'declined',
        from: ['redirected'],
        cause: 'callback_declined',
        at: deps.now(),
        set,
      }),
    )
  } else {
    const at = deps.now()
    const set = { inquire_at: addSeconds(at, authenticatedTimeout) }
    await transitionPayment(deps.pool, payment.id, { to: 'authenticated', cause: 'callback_authenticated', at, set })
    failpoint('payment.after_authenticated')
    // Also when an earlier copy of the callback stopped here: the transition to `capturing` lets one of them send.
    await capturePayment(deps, payment, gateway, result.proof)
  }
}
