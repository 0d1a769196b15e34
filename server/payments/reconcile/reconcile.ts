import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { askAboutPayment } from './inquire.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'

const atOnce = 100
/** Days for which a bank is asked again about money that it was asked for and knew nothing of. */
const doubtDays = 7

export type Reconciled = { asked: number; unanswered: number }

/**
 * Compares the bank's books with ours for a day in Turkey: every payment of which something happened then and that reached
 * the bank, and those of the week before whose money was asked for and never found. What the bank took and we did not know of is settled as any other; other differences are written down.
 */
export async function reconcileDay(deps: PaymentDeps, day: Day): Promise<Reconciled> {
  const reconciled: Reconciled = { asked: 0, unanswered: 0 }
  for (let after = 0; ; ) {
    const payments = await paymentsOfDay(deps.pool, day, after)
    for (const payment of payments) {
      const answer = await askAboutPayment(deps, payment, { cause: 'reconciliation' })
      reconciled.asked += 1
      if (answer.kind === 'pending') reconciled.unanswered += 1
      after = payment.id
    }
    if (payments.length < atOnce) return reconciled
  }
}

async function paymentsOfDay(db: Db, day: Day, after: number): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(
    `SELECT ${paymentColumns} FROM payments p
      WHERE p.id > $3 AND p.redirected_at IS NOT NULL
        AND (p.state = 'expired' AND p.created_at >= $1::date - ${doubtDays} AND p.created_at < $2::date
             AND EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'capturing')
          OR p.created_at >= $1::date AND p.created_at < $2::date
          OR p.captured_at >= $1::date AND p.captured_at < $2::date
          OR EXISTS (SELECT FROM payment_refunds r
                      WHERE r.payment_id = p.id AND r.created_at >= $1::date AND r.created_at < $2::date))
      ORDER BY p.id LIMIT $4`,
    [day, addDays(day, 1), after, atOnce],
    'payments_of_day',
  )
}
