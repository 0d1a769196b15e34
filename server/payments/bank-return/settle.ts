import { mayMove } from '#domain/payments/payment.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Outcome, Receipt } from '#server/payments/gateways/gateway.ts'
import { callAttention, type MovedColumns, movePayment } from '#server/payments/payment/transition.ts'
import { lockPayment, paidPayment, type PaymentRow, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { insertReturn } from '#server/payments/refunds/refund-rows.ts'
import type { Settled } from '#server/payments/subject.ts'

/** `amount`: what the bank says it took, where it said so; `unwanted`: why it has to go back whatever it is for. */
export type Found = { receipt: Receipt; amount?: string; unwanted?: string; cause: string; userId?: number | null }

/**
 * The money is there: in one transaction the payment becomes captured and what was paid for is made, exactly once. False: it
 * was captured before, or ended in a state that nothing leads out of.
 */
export async function settlePayment(deps: PaymentDeps, id: number, found: Found): Promise<boolean> {
  const isSettled = await transaction(deps.pool, (db) => settleOnce(db, deps, id, found))
  if (isSettled) failpoint('payment.after_commit')
  return isSettled
}

async function settleOnce(db: Db, deps: PaymentDeps, id: number, found: Found): Promise<boolean> {
  const payment = await lockPayment(db, id)
  if (!mayMove(payment.state, 'captured')) return noteTaken(db, payment)
  const at = deps.now()
  const subject = deps.subjects[payment.kind]
  const settled = (await whyUnwanted(db, payment, found)) ?? (await subject.settle(db, paidPayment(payment, at)))
  failpoint('payment.after_settle')
  if (settled.kind === 'return') await subject.release(db, { id })
  const isOther = found.amount !== undefined && !decimal(found.amount).equals(payment.amount)
  const attention = settled.attention ?? (isOther ? 'amount_differs' : null)
  await movePayment(db, id, {
    to: 'captured',
    cause: found.cause,
    detail: isOther ? `${found.amount} ≠ ${payment.amount}` : (found.unwanted ?? ''),
    userId: found.userId ?? null,
    at,
    set: { captured_at: at, ...receiptColumns(payment, found.receipt), ...counterpart(settled), attention },
  })
  if (settled.kind === 'return') await insertReturn(db, payment, at)
  failpoint('payment.before_commit')
  return true
}

/** Money of a payment that was declined before is nobody's: staff has to look. */
async function noteTaken(db: Db, payment: PaymentRow): Promise<false> {
  if (payment.state === 'declined') await callAttention(db, payment.id, 'taken_after_decline')
  return false
}

/** An attempt that was given up, and one that another attempt took the place of: its money goes back. */
async function whyUnwanted(db: Db, payment: PaymentRow, { unwanted }: Found): Promise<Settled | null> {
  if (unwanted !== undefined) return { kind: 'return', attention: 'not_as_wanted' }
  if (payment.state === 'cancelled') return { kind: 'return', attention: 'paid_after_cancel' }
  if (payment.state !== 'expired') return null
  const later = await db.one(
    `SELECT 1 AS found FROM payments WHERE intent = $1 AND id > $2
        AND state IN ('created', 'redirected', 'authenticated', 'capturing', 'unknown', 'captured', 'partially_refunded')
      LIMIT 1`,
    [payment.intent, payment.id],
    'payments_later',
  )
  return later === undefined ? null : { kind: 'return', attention: 'paid_twice' }
}

function counterpart(settled: Settled): MovedColumns {
  if (settled.kind === 'order') return { order_id: settled.orderId }
  return settled.kind === 'movement' ? { movement_id: settled.movementId } : {}
}

function receiptColumns(payment: PaymentRow, receipt: Receipt): MovedColumns {
  const known = receiptOf(payment)
  return {
    auth_code: receipt.authCode ?? known?.authCode ?? null,
    bank_reference: receipt.bankReference ?? known?.bankReference ?? null,
    bank_transaction: receipt.transaction ?? known?.transaction ?? null,
    // What the payer typed counts; a provider's own page tells afterwards.
    card_first6: payment.card_first6 ?? receipt.cardFirst6 ?? null,
    card_last4: payment.card_last4 ?? receipt.cardLast4 ?? null,
    result_code: '00',
    result_text: null,
  }
}
