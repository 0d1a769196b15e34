import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'
import type { PaidPayment } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { postMovement } from './post-movement.ts'

const referenceOf = ({ reference }: Pick<PaidPayment, 'reference'>) => `KART-${reference}`

/**
 * Posts a captured payment to the dealer's account. It credits the amount without the fee: the fee is the price of
 * paying by installments, is invoiced separately and settles no debt. Returns the movement's id.
 */
export function postCardPayment(db: Db, payment: PaidPayment): Promise<number> {
  return postMovement(db, {
    dealerId: payment.dealerId,
    day: dayInTurkey(payment.capturedAt),
    kind: 'payment' as const,
    debit: '0',
    credit: payment.baseAmount,
    documentNo: payment.reference,
    description: payment.description || translate('tr', 'paymentBasket.payment'),
    reference: referenceOf(payment),
  })
}

/** Posts a refund as the opposite movement. Returns its id, or null if the payment was never credited. */
export async function postCardRefund(
  db: Db,
  payment: PaidPayment,
  refund: { id: number; amount: string },
  today: Date,
): Promise<number | null> {
  const debit = await reversedAmount(db, payment, refund)
  if (!debit.greaterThan(0)) return null
  return postMovement(db, {
    dealerId: payment.dealerId,
    day: dayInTurkey(today),
    kind: 'debit' as const,
    debit: debit.toFixed(2),
    credit: '0',
    documentNo: payment.reference,
    description: translate('tr', 'paymentBasket.refund'),
    reference: `${referenceOf(payment)}-${refund.id}`,
  })
}

/** The refund's part without the fee. All refunds together reverse the same share of the amount as of the total. */
async function reversedAmount(
  db: Db,
  { id, baseAmount, amount }: PaidPayment,
  refund: { id: number; amount: string },
): Promise<Decimal> {
  const before = await db.one<{ refunded: string; posted: string }>(
    `SELECT coalesce(sum(r.amount), 0) AS refunded, coalesce(sum(m.debit), 0) AS posted
       FROM payments p
       LEFT JOIN payment_refunds r ON r.payment_id = p.id AND r.state = 'done' AND r.id <> $2
       LEFT JOIN account_movements m ON m.id = r.movement_id
      WHERE p.id = $1 AND p.movement_id IS NOT NULL GROUP BY p.id`,
    [id, refund.id],
    'statement_refunds',
  )
  // A duplicate payment that was never credited.
  if (before === undefined) return decimal(0)
  const refunded = decimal(before.refunded).plus(refund.amount)
  return roundMoney(decimal(baseAmount).times(refunded).dividedBy(amount)).minus(before.posted)
}
