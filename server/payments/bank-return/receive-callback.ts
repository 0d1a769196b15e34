import { mayMove } from '#domain/payments/payment.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { capturePayment } from './capture.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Callback, CallbackResult, Gateway } from '#server/payments/gateways/gateway.ts'
import { askAboutPayment } from '#server/payments/reconcile/inquire.ts'
import { movePayment, noteEvent } from '#server/payments/payment/transition.ts'
import { after } from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, findPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { declined, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from './settle.ts'

/** An authenticated payment whose process died is given up after this: no money was asked for. */
const authenticatedStale = 120 // seconds

/**
 * A bank's callback, by its own order number and without any session (decisions, "Payments"). The signature is checked first;
 * a forged one changes nothing. The same callback any number of times and in any order gives one result.
 */
export async function receiveCallback(
  deps: PaymentDeps,
  reference: string,
  callback: Callback,
): Promise<'received' | 'forged' | 'not_found'> {
  const payment = await findPayment(deps.pool, reference)
  if (payment === undefined) {
    deps.warn({ reference }, 'A callback for a payment that does not exist')
    return 'not_found'
  }
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const result = readCallback(gateway, callback, payment, deps.publicUrl)
  if (result.kind === 'forged') {
    deps.warn({ reference, reason: result.reason }, 'A forged payment callback')
    await noteEvent(deps.pool, payment.id, { cause: 'callback_forged', detail: result.reason, at: deps.now() })
    return 'forged'
  }
  await applyCallback(deps, payment, gateway, result)
  return 'received'
}

/** A message that an adapter cannot read is nobody's. */
function readCallback(gateway: Gateway, callback: Callback, payment: PaymentRow, publicUrl: string): CallbackResult {
  try {
    return gateway.readCallback(callback, chargeOfPayment(payment, publicUrl))
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
    // Of a payment that ended for good there is nothing to learn.
    if (result.ask && mayMove(payment.state, 'captured')) await askAboutPayment(deps, payment, { cause: 'inquiry' })
    return
  }
  if (result.kind === 'captured') {
    const { receipt, unwanted } = result
    await settlePayment(deps, payment.id, { receipt, ...(unwanted && { unwanted }), cause: 'callback_captured' })
  } else if (result.kind === 'declined') {
    const from = ['redirected'] as const
    const move = { to: 'declined', from, cause: 'callback_declined', at: deps.now(), set: declined(result) } as const
    await transaction(deps.pool, (db) => endPayment(db, deps, payment, move))
  } else {
    const at = deps.now()
    const set = { inquire_at: after(at, authenticatedStale) }
    await movePayment(deps.pool, payment.id, { to: 'authenticated', cause: 'callback_authenticated', at, set })
    failpoint('payment.after_authenticated')
    // Also where an earlier copy of the callback got this far and died: the move to `capturing` lets one of them send.
    await capturePayment(deps, payment, gateway, result.proof)
  }
}
