import { mayMove, type PaymentState, statesBefore } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type Move = {
  to: PaymentState
  /** Fewer states than the table of moves allows. */
  from?: readonly PaymentState[]
  /** A word for what moved it. */
  cause: string
  /** For staff. */
  detail?: string
  userId?: number | null
  at: Date
  set?: MovedColumns
}

/** Columns that a move sets besides the state; `inquire_at` is cleared where it is not named. */
export type MovedColumns = Partial<{
  redirected_at: Date
  captured_at: Date
  inquire_at: Date | null
  inquiries: number
  auth_code: string | null
  bank_reference: string | null
  bank_transaction: string | null
  card_first6: string | null
  card_last4: string | null
  result_code: string | null
  result_text: string | null
  order_id: number
  movement_id: number
  attention: string | null
  refunded: string
}>

const closing: readonly PaymentState[] = ['captured', 'declined', 'cancelled', 'expired', 'voided', 'refunded']

/**
 * Moves a payment by compare-and-set and writes the event, in one statement: of several at once one succeeds.
 * Null: the payment is not in a state from which it may go there.
 */
export async function movePayment(db: Db, id: number, move: Move): Promise<PaymentState | null> {
  const { to, from = statesBefore(to), cause, detail = '', userId = null, at } = move
  const set = Object.entries({ inquire_at: null, ...move.set })
  const columns = set.map(([column], i) => `, ${column} = $${i + 9}`).join('')
  const row = await db.one<{ from_state: PaymentState }>(
    `WITH before AS (
       SELECT id, state FROM payments WHERE id = $1 AND state = ANY ($2) FOR UPDATE
     ), moved AS (
       UPDATE payments p SET state = $3, closed_at = CASE WHEN $4 THEN $8::timestamptz ELSE p.closed_at END${columns}
         FROM before b WHERE p.id = b.id RETURNING p.id, b.state
     )
     INSERT INTO payment_events (payment_id, from_state, to_state, cause, detail, user_id, created_at)
     SELECT id, state, $3, $5, $6, $7, $8 FROM moved RETURNING from_state`,
    [
      ...[id, from.filter((state) => mayMove(state, to)), to, closing.includes(to)],
      ...[cause, detail.slice(0, 500), userId, at, ...set.map(([, value]) => value)],
    ],
  )
  return row?.from_state ?? null
}

/** Something happened that moved nothing, such as a forged callback. Whoever sends them by the thousand is not written down. */
export async function noteEvent(
  db: Db,
  id: number,
  event: { cause: string; detail?: string; userId?: number | null; at: Date },
): Promise<void> {
  await db.execute(
    `INSERT INTO payment_events (payment_id, cause, detail, user_id, created_at)
     SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM payment_events WHERE payment_id = $1 AND cause = $2) < 20`,
    [id, event.cause, (event.detail ?? '').slice(0, 500), event.userId ?? null, event.at],
    'payments_note',
  )
}

/** A person has to look at the payment; a reason that is still open stays. */
export async function callAttention(db: Db, id: number, reason: string): Promise<void> {
  await db.execute(
    `UPDATE payments SET attention = $2, attention_settled_at = NULL
      WHERE id = $1 AND (attention IS NULL OR attention_settled_at IS NOT NULL)`,
    [id, reason],
    'payments_attention',
  )
}
