import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { requestAttention } from '#server/payments/payment/transition.ts'
import { lockPayment, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { isRefundInProgress } from '#server/payments/refunds/refund-rows.ts'

type Books = { captured: string; refunded: string }

/** Records a difference between the bank's books and ours for staff. Differences are never corrected silently. */
export async function compareBooks(
  deps: PaymentDeps,
  id: number,
  answer: Exclude<Inquiry, { kind: 'pending' }>,
): Promise<void> {
  await transaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, id)
    // The books legitimately differ while a refund is in progress.
    if (await isRefundInProgress(db, id)) return
    const ours = textOf(ourBooks(payment))
    const theirs = textOf(theirBooks(answer))
    if (ours === theirs) return
    const isNew = await recordDifference(db, { id, ours, theirs, at: deps.now() })
    if (isNew) await requestAttention(db, id, 'books_differ')
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

/** False: the same difference is already recorded, settled or not. */
async function recordDifference(
  db: Db,
  { id, ours, theirs, at }: { id: number; ours: string; theirs: string; at: Date },
): Promise<boolean> {
  const written = await db.execute(
    `INSERT INTO payment_differences (payment_id, day, ours, theirs, found_at)
     SELECT $1, $2, $3, $4, $5
      WHERE NOT EXISTS (SELECT FROM payment_differences WHERE payment_id = $1 AND ours = $3 AND theirs = $4)
     ON CONFLICT (payment_id, day) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs, found_at = excluded.found_at,
       settled_at = NULL, settled_by = NULL`,
    [id, dayInTurkey(at), ours, theirs, at],
    'payments_difference',
  )
  return written === 1
}
