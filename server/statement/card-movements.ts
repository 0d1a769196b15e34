import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { refundedBase } from '#domain/payments/refund-share.ts'
import type { DoneRefund, PaidPayment } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { allocatePayment, allocateRefund } from './allocations.ts'
import { cardReference } from './payment-reference.ts'
import { bookEarlyPayments } from './early-payment.ts'
import { postMovement } from './post-movement.ts'
import { shopDescription } from './shop-descriptions.ts'

/**
 * Posts a captured payment to the dealer's account in its currency. It credits the amount without the fee: the fee is the price of
 * paying by installments, is invoiced separately and settles no debt. `orderNo`: the order that it pays for; `debts`: the
 * debits. Returns the movement's id.
 */
export async function postCardPayment(
  db: Db,
  payment: PaidPayment,
  { orderNo = null, debts = [] }: { orderNo?: string | null; debts?: readonly number[] } = {},
): Promise<number> {
  const text = shopDescription('tr', { entry: 'paymentBasket.payment', orderNo, name: '' })
  const day = dayInTurkey(payment.capturedAt)
  const { dealerId, baseAmount: amount, currency } = payment
  const movementId = await postMovement(db, {
    dealerId: payment.dealerId,
    day,
    currency: payment.currency,
    kind: 'payment' as const,
    debit: '0',
    credit: payment.baseAmount,
    documentNo: payment.reference,
    description: orderNo === null ? payment.description || text : text,
    reference: cardReference(payment.reference),
    isForOrder: orderNo !== null,
    allocate: (id) => allocatePayment(db, id, { dealerId, amount, currency, debts }),
  })
  await bookEarlyPayments(db, [payment.dealerId], day)
  return movementId
}

/** Posts a refund as the opposite movement. Returns its id, or null if the payment was never credited. */
export async function postCardRefund(
  db: Db,
  payment: PaidPayment,
  refund: DoneRefund,
  today: Date,
): Promise<number | null> {
  const credited = await findCredited(db, payment, refund)
  if (credited === undefined) return null
  const debit = reversedAmount(payment, refund, credited)
  if (!debit.greaterThan(0)) return null
  return postMovement(db, {
    dealerId: payment.dealerId,
    day: dayInTurkey(today),
    currency: payment.currency,
    kind: 'debit' as const,
    debit: debit.toFixed(2),
    credit: '0',
    documentNo: payment.reference,
    description: shopDescription('tr', {
      ...{ entry: `paymentBasket.${refund.kind}`, orderNo: credited.order_no, name: '' },
    }),
    reference: `${cardReference(payment.reference)}-${refund.id}`,
    isForOrder: credited.order_no !== null,
    allocate: (id) => allocateRefund(db, credited.movement_id, id, debit.toFixed(2)),
  })
}

type Credited = { movement_id: number; order_no: string | null; refunded: string; posted: string }

/** What was refunded and posted before of a payment that was credited; undefined for one that was not. */
async function findCredited(db: Db, { id }: PaidPayment, refund: DoneRefund): Promise<Credited | undefined> {
  return db.one<Credited>(
    `SELECT p.movement_id, o.order_no, coalesce(sum(r.amount), 0) AS refunded, coalesce(sum(m.debit), 0) AS posted
       FROM payments p
       LEFT JOIN orders o ON o.id = p.order_id
       LEFT JOIN payment_refunds r ON r.payment_id = p.id AND r.state = 'done' AND r.id <> $2
       LEFT JOIN account_movements m ON m.id = r.movement_id
      WHERE p.id = $1 AND p.movement_id IS NOT NULL GROUP BY p.id, o.order_no`,
    [id, refund.id],
    'statement_refunds',
  )
}

/** The refund's part without the fee. All refunds together reverse the same share of the amount as of the total. */
function reversedAmount(payment: PaidPayment, refund: DoneRefund, before: Credited): Decimal {
  const refunded = decimal(before.refunded).plus(refund.amount)
  return refundedBase(payment, refunded).minus(before.posted)
}
