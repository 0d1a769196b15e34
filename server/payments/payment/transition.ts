import { canTransition, type PaymentState, statesBefore } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type PaymentTransition = {
  to: PaymentState
  /** Narrows the states that the table of transitions allows. */
  from?: readonly PaymentState[]
  /** Names what caused the transition, for the event. */
  cause: string
  /** For staff. */
  detail?: string
  userId?: number | null
  at: Date
  set?: TransitionColumns
}

/** Columns that a transition sets besides the state. `inquire_at` is cleared unless it is given. */
export type TransitionColumns = Partial<{
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
  attention_settled_at: null
  refunded: string
  taken: string
  cost_percent: string
  cost: string
  pay_out_day: string | null
}>

const closingStates: readonly PaymentState[] = ['captured', 'declined', 'cancelled', 'expired', 'voided', 'refunded']

/**
 * Changes the state of a payment by compare-and-set and writes the event, in one statement: of several concurrent calls one
 * succeeds. Returns the previous state; null if the payment is not in a state that allows the transition.
 */
export async function transitionPayment(
  db: Db,
  id: number,
  transition: PaymentTransition,
): Promise<PaymentState | null> {
  const { to, from = statesBefore(to), cause, detail = '', userId = null, at } = transition
  const set = Object.entries({ inquire_at: null, ...transition.set })
  const columns = set.map(([column], i) => `, ${column} = $${i + 9}`).join('')
  const row = await db.one<{ from_state: PaymentState }>(
    `WITH before AS (
       SELECT id, state FROM payments WHERE id = $1 AND state = ANY ($2) FOR UPDATE
     ), changed AS (
       UPDATE payments p SET state = $3, closed_at = CASE WHEN $4 THEN $8::timestamptz ELSE p.closed_at END${columns}
         FROM before b WHERE p.id = b.id RETURNING p.id, b.state
     )
     INSERT INTO payment_events (payment_id, from_state, to_state, cause, detail, user_id, created_at)
     SELECT id, state, $3, $5, $6, $7, $8 FROM changed RETURNING from_state`,
    [
      id,
      from.filter((state) => canTransition(state, to)),
      to,
      closingStates.includes(to),
      cause,
      detail.slice(0, 500),
      userId,
      at,
      ...set.map(([, value]) => value),
    ],
  )
  return row?.from_state ?? null
}

/**
 * Records an event without a transition, such as a forged callback; at most 20 per cause, against floods. False: there were
 * 20 already.
 */
export async function recordEvent(
  db: Db,
  id: number,
  event: { cause: string; detail?: string; userId?: number | null; at: Date },
): Promise<boolean> {
  const written = await db.execute(
    `INSERT INTO payment_events (payment_id, cause, detail, user_id, created_at)
     SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM payment_events WHERE payment_id = $1 AND cause = $2) < 20`,
    [id, event.cause, (event.detail ?? '').slice(0, 500), event.userId ?? null, event.at],
    'payments_note',
  )
  return written === 1
}

/** Puts the payment on the staff's attention list. A reason that is still unsettled is kept. */
export async function requestAttention(db: Db, id: number, reason: string): Promise<void> {
  await db.execute(
    `UPDATE payments SET attention = $2, attention_settled_at = NULL
      WHERE id = $1 AND (attention IS NULL OR attention_settled_at IS NOT NULL)`,
    [id, reason],
    'payments_attention',
  )
}
