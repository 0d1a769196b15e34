import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { inquireAtBank } from './inquire.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'

const batchSize = 100
/** Days for which an expired payment whose capture was sent is inquired again. */
const retryDays = 7

export type Reconciliation = { inquired: number; unanswered: number }

/**
 * Compares the banks' books with ours for a day in Turkey: all payments that reached the bank and changed on that day, and
 * those of the week before whose capture was sent and never found. Money that the bank took without our knowledge is settled
 * as usual; other differences are recorded for staff.
 */
export async function reconcileDay(deps: PaymentDeps, day: Day): Promise<Reconciliation> {
  const reconciliation: Reconciliation = { inquired: 0, unanswered: 0 }
  for (let after = 0; ; ) {
    const payments = await paymentsOfDay(deps.pool, day, after)
    for (const payment of payments) {
      const answer = await inquireAtBank(deps, payment, { kind: 'reconciliation' })
      reconciliation.inquired += 1
      if (answer.kind === 'pending') reconciliation.unanswered += 1
      after = payment.id
    }
    if (payments.length < batchSize) return reconciliation
  }
}

async function paymentsOfDay(db: Db, day: Day, after: number): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(
    `SELECT ${paymentColumns} FROM payments p
      WHERE p.id > $3 AND p.redirected_at IS NOT NULL
        AND (p.state = 'expired' AND p.created_at >= $1::date - ${retryDays} AND p.created_at < $2::date
             AND EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'capturing')
          OR p.created_at >= $1::date AND p.created_at < $2::date
          OR p.captured_at >= $1::date AND p.captured_at < $2::date
          OR EXISTS (SELECT FROM payment_refunds r
                      WHERE r.payment_id = p.id AND r.created_at >= $1::date AND r.created_at < $2::date))
      ORDER BY p.id LIMIT $4`,
    [day, addDays(day, 1), after, batchSize],
    'payments_of_day',
  )
}
