import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { paymentStates, type PaymentState } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { RefundState } from '#server/payments/refunds/refund-rows.ts'
import type { PaymentKind } from '#server/payments/subject.ts'

export type ListedRow = {
  id: number
  reference: string
  kind: PaymentKind
  state: PaymentState
  dealer: string
  dealer_code: string
  user_name: string | null
  account: string
  amount: string
  base_amount: string
  fee: string
  refunded: string
  installment: number
  currency: string
  card_first6: string | null
  card_last4: string | null
  card_bank: string
  order_no: string | null
  order_id: number | null
  created_at: Date
  captured_at: Date | null
  /** Null once it is settled. */
  attention: string | null
  extra_installments: number
  /** What the bank keeps, and when it pays out; null = not known. */
  cost_percent: string | null
  cost: string | null
  pay_out_day: Day | null
}

export type PaymentFilter = {
  state: PaymentState | 'attention' | null
  kind: PaymentKind | null
  from: Day | null
  to: Day | null
  q: string
}

const isRefundWaiting = "EXISTS (SELECT FROM payment_refunds w WHERE w.payment_id = p.id AND w.state = 'waiting')"
const listedColumns = `p.id, p.reference, p.kind, p.state, d.name AS dealer, d.code AS dealer_code, u.name AS user_name,
  a.name AS account, p.amount, p.base_amount, p.fee, p.refunded, p.installment, p.currency, p.card_first6, p.card_last4,
  p.card_bank, o.order_no, p.order_id, p.created_at, p.captured_at,
  CASE WHEN p.attention IS NOT NULL AND p.attention_settled_at IS NULL THEN p.attention
       WHEN ${isRefundWaiting} THEN 'refund_waiting' END AS attention,
  p.extra_installments, p.cost_percent, p.cost, p.pay_out_day`

const listedFrom = `payments p JOIN dealers d ON d.id = p.dealer_id JOIN pos_accounts a ON a.id = p.pos_account_id
  LEFT JOIN users u ON u.id = p.user_id LEFT JOIN orders o ON o.id = p.order_id`

const needsAttention = `(p.attention IS NOT NULL AND p.attention_settled_at IS NULL OR ${isRefundWaiting})`

function conditionOf({ state, kind, from, to, q }: PaymentFilter): { sql: string; params: unknown[] } {
  const params: unknown[] = []
  const conditions = ['true']
  const add = (sql: (place: string) => string, value: unknown) => {
    params.push(value)
    conditions.push(sql(`$${params.length}`))
  }
  if (state === 'attention') conditions.push(needsAttention)
  else if (state !== null) add((place) => `p.state = ${place}`, state)
  if (kind !== null) add((place) => `p.kind = ${place}`, kind)
  // Database sessions use Turkey's time zone.
  if (from !== null) add((place) => `p.created_at >= ${place}::date`, from)
  if (to !== null) add((place) => `p.created_at < ${place}::date`, addDays(to, 1))
  if (q !== '') add(paymentSearch, q)
  return { sql: conditions.join(' AND '), params }
}

/**
 * Matches the start of a reference or order number, the last four digits of a card, and a dealer's code or part of its
 * name. Dealers are searched once, not once per payment, and names are folded only where the stored search text
 * matches.
 */
export function paymentSearch(place: string): string {
  return `(starts_with(p.reference, upper(${place})) OR p.card_last4 = ${place}
    OR p.order_id IN (SELECT s.id FROM orders s WHERE starts_with(s.order_no, upper(${place})))
    OR p.dealer_id IN (SELECT s.id FROM dealers s
         WHERE upper(s.code) = upper(${place})
            OR (strpos(s.search_text, fold(${place})) > 0 AND strpos(fold(s.name), fold(${place})) > 0)))`
}

export async function findPayments(
  db: Db,
  filter: PaymentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRow[]> {
  const { sql, params } = conditionOf(filter)
  const page = `LIMIT $${params.length + 1} OFFSET $${params.length + 2}`
  return db.query<ListedRow>(
    // The joins run for the rows of the page only, not for those that it skips.
    `SELECT ${listedColumns} FROM ${listedFrom}
      WHERE p.id = ANY (ARRAY(SELECT p.id FROM payments p WHERE ${sql} ORDER BY p.id DESC ${page})) ORDER BY p.id DESC`,
    [...params, limit, offset],
  )
}

/** The ids of all filtered payments, newest first. */
export async function findPaymentIds(db: Db, filter: PaymentFilter): Promise<number[]> {
  const { sql, params } = conditionOf(filter)
  const rows = await db.query<{ id: number }>(`SELECT p.id FROM ${listedFrom} WHERE ${sql} ORDER BY p.id DESC`, params)
  return rows.map(({ id }) => id)
}

/** The payments with these ids, newest first. */
export async function loadPayments(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  return db.query<ListedRow>(
    `SELECT ${listedColumns} FROM ${listedFrom} WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id DESC`,
    [ids],
  )
}

export type Sums = { currency: string; total: number; captured: string; refunded: string }

/** By currency, lira first. */
export async function sumPayments(db: Db, filter: PaymentFilter): Promise<Sums[]> {
  const { sql, params } = conditionOf(filter)
  return db.query<Sums>(
    `SELECT p.currency, count(*) AS total, coalesce(sum(p.amount) FILTER (WHERE p.captured_at IS NOT NULL), 0) AS captured,
            coalesce(sum(p.refunded), 0) AS refunded
       FROM payments p WHERE ${sql} GROUP BY p.currency ORDER BY p.currency <> 'TRY', p.currency`,
    params,
  )
}

export async function countAttention(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count FROM payments p WHERE ${needsAttention}`)
  return row?.count ?? 0
}

export type DetailRow = ListedRow & {
  description: string
  card_holder: string
  card_scheme: string
  card_family: string | null
  address: string
  taken: string | null
  auth_code: string | null
  bank_reference: string | null
  bank_transaction: string | null
  result_code: string | null
  result_text: string | null
  redirected_at: Date | null
  inquiries: number
  inquire_at: Date | null
  none_since: Date | null
  events: EventRow[]
  refunds: RefundDetailRow[]
  differences: DifferenceRow[]
  /** The rule that chose the account. */
  pos_rule: string | null
}
export type EventRow = {
  from_state: string | null
  to_state: string | null
  cause: string
  detail: string
  user_name: string | null
  created_at: Date
}
export type RefundDetailRow = {
  id: number
  kind: 'void' | 'refund'
  amount: string
  state: RefundState
  cause: string
  user_name: string | null
  requested_by: number | null
  decider: string | null
  result_code: string | null
  result_text: string | null
  created_at: Date
  ended_at: Date | null
}
export type DifferenceRow = {
  id: number
  day: Day
  ours: string
  theirs: string
  settled_at: Date | null
  note: string
}

/** A payment with its events, refunds and differences. */
export async function findPaymentDetail(db: Db, id: number): Promise<DetailRow | undefined> {
  const row = await db.one<Omit<DetailRow, 'events' | 'refunds' | 'differences'>>(
    `SELECT ${listedColumns}, p.description, p.card_holder, p.card_scheme, p.card_family, p.address, p.taken, p.auth_code,
            (SELECT name FROM pos_rules r WHERE r.id = p.pos_rule_id) AS pos_rule,
            p.bank_reference, p.bank_transaction, p.result_code, p.result_text, p.redirected_at, p.inquiries, p.inquire_at,
            p.none_since
       FROM ${listedFrom} WHERE p.id = $1`,
    [id],
  )
  if (row === undefined) return undefined
  const events = await db.query<EventRow>(
    `SELECT e.from_state, e.to_state, e.cause, e.detail, u.name AS user_name, e.created_at
       FROM payment_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.payment_id = $1 ORDER BY e.id`,
    [id],
  )
  const refunds = await db.query<RefundDetailRow>(
    `SELECT r.id, r.kind, r.amount, r.state, r.cause, u.name AS user_name, r.requested_by, s.name AS decider, r.result_code,
            r.result_text, r.created_at, r.ended_at
       FROM payment_refunds r LEFT JOIN users u ON u.id = r.requested_by LEFT JOIN users s ON s.id = r.decided_by WHERE r.payment_id = $1 ORDER BY r.id`,
    [id],
  )
  const differences = await db.query<DifferenceRow>(
    'SELECT id, day, ours, theirs, settled_at, note FROM payment_differences WHERE payment_id = $1 ORDER BY id',
    [id],
  )
  return { ...row, events, refunds, differences }
}

/** Settles the attention of a payment, its differences included. */
export async function settleAttention(
  db: Db,
  id: number,
  by: { userId: number; note: string; at: Date },
): Promise<void> {
  await db.execute('UPDATE payments SET attention_settled_at = $2 WHERE id = $1 AND attention IS NOT NULL', [id, by.at])
  await db.execute(
    `UPDATE payment_differences SET settled_at = $2, settled_by = $3, note = $4 WHERE payment_id = $1 AND settled_at IS NULL`,
    [id, by.at, by.userId, by.note],
  )
}

export function parseStateFilter(text: string | undefined): PaymentFilter['state'] {
  return text === 'attention' ? text : (paymentStates.find((state) => state === text) ?? null)
}
