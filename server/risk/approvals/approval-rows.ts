import type { Locale } from '#contract/core/visitor.ts'
import {
  type LimitApprovalState,
  limitApprovalStateAt,
  type StoredLimitApproval,
} from '#domain/orders/limit-approval.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A line as the dealer saw it, with its price before tax as exact text. */
export type ApprovalLine = {
  code: string
  name: string
  unit: string
  quantity: number
  price: { value: string; currency: string }
}

/** What promotions take off the lines before tax, and the sums after it, in the order's currency as exact text. */
export type ApprovalPromotions = Record<'amount' | 'subtotal' | 'tax', string> & { names: Record<Locale, string[]> }

/** The limit when it was asked for, in lira as exact text. `promotions`: missing where none applies. */
export type ApprovalFacts = {
  riskLimit: string
  mode: RiskMode
  isBlocked: boolean
  available: string
  excess: string
  promotions?: ApprovalPromotions
}

export type LimitApprovalRow = {
  id: number
  dealer_id: number
  user_id: number
  state: StoredLimitApproval['state']
  cart_hash: string
  currency: string
  total: string
  total_try: string
  facts: ApprovalFacts
  note: string
  created_at: Date
  expires_at: Date
  reason: string
  dealer_code: string
  dealer: string
  user_name: string
  user_email: string
  locale: Locale
  decider: string | null
  order_id: number | null
  order_no: string | null
}

const columns = `a.id, a.dealer_id, a.user_id, a.state, a.cart_hash, a.currency, a.total, a.total_try, a.facts, a.note,
  a.created_at, a.expires_at, a.reason, d.code AS dealer_code, d.name AS dealer, u.name AS user_name, u.email AS user_email,
  CASE WHEN u.choices ->> 'locale' = 'en' THEN 'en' ELSE 'tr' END AS locale, w.name AS decider, a.order_id, o.order_no`
const tables = `limit_approvals a JOIN dealers d ON d.id = a.dealer_id JOIN users u ON u.id = a.user_id
  LEFT JOIN users w ON w.id = a.decided_by LEFT JOIN orders o ON o.id = a.order_id`

export const stateOf = (row: LimitApprovalRow, now: Date): LimitApprovalState =>
  limitApprovalStateAt(storedOf(row), now)

export const storedOf = (row: LimitApprovalRow): StoredLimitApproval => {
  return { state: row.state, expiresAt: row.expires_at, cartHash: row.cart_hash, totalTry: row.total_try }
}

export async function findApproval(db: Db, id: number): Promise<LimitApprovalRow | undefined> {
  return db.one<LimitApprovalRow>(`SELECT ${columns} FROM ${tables} WHERE a.id = $1`, [id], 'limit_approval_find')
}

export async function loadApprovalLines(db: Db, id: number): Promise<ApprovalLine[]> {
  const sql = 'SELECT lines FROM limit_approvals WHERE id = $1'
  return (await db.one<{ lines: ApprovalLine[] }>(sql, [id], 'limit_approval_lines'))?.lines ?? []
}

/** Like `findApproval`; what is decided about a request is decided one after the other. */
export async function lockApproval(db: Db, id: number): Promise<LimitApprovalRow | undefined> {
  await db.execute('SELECT FROM limit_approvals WHERE id = $1 FOR UPDATE', [id], 'limit_approval_lock')
  return findApproval(db, id)
}

/** The latest request of a user; its order, if it became one, has not been placed long ago. */
export async function findLatestApproval(db: Db, userId: number): Promise<LimitApprovalRow | undefined> {
  return db.one<LimitApprovalRow>(
    `SELECT ${columns} FROM ${tables} WHERE a.user_id = $1 ORDER BY a.id DESC LIMIT 1`,
    [userId],
    'limit_approval_latest',
  )
}

/** The id of the request of a user that waits or is approved, locked until the transaction ends. */
export async function lockOpenApproval(db: Db, userId: number): Promise<LimitApprovalRow | undefined> {
  const row = await db.one<{ id: number }>(
    `SELECT id FROM limit_approvals WHERE user_id = $1 AND state IN ('waiting', 'approved') FOR UPDATE`,
    [userId],
    'limit_approval_open',
  )
  return row && findApproval(db, row.id)
}

export type ApprovalFilter = { state: LimitApprovalState | null; q: string; from: Day | null; to: Day | null }

const stateSql = `CASE WHEN a.state IN ('waiting', 'approved') AND a.expires_at <= $5 THEN 'expired' ELSE a.state END`
const condition = `($1::text IS NULL OR ${stateSql} = $1)
  AND ($2 = '' OR strpos(fold(concat_ws(' ', d.code, d.name, u.name, a.note)), fold($2)) > 0)
  AND ($3::date IS NULL OR a.created_at >= $3::date::timestamp AT TIME ZONE 'Europe/Istanbul')
  AND ($4::date IS NULL OR a.created_at < ($4::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul')`

export async function countApprovals(db: Db, { state, q, from, to }: ApprovalFilter, now: Date): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${tables} WHERE ${condition}`,
    [state, q, from, to, now],
    'limit_approvals_count',
  )
  return row?.count ?? 0
}

/** A page of the list, newest first; all without a limit. */
export async function findApprovals(
  db: Db,
  { state, q, from, to }: ApprovalFilter,
  { now, limit, offset }: { now: Date; limit: number | null; offset: number },
): Promise<LimitApprovalRow[]> {
  return db.query<LimitApprovalRow>(
    `SELECT ${columns} FROM ${tables} WHERE ${condition} ORDER BY a.created_at DESC, a.id DESC LIMIT $6 OFFSET $7`,
    [state, q, from, to, now, limit, offset],
    'limit_approvals_list',
  )
}
