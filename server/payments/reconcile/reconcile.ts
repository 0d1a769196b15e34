import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestAttention } from '#server/payments/payment/transition.ts'
import { inquireAtBank } from './inquire.ts'
import { findPaymentById } from '#server/payments/payment/payment-rows.ts'

/** Days for which an expired payment whose capture was sent is inquired again, and a bank that does not answer too. */
const retryDays = 7
/** After this many hourly tries, staff are notified of the payments that a bank has not answered for. */
const triesUntilAttention = 24

type Reconciliation = { pos_account_id: number; day: Day; unanswered: number[]; tries: number }

/**
 * Compares the banks' books with ours for the day before, each bank on its own: all payments that reached the bank and
 * changed on that day, and those of the week before whose capture was sent and never found. Payments that a bank does not
 * answer for are inquired again by the next call, for a week. Money that the bank took without our knowledge is settled as
 * usual; other differences are recorded for staff.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const today = dayInTurkey(deps.now())
  await addReconciliations(deps.pool, addDays(today, -1))
  const open = await deps.pool.query<Reconciliation>(
    `SELECT pos_account_id, day, unanswered, tries FROM payment_reconciliations
      WHERE day >= $1 AND unanswered <> '{}' ORDER BY day, pos_account_id`,
    [addDays(today, -retryDays)],
    'payments_open_reconciliations',
  )
  // A bank that is slow to answer does not delay the others.
  const accounts = Map.groupBy(open, ({ pos_account_id }) => pos_account_id)
  await Promise.all(
    [...accounts.values()].map(async (days) => {
      for (const reconciliation of days) await reconcileAccount(deps, reconciliation)
    }),
  )
}

async function reconcileAccount(deps: PaymentDeps, { pos_account_id, day, unanswered, tries }: Reconciliation) {
  const rest: number[] = []
  for (const id of unanswered) {
    if (!(await isAnswered(deps, id))) rest.push(id)
  }
  await deps.pool.execute(
    'UPDATE payment_reconciliations SET unanswered = $3, tries = tries + 1 WHERE pos_account_id = $1 AND day = $2',
    [pos_account_id, day, rest],
    'payments_reconciled',
  )
  if (tries + 1 < triesUntilAttention) return
  for (const id of rest) await requestAttention(deps.pool, id, 'not_reconciled')
}

async function isAnswered(deps: PaymentDeps, id: number): Promise<boolean> {
  try {
    const payment = await findPaymentById(deps.pool, id)
    return (await inquireAtBank(deps, payment, { kind: 'reconciliation' })).kind !== 'pending'
  } catch (error) {
    if (isUnavailable(error)) throw error
    deps.warn({ payment: id, reason: String(error) }, 'A payment could not be compared with its bank')
    return false
  }
}

/** Adds what has to be compared for a day, once per account. */
async function addReconciliations(db: Db, day: Day): Promise<void> {
  await db.execute(
    `INSERT INTO payment_reconciliations (pos_account_id, day, unanswered)
     SELECT p.pos_account_id, $1, array_agg(p.id ORDER BY p.id) FROM payments p
      WHERE p.redirected_at IS NOT NULL
        AND (p.state = 'expired' AND p.created_at >= $1::date - ${retryDays} AND p.created_at < $2::date
             AND EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'capturing')
          OR p.created_at >= $1::date AND p.created_at < $2::date
          OR p.captured_at >= $1::date AND p.captured_at < $2::date
          OR EXISTS (SELECT FROM payment_refunds r
                      WHERE r.payment_id = p.id AND r.created_at >= $1::date AND r.created_at < $2::date))
      GROUP BY p.pos_account_id
     ON CONFLICT DO NOTHING`,
    [day, addDays(day, 1)],
    'payments_add_reconciliations',
  )
}
