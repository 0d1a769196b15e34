import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentRow } from '#server/payments/payment/payment-rows.ts'

/** `waiting`: for a second person, who approves (`requested`) or declines it. */
export type RefundState = 'waiting' | 'requested' | 'sending' | 'done' | 'refused' | 'unknown' | 'declined'
export type RefundRow = {
  id: number
  payment_id: number
  request_key: string
  kind: 'void' | 'refund'
  amount: string
  state: RefundState
  cause: string
  requested_by: number | null
  inquiries: number
}

const columns = 'id, payment_id, request_key, kind, amount, state, cause, requested_by, inquiries'

export async function findRefund(db: Db, paymentId: number, key: string): Promise<RefundRow | undefined> {
  const sql = `SELECT ${columns} FROM payment_refunds WHERE payment_id = $1 AND request_key = $2`
  return db.one<RefundRow>(sql, [paymentId, key])
}

export async function loadRefund(db: Db, id: number): Promise<RefundRow> {
  const row = await db.one<RefundRow>(`SELECT ${columns} FROM payment_refunds WHERE id = $1`, [id])
  if (row === undefined) throw new Error(`Refund ${id} does not exist.`)
  return row
}

export async function isRefundInProgress(db: Db, paymentId: number): Promise<boolean> {
  const sql = `SELECT 1 AS found FROM payment_refunds
                WHERE payment_id = $1 AND state IN ('waiting', 'requested', 'sending', 'unknown') LIMIT 1`
  return (await db.one(sql, [paymentId])) !== undefined
}

export type NewRefund = {
  paymentId: number
  key: string
  kind: 'void' | 'refund'
  amount: string
  cause: string
  requestedBy: number | null
  /** When the job sends it, unless it has been sent by then; null: it waits for a second person. */
  dueAt: Date | null
  at: Date
}

export async function insertRefund(db: Db, refund: NewRefund): Promise<RefundRow> {
  const row = await db.one<RefundRow>(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, cause, requested_by, inquire_at, created_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
    [
      refund.paymentId,
      refund.key,
      refund.kind,
      refund.amount,
      refund.cause,
      refund.requestedBy,
      refund.dueAt,
      refund.at,
      refund.dueAt === null ? 'waiting' : 'requested',
    ],
  )
  if (row === undefined) throw new Error('The refund was not inserted.')
  return row
}

const returnKey = 'return'
/** The result code of a refund that the bank still does not know of when the inquiries end. */
export const notDoneCode = 'not_done'
const maxReturnAttempts = 5

/** Requests the automatic return of unwanted money: a void on the day of its capture, a refund later. */
export async function insertReturn(db: Db, payment: PaymentRow, at: Date): Promise<void> {
  const isToday = dayInTurkey(payment.captured_at ?? at) === dayInTurkey(at)
  await insertRefund(db, {
    paymentId: payment.id,
    key: returnKey,
    kind: isToday ? 'void' : 'refund',
    amount: payment.amount,
    cause: 'unwanted',
    requestedBy: null,
    dueAt: at,
    at,
  })
}

/** Requests the return again, as a refund, after a refusal. False: no further attempt is made. */
export async function insertReturnRetry(
  db: Db,
  payment: PaymentRow,
  refused: RefundRow & { code: string },
  at: Date,
): Promise<boolean> {
  const attempt = Number(/^return-(\d+)$/.exec(refused.request_key)?.[1] ?? 1)
  // A bank that refused a refund refuses it again; one that refused a void may still refund.
  if (refused.kind === 'refund' && refused.code !== notDoneCode) return false
  if (attempt >= maxReturnAttempts) return false
  await insertRefund(db, {
    paymentId: payment.id,
    key: `${returnKey}-${attempt + 1}`,
    kind: 'refund',
    amount: decimal(payment.amount).minus(payment.refunded).toFixed(2),
    cause: 'unwanted',
    requestedBy: null,
    dueAt: at,
    at,
  })
  return true
}

/** Changes the state of a refund by compare-and-set. `inquire_at` is cleared unless it is given. */
export async function transitionRefund(
  db: Db,
  id: number,
  transition: {
    from: readonly RefundState[]
    to: RefundState
    code?: string
    text?: string
    inquireAt?: Date
    endedAt?: Date
  },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE payment_refunds SET state = $3, result_code = coalesce($4, result_code), result_text = coalesce($5, result_text),
            inquire_at = $6, ended_at = $7
      WHERE id = $1 AND state = ANY ($2)`,
    [
      id,
      transition.from,
      transition.to,
      transition.code?.slice(0, 40) ?? null,
      transition.text?.slice(0, 300) ?? null,
      transition.inquireAt ?? null,
      transition.endedAt ?? null,
    ],
    'payments_move_refund',
  )
  return changed === 1
}
