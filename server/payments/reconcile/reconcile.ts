import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestAttention } from '#server/payments/payment/transition.ts'
import { inquireAtBank } from './inquire.ts'
import { findPaymentById } from '#server/payments/payment/payment-rows.ts'
import { enqueueFindingMail } from '#server/payments/findings/finding-email.ts'
import { readBankList } from '#server/payments/findings/read-list.ts'
import { failpoint } from '#server/platform/failpoint.ts'

/** Days for which an expired payment whose capture was sent is inquired again, and a bank that does not answer too. */
const retryDays = 7
/** Days after its last payment for which the list of an inactive account is read: refunds may still be made. */
const listedDays = 365
/** After this many hourly tries, staff are notified of the payments that a bank has not answered for. */
const triesUntilAttention = 24

/** After this many payments in a row without an answer, the bank is asked about the others by the next run. */
const silenceUntilLater = 10

type Reconciliation = {
  pos_account_id: number
  day: Day
  unanswered: number[]
  tries: number
  list: 'open' | 'read' | 'none'
}

/**
 * Compares the banks' books with ours for the day before, each bank on its own: the bank's own list, where its protocol has
 * one, and all payments that reached the bank and changed on that day, and those of the week before whose capture was sent
 * and never found. What a bank does not answer for is inquired again by the next call, for a week. Days that a restore has added
 * are compared however long ago they were. Money that the bank took
 * without our knowledge is settled as usual; other differences are recorded for staff, who get one email.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const today = dayInTurkey(deps.now())
  await addReconciliations(deps.pool, addDays(today, -1))
  const open = await deps.pool.query<Reconciliation>(
    `SELECT pos_account_id, day, unanswered, tries, list FROM payment_reconciliations
      WHERE (day >= $1 OR tries = 0) AND (unanswered <> '{}' OR list = 'open') ORDER BY day, pos_account_id`,
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
  failpoint('reconcile.before_mail')
  await enqueueFindingMail(deps)
}

async function reconcileAccount(deps: PaymentDeps, { pos_account_id, day, unanswered, tries, list }: Reconciliation) {
  const read = list === 'open' ? await readBankList(deps, pos_account_id, day) : list
  const rest = await inquireAll(deps, unanswered)
  await deps.pool.execute(
    `UPDATE payment_reconciliations SET unanswered = $3, list = $4, tries = tries + 1
      WHERE pos_account_id = $1 AND day = $2`,
    [pos_account_id, day, rest, read],
    'payments_reconciled',
  )
  if (tries + 1 < triesUntilAttention) return
  for (const id of rest) await requestAttention(deps.pool, id, 'not_reconciled')
}

/** Returns the payments that remain without an answer, those first that the bank was not asked about. */
async function inquireAll(deps: PaymentDeps, ids: readonly number[]): Promise<number[]> {
  const silent: number[] = []
  let inARow = 0
  for (const [i, id] of ids.entries()) {
    if (inARow === silenceUntilLater) return [...ids.slice(i), ...silent]
    const isKnown = await isAnswered(deps, id)
    inARow = isKnown ? 0 : inARow + 1
    if (!isKnown) silent.push(id)
  }
  return silent
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

/**
 * Adds what has to be compared for a day, once per account: also for accounts without payments, since something may have
 * been sold or refunded at the bank's panel.
 */
export async function addReconciliations(db: Db, day: Day): Promise<void> {
  await db.execute(
    `INSERT INTO payment_reconciliations (pos_account_id, day, unanswered, list)
     SELECT a.id, $1, coalesce(array_agg(p.id ORDER BY p.id) FILTER (WHERE p.id IS NOT NULL), '{}'), 'open'
       FROM pos_accounts a
       LEFT JOIN payments p ON p.pos_account_id = a.id AND p.redirected_at IS NOT NULL
        AND (p.state = 'expired' AND p.created_at >= $1::date - ${retryDays} AND p.created_at < $2::date
             AND EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'capturing')
          OR p.created_at >= $1::date AND p.created_at < $2::date
          OR p.captured_at >= $1::date AND p.captured_at < $2::date
          OR EXISTS (SELECT FROM payment_refunds r
                      WHERE r.payment_id = p.id AND r.created_at >= $1::date AND r.created_at < $2::date))
      WHERE a.is_active OR EXISTS (SELECT FROM payments used WHERE used.pos_account_id = a.id
                                      AND used.created_at >= $1::date - ${listedDays})
      GROUP BY a.id
     ON CONFLICT DO NOTHING`,
    [day, addDays(day, 1)],
    'payments_add_reconciliations',
  )
}
