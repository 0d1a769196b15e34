import { canTransition } from '#domain/payments/payment.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { storeCard } from '#server/payments/cards/store-card.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { costColumns } from '#server/payments/rates/payment-cost.ts'
import type { Receipt } from '#server/payments/gateways/gateway.ts'
import { requestAttention, type TransitionColumns, transitionPayment } from '#server/payments/payment/transition.ts'
import { lockPayment, toPaidPayment, type PaymentRow, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { insertReturn } from '#server/payments/refunds/refund-rows.ts'
import type { Settled } from '#server/payments/subject.ts'

/** Money that the bank has taken. */
export type CapturedMoney = {
  receipt: Receipt
  /** The amount that the bank reports, where it reports one. */
  amount?: string
  /** What the card was charged, where the provider adds a fee of its own. */
  taken?: string
  /** Why the money must be returned, whatever was paid for. */
  unwanted?: string
  /** The cause of the payment's event. */
  cause: string
  userId?: number | null
}

/**
 * Settles a payment whose money has arrived: in one transaction it becomes captured and its subject makes the order, if it is
 * one, and the account entry, exactly once. False: it was captured before, or is in a final state.
 */
export async function settlePayment(deps: PaymentDeps, id: number, money: CapturedMoney): Promise<boolean> {
  const isSettled = await transaction(deps.pool, (db) => settleOnce(db, deps, id, money))
  if (isSettled) failpoint('payment.after_commit')
  return isSettled
}

async function settleOnce(db: Db, deps: PaymentDeps, id: number, money: CapturedMoney): Promise<boolean> {
  const payment = await lockPayment(db, id)
  const isNew = canTransition(payment.state, 'captured')
  // Also of a later notice: an earlier answer may have told of the money only.
  if (isNew || payment.captured_at !== null) await storeCard(db, deps, payment, money.receipt)
  if (!isNew) {
    // The bank declined this payment before and took its money after all: staff decide.
    if (payment.state === 'declined') await requestAttention(db, payment.id, 'taken_after_decline')
    return false
  }
  const at = deps.now()
  const subject = deps.subjects[payment.kind]
  const settled = (await findReturnReason(db, payment, money)) ?? (await subject.settle(db, toPaidPayment(payment, at)))
  failpoint('payment.after_settle')
  if (settled.kind === 'return') await subject.release(db, { id })
  const isOtherAmount = money.amount !== undefined && !decimal(money.amount).equals(payment.amount)
  // What staff have to check about the money itself takes precedence over how its return looked.
  const unverified = payment.attention === 'return_unverified' ? payment.attention : null
  const attention = settled.attention ?? (isOtherAmount ? 'amount_differs' : null)
  const attentionColumns = attention === null ? { attention: unverified } : { attention, attention_settled_at: null }
  await transitionPayment(db, id, {
    to: 'captured',
    cause: money.cause,
    detail: isOtherAmount ? `${money.amount} ≠ ${payment.amount}` : (money.unwanted ?? ''),
    userId: money.userId ?? null,
    at,
    set: {
      captured_at: at,
      ...receiptColumns(payment, money.receipt),
      ...settledColumns(settled),
      ...takenColumns(payment, money),
      ...(await costColumns(db, payment, { first6: money.receipt.cardFirst6 ?? null, at })),
      ...attentionColumns,
    },
  })
  if (settled.kind === 'return') await insertReturn(db, payment, at)
  failpoint('payment.before_commit')
  return true
}

/** Why this money is returned instead of settled: the attempt was cancelled, or another attempt has replaced it. */
async function findReturnReason(db: Db, payment: PaymentRow, { unwanted }: CapturedMoney): Promise<Settled | null> {
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

function takenColumns({ amount }: PaymentRow, { taken }: CapturedMoney): TransitionColumns {
  return taken !== undefined && decimal(taken).greaterThan(amount) ? { taken } : {}
}

function settledColumns(settled: Settled): TransitionColumns {
  if (settled.kind === 'order') return { order_id: settled.orderId, movement_id: settled.movementId }
  return settled.kind === 'movement' ? { movement_id: settled.movementId } : {}
}

function receiptColumns(payment: PaymentRow, receipt: Receipt): TransitionColumns {
  const stored = receiptOf(payment)
  return {
    auth_code: receipt.authCode ?? stored?.authCode ?? null,
    bank_reference: receipt.bankReference ?? stored?.bankReference ?? null,
    bank_transaction: receipt.transaction ?? stored?.transaction ?? null,
    // Digits that the payer typed take precedence. A card typed on the provider's page is known from the receipt only.
    card_first6: payment.card_first6 ?? receipt.cardFirst6 ?? null,
    card_last4: payment.card_last4 ?? receipt.cardLast4 ?? null,
    result_code: '00',
    result_text: null,
  }
}
