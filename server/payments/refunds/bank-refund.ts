import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { paidStates } from '#domain/payments/payment.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { lockPayment } from '#server/payments/payment/payment-rows.ts'
import { insertRefund, isRefundInProgress, transitionRefund } from './refund-rows.ts'
import { recordRefund } from './refunds.ts'

/** The result code of a refund that was made at the bank's panel. */
const panelCode = 'panel'

/**
 * Records a refund that was made at the bank's panel, as if it had been made here, in one transaction. `refunded`: what the
 * bank says it has refunded of the payment in all; the books get what they lack of it. Nothing is sent to the bank.
 */
export async function recordBankRefund(
  deps: PaymentDeps,
  { paymentId, refunded, listedAs, userId }: { paymentId: number; refunded: string; listedAs: string; userId: number },
): Promise<Refusal | null> {
  const at = deps.now()
  const recorded = await transactionOrRefusal(deps.pool, async (db) => {
    const payment = await lockPayment(db, paymentId)
    if (await isRefundInProgress(db, paymentId)) abortTransaction('refund_pending')
    const amount = decimal(refunded).minus(payment.refunded)
    const isPossible = paidStates.includes(payment.state) && amount.greaterThan(0)
    if (!isPossible || decimal(refunded).greaterThan(payment.amount)) abortTransaction('finding_not_confirmed')
    const refund = await insertRefund(db, {
      paymentId,
      key: `bank ${listedAs}`.slice(0, 100),
      kind: 'refund',
      amount: amount.toFixed(2),
      cause: 'bank_panel',
      requestedBy: userId,
      dueAt: at,
      at,
    })
    await transitionRefund(db, refund.id, { from: ['requested'], to: 'done', code: panelCode, endedAt: at })
    await db.execute('UPDATE payment_refunds SET listed_as = $2 WHERE id = $1', [refund.id, listedAs])
    await recordRefund(db, deps, payment, refund)
    return { ok: true as const }
  })
  return 'code' in recorded ? refuse(recorded.code) : null
}
