import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { callAttention } from '#server/payments/payment/transition.ts'
import { lockPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { isRefundUnderWay } from '#server/payments/refunds/refund-rows.ts'

type Books = { captured: string; refunded: string }

/** Where the bank's books differ from ours a person is told: differences are tasks, never silent corrections. */
export async function compareBooks(
  deps: PaymentDeps,
  id: number,
  answer: Exclude<Inquiry, { kind: 'pending' }>,
): Promise<void> {
  await transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, id)
    // While money is on its way back the two differ by nature.
    if (await isRefundUnderWay(db, id)) return
    const [ours, theirs] = [ourBooks(payment), theirBooks(answer)]
    if (textOf(ours) === textOf(theirs)) return
    if (await noteDifference(db, id, dayInTurkey(deps.now()), textOf(ours), textOf(theirs), deps.now())) {
      await callAttention(db, id, 'books_differ')
    }
  })
}

function ourBooks({ captured_at, amount, refunded }: PaymentRow): Books {
  return captured_at === null ? { captured: '0', refunded: '0' } : { captured: amount, refunded }
}

function theirBooks(answer: Exclude<Inquiry, { kind: 'pending' }>): Books {
  if (answer.kind !== 'captured') return { captured: '0', refunded: '0' }
  return { captured: answer.amount, refunded: answer.refunded }
}

function textOf({ captured, refunded }: Books): string {
  return `${decimal(captured).toFixed(2)} − ${decimal(refunded).toFixed(2)}`
}

/** False: the same difference is known already, settled or not. */
async function noteDifference(
  db: Db,
  id: number,
  day: string,
  ours: string,
  theirs: string,
  at: Date,
): Promise<boolean> {
  const written = await db.execute(
    `INSERT INTO payment_differences (payment_id, day, ours, theirs, found_at)
     SELECT $1, $2, $3, $4, $5
      WHERE NOT EXISTS (SELECT FROM payment_differences WHERE payment_id = $1 AND ours = $3 AND theirs = $4)
     ON CONFLICT (payment_id, day) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs, found_at = excluded.found_at,
       settled_at = NULL, settled_by = NULL`,
    [id, day, ours, theirs, at],
    'payments_difference',
  )
  return written === 1
}
